import type { GalleryTemplate } from '../protocol';

/** The templates in which every word of the filter stands somewhere: name, title, purpose, kinds or loop types. */
export function matching(templates: readonly GalleryTemplate[], filter: string): readonly GalleryTemplate[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return templates.filter((template) => {
    const { name, title, purpose, kinds, loops } = template;
    const text = [name, title, purpose, ...kinds, ...loops.map((type) => `${type} loop`)].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

const MOVES: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** Which of `count` cards in rows of `columns` a key leads to from one of them; undefined where the key leads nowhere. */
export function cardAfter(key: string, from: number, count: number, columns: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const [x, y] = MOVES[key] ?? [0, 0];
  const to = from + x + y * columns;
  return to === from || to < 0 || to >= count ? undefined : to;
}
