/** A key press as far as keys tell one from another. */
export interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/**
 * Whether a key press is what a chord such as `Ctrl+Shift+ArrowLeft`, `A`, `?` or `Ctrl+Plus` says. `Ctrl` is the command
 * key on a Mac. For signs that need Shift on some keyboards, and for the
 * space bar, Shift does not count.
 */
export function isChord(press: Press, chord: string): boolean {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  const wants = (name: string) => parts.slice(0, -1).includes(name);
  if ((press.ctrlKey || press.metaKey) !== wants('Ctrl') || press.altKey !== wants('Alt')) return false;
  const signs = SIGNS[key];
  if (signs) return signs.includes(press.key);
  if (press.shiftKey !== wants('Shift')) return false;
  return key.length === 1 ? press.key.toLowerCase() === key.toLowerCase() : press.key === key;
}

const SIGNS: Readonly<Record<string, readonly string[]>> = {
  '?': ['?'],
  Plus: ['+', '='],
  Minus: ['-', '_'],
  Space: [' '],
};

const NAMES: Readonly<Record<string, string>> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Plus: '+',
  Minus: '-',
  ContextMenu: 'Menu',
};

/** A chord as a person reads it. */
export const chordText = (chord: string): string =>
  chord
    .split('+')
    .map((part) => NAMES[part] ?? part)
    .join('+');

/** As ARIA writes it in `aria-keyshortcuts`. */
export const chordAria = (chord: string): string => chord.replaceAll('Ctrl', 'Control');
