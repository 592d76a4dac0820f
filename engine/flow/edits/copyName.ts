/** The longest name that an id may have. */
const LONGEST = 64;

/** Gives free names to copies: the name with the next number behind it, `act2` for `act`, `act3` for `act2`. */
export function copyNames(taken: (name: string) => boolean): (name: string) => string {
  const given = new Set<string>();
  /** How far the numbers of a stem are used up. */
  const used = new Map<string, number>();
  return (name) => {
    const [, stem = name, digits] = /^(.*?[^0-9])([1-9][0-9]{0,3})$/.exec(name) ?? [];
    for (let number = Math.max(Number(digits ?? 1), used.get(stem) ?? 0) + 1; ; number++) {
      const wanted = `${stem.slice(0, LONGEST - String(number).length)}${number}`;
      if (taken(wanted) || given.has(wanted)) continue;
      used.set(stem, number);
      given.add(wanted);
      return wanted;
    }
  };
}
