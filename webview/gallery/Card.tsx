import type { KeyboardEvent, ReactNode } from 'react';
import { useId } from 'react';
import { Icon, kindIcon } from '../designer/icons';
import type { GalleryTemplate } from '../protocol';
import { galleryTexts } from './galleryTexts';
import { Picture } from './Picture';

interface CardProps {
  readonly template: GalleryTemplate;
  /** Tab leads to this card. */
  readonly inOrder: boolean;
  readonly onChoose: () => void;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** One template: its picture, what it is called and for, and what is in it. */
export function Card({ template, inOrder, onChoose, onFocus, onKeyDown }: CardProps): ReactNode {
  const id = useId();
  const { name, title, purpose, kinds, loops, picture } = template;
  return (
    <button
      type="button"
      className="card"
      data-template={name}
      tabIndex={inOrder ? 0 : -1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-purpose ${id}-parts`}
      onClick={onChoose}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <Picture svg={picture} />
      <span className="card-title" id={`${id}-title`}>
        {title}
      </span>
      <span className="card-purpose" id={`${id}-purpose`}>
        {purpose}
      </span>
      <span className="card-parts" aria-hidden="true">
        {kinds.map((kind) => (
          <span key={kind} className={`card-part kind-${kind}`}>
            <Icon name={kindIcon(kind)} size={13} />
            {kind}
          </span>
        ))}
        {loops.map((type) => (
          <span key={type} className="card-part card-loop">
            <Icon name="loop" size={13} />
            {galleryTexts.loop(type)}
          </span>
        ))}
      </span>
      <span className="visually-hidden" id={`${id}-parts`}>
        {galleryTexts.steps(kinds.join(', '))}.{' '}
        {loops.length === 0 ? galleryTexts.noLoops() : galleryTexts.loops(loops.join(', '))}.
      </span>
    </button>
  );
}
