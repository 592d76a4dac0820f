import type { Note } from '../trace/decision';

/** What one pass tells the next. The worst that a poisoned note can do is waste a pass. */
export const KEEP_NOTES = 20;
const NOTE_CHARS = 600;

/**
 * A lesson as a note may hold it: control, bidirectional and zero-width characters out (but line breaks and tabs kept),
 * at most `chars` UTF-16 units, cut at a whole character as a reader sees it (grapheme).
 */
export function noteText(lesson: string, chars: number = NOTE_CHARS): string {
  const clean = lesson.replace(UNSAFE, '').trim();
  if (clean.length <= chars) return clean;
  let end = 0;
  // Enough characters for the limit and the one that straddles it: a huge lesson is not segmented whole.
  for (const { index, segment } of graphemes.segment(clean.slice(0, chars + 64))) {
    if (index + segment.length > chars) break;
    end = index + segment.length;
  }
  return clean.slice(0, end);
}

/** The notes after one more; the oldest go. */
export const addNote = (notes: readonly Note[], note: Note, keep: number = KEEP_NOTES): readonly Note[] =>
  [...notes, note].slice(-Math.min(keep, KEEP_NOTES));

export const STEERS = {
  'spend-80': (part: number) =>
    `${Math.round(part * 100)}% of the spend cap is used: prioritise closing out over new work.`,
  'try-another-approach': () => 'The last pass made no progress: try a different approach.',
} as const;

const UNSAFE = /(?![\n\t])[\p{Cc}\p{Bidi_Control}\u200b\u2060\ufeff]/gu;
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
