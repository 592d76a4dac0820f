/** What one of each unit is, in grams or in millilitres. */
const UNITS = {
  g: { measure: 'weight', size: 1 },
  kg: { measure: 'weight', size: 1000 },
  ml: { measure: 'volume', size: 1 },
  l: { measure: 'volume', size: 1000 },
  tsp: { measure: 'volume', size: 5 },
  tbsp: { measure: 'volume', size: 15 },
  cup: { measure: 'volume', size: 240 },
};

export const isUnit = (name) => Object.hasOwn(UNITS, name);

/** True where an amount in one unit can be given in the other. No unit at all (`3 eggs`) goes with no unit only. */
export function sameMeasure(a, b) {
  if (a === b) return true;
  return isUnit(a) && isUnit(b) && UNITS[a].measure === UNITS[b].measure;
}

/** The same amount in another unit. Weight and volume are never mixed: that depends on what is weighed. */
export function convert(amount, from, to) {
  if (from === to) return amount;
  for (const unit of [from, to]) {
    if (!isUnit(unit)) throw new RangeError(`unknown unit: ${unit}`);
  }
  if (!sameMeasure(from, to)) throw new RangeError(`cannot turn ${from} into ${to}`);
  return (amount * UNITS[from].size) / UNITS[to].size;
}
