/**
 * What rows say, in the language of the window. `message` is the English text and the key of its translation; `{0}`, `{1}` …
 * stand for the arguments.
 *
 * R1 Rows know of no window: whoever shows them says once how to translate, and without that they are English.
 * R2 Every bundle has a module of its own of this: one that is loaded late says it again.
 */
export type Say = (message: string, ...args: readonly (string | number)[]) => string;

export const english: Say = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (hole, index: string) => String(args[Number(index)] ?? hole));

let saying: Say = english;

export const say: Say = (message, ...args) => saying(message, ...args);

/** From now on rows are said this way. */
export function sayRows(how: Say): void {
  saying = how;
}
