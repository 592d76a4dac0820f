import type { KeyboardEvent, ReactNode } from 'react';
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
  const { name, title, purpose, kinds, loops, picture } = template;
  return (
    <button
      type="button"
      className="template"
      data-template={name}
      tabIndex={inOrder ? 0 : -1}
      onClick={onChoose}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <Picture svg={picture} />
      <span className="template-title">{title}</span>
      <span className="template-purpose">{purpose}</span>
      <span className="template-parts">
        {kinds.map((kind) => (
          <span key={kind} className={`template-part kind-${kind}`}>
            <Icon name={kindIcon(kind)} size={13} />
            {kind}
          </span>
        ))}
        {loops.map((type) => (
          <span key={type} className="template-part template-loop">
            <Icon name="loop" size={13} />
            {galleryTexts.loop(type)}
          </span>
        ))}
      </span>
    </button>
  );
}
