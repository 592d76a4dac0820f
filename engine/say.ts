/**
 * How a text is said to a person, in their language. `message` is the English text and the key of its translation; `{0}`,
 * `{1}` … stand for the arguments.
 */
export type Say = (message: string, ...args: readonly (string | number)[]) => string;

export const english: Say = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (hole, index: string) => String(args[Number(index)] ?? hole));
