import { fc } from '../fc';

type Value = null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** Texts of JSON with comments as people leave them: any white space, remarks, trailing commas, either line end. */
export function documents(): fc.Arbitrary<string> {
  const key = fc.constantFrom('a', 'b', 'steps', 'layout', 'x-1', 'n1', 'n3', 'with "quotes"', '');
  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.constantFrom<Value>(null, true, 0, 1.5, 'text', '// no comment', '/* nor this */', 'ü😀'),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(key, tie('value'), { maxKeys: 4 }),
    ),
  }));
  const root = fc.dictionary(key, value, { maxKeys: 5 });
  return fc
    .tuple(root, fc.array(fc.nat(9), { minLength: 5, maxLength: 60 }), fc.constantFrom('\n', '\r\n'), fc.boolean())
    .map(([tree, noise, eol, oneLine]) => written(tree, noise, oneLine ? ' ' : eol, eol));
}

function written(tree: Value, noise: readonly number[], gap: string, eol: string): string {
  let at = 0;
  let comments = 0;
  const roll = () => noise[at++ % noise.length] ?? 0;
  const space = (): string => {
    const dice = roll();
    if (dice === 7) return ` /* c${comments++} */ `;
    if (dice === 8 && gap !== ' ') return ` // c${comments++}${eol}`;
    if (dice === 9) return `${gap}${gap}\t`;
    return ['', ' ', gap, `${gap}  `, ''][dice % 5] ?? '';
  };
  const list = (open: string, parts: readonly string[], close: string) => {
    const joined = parts.map((part) => space() + part + space()).join(',');
    return open + joined + (parts.length > 0 && roll() > 6 ? `,${space()}` : '') + space() + close;
  };
  const write = (value: Value): string => {
    if (Array.isArray(value))
      return list(
        '[',
        value.map((item: Value) => write(item)),
        ']',
      );
    if (typeof value !== 'object' || value === null) return JSON.stringify(value);
    const members = Object.entries(value).map(
      ([key, member]) => `${JSON.stringify(key)}${space()}:${space()}${write(member)}`,
    );
    return list('{', members, '}');
  };
  return space() + write(tree) + space();
}
