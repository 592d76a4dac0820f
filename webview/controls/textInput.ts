import type { KeyboardEvent } from 'react';

/** A text that is typed: each keystroke is a draft, which is then committed or dropped. */
export interface Typing {
  readonly value: string;
  readonly placeholder?: string;
  readonly onType: (text: string) => void;
  readonly onCommit: () => void;
  /** True where there was something to drop. */
  readonly onDrop: () => boolean;
  /** Keys that the field itself has no use for; true where this one was used. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
  /** Take the focus when first drawn. */
  readonly focus?: boolean;
}

/** Leaving the field commits; the whole window losing the focus does not, so that a half-typed text stays one. */
export const blurCommits =
  (typing: Typing) =>
  (event: Leaving): void =>
    onceLeft(event, typing.onCommit);

/**
 * Calls back where the focus went elsewhere in this document. In the moment of leaving that cannot be told: a window that
 * loses the focus, or is hidden, still says that it has it. A turn later it does not, or is no more.
 */
export function onceLeft({ currentTarget }: Leaving, left: () => void): void {
  setTimeout(() => {
    if (document.hasFocus() && document.activeElement !== currentTarget) left();
  }, 0);
}

interface Leaving {
  readonly currentTarget: EventTarget;
}

/** Enter commits (in a text of several lines with Ctrl), so does saving; Escape drops, and leaves where there is nothing to drop. */
export const typingKeys = (typing: Typing, lines: 'one' | 'many') => (event: KeyboardEvent) => {
  if (event.nativeEvent.isComposing) return;
  const command = event.ctrlKey || event.metaKey;
  if (typing.onKey?.(event)) {
    event.preventDefault();
    event.stopPropagation();
  } else if (event.key === 'Enter' && (lines === 'one' || command)) {
    event.preventDefault();
    typing.onCommit();
  } else if (event.key.toLowerCase() === 's' && command) typing.onCommit();
  else if (event.key === 'Escape' && typing.onDrop()) {
    event.preventDefault();
    event.stopPropagation();
  }
};

export const inputOf = (event: { readonly target: unknown }): string => {
  const { target } = event;
  return target instanceof HTMLElement && 'value' in target ? String(target.value) : '';
};
