/**
 * How a text is said to a person, in their language. `message` is the English text and the key of its translation; `{0}`,
 * `{1}` … stand for the arguments.
 */
export type Say = (message: string, ...args: readonly (string | number)[]) => string;

export const english: Say = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (hole, index: string) => String(args[Number(index)] ?? hole));

/** A text that is made where nobody knows who reads it, and is said by whoever shows it. */
export interface Saying {
  readonly message: string;
  readonly args: readonly (string | number)[];
}

/** A text for `Say` to be said later; its message is a literal as there. */
export const toSay = (message: string, ...args: readonly (string | number)[]): Saying => ({ message, args });

export const said = ({ message, args }: Saying, say: Say): string => say(message, ...args);
