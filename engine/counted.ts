/**
 * A number with its noun, in English: `1 turn`, `2,000 turns`, `2 open latches`. What is not a number, such as a cap that is
 * still a `?`, is said as it is.
 */
export const counted = (count: number | string, word: string, words = `${word}s`): string =>
  `${count.toLocaleString('en')} ${String(count) === '1' ? word : words}`;
