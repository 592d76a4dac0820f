import type { Line, Tone } from './terminal';

/** A unified diff, line by line, with the tone of each. */
export const diffLines = (diff: string): readonly Line[] =>
  diff === ''
    ? []
    : diff
        .replace(/\n$/, '')
        .split('\n')
        .map((text) => ({ text, tone: toneOf(text) }));

function toneOf(text: string): Tone {
  if (/^(diff|index|---|\+\+\+|new file|deleted file|old mode|new mode) ?/.test(text)) return 'strong';
  if (text.startsWith('@@')) return 'dim';
  if (text.startsWith('+')) return 'good';
  return text.startsWith('-') ? 'bad' : 'plain';
}
