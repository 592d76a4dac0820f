/** The fractions that measuring cups and spoons have. */
const KITCHEN_FRACTIONS = [
  [1 / 4, '1/4'],
  [1 / 3, '1/3'],
  [1 / 2, '1/2'],
  [2 / 3, '2/3'],
  [3 / 4, '3/4'],
];

/** Reads a number as recipes write it: `2`, `0.75`, `3/4` or `1 1/2`. */
export function parseQuantity(text) {
  const trimmed = text.trim();
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed);

  const fraction = /^(?:(\d+)\s+)?(\d+)\/(\d+)$/.exec(trimmed);
  if (!fraction || Number(fraction[3]) === 0) throw new RangeError(`not a quantity: "${text}"`);

  const [whole, numerator, denominator] = fraction.slice(1).map((part) => Number(part ?? 0));
  return (whole + numerator) / denominator;
}

/** Writes a number the way a cook reads it: `1 1/2` rather than `1.5`, and two decimals at most. */
export function formatQuantity(amount) {
  const whole = Math.floor(amount);
  const rest = amount - whole;
  const known = KITCHEN_FRACTIONS.find(([value]) => Math.abs(value - rest) < 0.001);
  if (!known) return String(Math.round(amount * 100) / 100);
  return whole === 0 ? known[1] : `${whole} ${known[1]}`;
}
