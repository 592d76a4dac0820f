import type { Say } from '../../engine/say';
import { english } from '../../engine/say';

/**
 * What rows say, in the language of the window.
 *
 * R1 Rows know of no window: whoever shows them says once how to translate, and without that they are English.
 * R2 Every bundle has a module of its own of this: one that is loaded late says it again.
 */
export const say: Say = (message, ...args) => saying(message, ...args);

let saying: Say = english;

/** From now on rows are said this way. */
export function sayRows(how: Say): void {
  saying = how;
}
