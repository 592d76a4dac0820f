/** @param {readonly number[]} values */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** What a step takes, in the middle of the rounds. */
export const perStep = (rounds, what = 'ms') => median(rounds.map((one) => one[what] / one.steps));

export const ratio = (a, b) => (a / b).toFixed(2);
