/**
 * How far into a JSON text literal a place of its value stands, quote included: an escape is longer in the file than what it
 * means. A place behind the end is that of the closing quote.
 */
export function literalIndex(literal: string, valueIndex: number): number {
  let index = 1;
  for (let passed = 0; passed < valueIndex && index < literal.length; passed++) index += lengthAt(literal, index);
  return index;
}

/** The other way round: which character of the value stands at a place of the literal. */
export function valueIndex(literal: string, literalAt: number): number {
  let passed = 0;
  for (let index = 1; index < literalAt && index < literal.length; index += lengthAt(literal, index)) passed++;
  return passed;
}

function lengthAt(literal: string, index: number): number {
  if (literal[index] !== '\\') return 1;
  return literal[index + 1] === 'u' ? 6 : 2;
}
