import './gallery.css';
import type { KeyboardEvent, ReactNode } from 'react';
import { useRef, useState } from 'react';
import type { GalleryTemplate } from '../protocol';
import { Card } from './Card';
import { galleryTexts } from './galleryTexts';
import { cardAfter, matching } from './matching';

interface GalleryProps {
  readonly templates: readonly GalleryTemplate[];
  readonly onChoose: (name: string) => void;
}

/** The templates as a grid of cards: one of them is in the order of Tab, arrow keys lead to the others. */
export function Gallery({ templates, onChoose }: GalleryProps): ReactNode {
  const [filter, setFilter] = useState('');
  const [current, setCurrent] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const shown = matching(templates, filter);
  const inOrder = shown.some(({ name }) => name === current) ? current : shown[0]?.name;

  const focus = (index: number) => {
    const card = list.current?.querySelectorAll<HTMLElement>('.template')[index];
    card?.focus();
  };
  const onFilterKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' && shown.length > 0) focus(0);
    else if (event.key === 'Enter' && shown[0]) onChoose(shown[0].name);
    else if (event.key === 'Escape' && filter !== '') setFilter('');
    else return;
    event.preventDefault();
  };
  const onCardKey = (event: KeyboardEvent, index: number) => {
    const columns = columnsOf(list.current);
    const next = cardAfter(event.key, index, shown.length, columns);
    if (next !== undefined) focus(next);
    else if (event.key === 'ArrowUp' && index < columns) filterField(list.current)?.focus();
    else return;
    event.preventDefault();
  };

  return (
    <main className="gallery">
      <header>
        <h1>{galleryTexts.title()}</h1>
        <p>{galleryTexts.hint()}</p>
        <input
          type="search"
          aria-label={galleryTexts.filter()}
          placeholder={galleryTexts.placeholder()}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={onFilterKey}
        />
        <span className="visually-hidden" role="status">
          {shown.length === 0 ? galleryTexts.none() : galleryTexts.shown(shown.length)}
        </span>
      </header>
      {shown.length === 0 && <p className="gallery-none">{galleryTexts.none()}</p>}
      <ul className="templates" aria-label={galleryTexts.templates()} ref={list}>
        {shown.map((template, index) => (
          <li key={template.name}>
            <Card
              template={template}
              inOrder={template.name === inOrder}
              onChoose={() => onChoose(template.name)}
              onFocus={() => setCurrent(template.name)}
              onKeyDown={(event) => onCardKey(event, index)}
            />
          </li>
        ))}
      </ul>
    </main>
  );
}

/** How many cards stand in one row, as they are drawn. */
function columnsOf(list: HTMLElement | null): number {
  const tops = [...(list?.children ?? [])].map((each) => each.getBoundingClientRect().top);
  return Math.max(1, tops.filter((top) => top === tops[0]).length);
}

const filterField = (list: HTMLElement | null): HTMLInputElement | null =>
  list?.parentElement?.querySelector('input') ?? null;
