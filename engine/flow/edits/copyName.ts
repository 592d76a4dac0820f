/** The longest name that an id may have. */
const LONGEST = 64;

/** A free name for a copy: the name with the next number behind it, `act2` for `act`, `act3` for `act2`. */
export function copyName(name: string, taken: (name: string) => boolean): string {
  if (!taken(name)) return name;
  const [, stem = name, digits] = /^(.*?[^0-9])([1-9][0-9]{0,3})$/.exec(name) ?? [];
  for (let number = Number(digits ?? 1) + 1; ; number++) {
    const wanted = `${stem.slice(0, LONGEST - String(number).length)}${number}`;
    if (!taken(wanted)) return wanted;
  }
}
