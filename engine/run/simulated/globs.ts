/**
 * Whether a path is named by a glob: `*` and `?` within a part, `**` over parts, `{a,b}`; a glob that names a folder means
 * everything below it.
 */
export function isNamed(glob: string, path: string): boolean {
  const plain = glob.replace(/^\.\//, '').replace(/\/$/, '');
  return alternatives(plain).some((each) => {
    const pattern = patternOf(each);
    return new RegExp(`^${pattern}$`).test(path) || new RegExp(`^${pattern}/`).test(path);
  });
}

const TOKEN = /\*\*\/?|\*|\?|[.+^${}()|[\]\\]/g;

const patternOf = (glob: string): string =>
  glob.replace(TOKEN, (token) => {
    if (token === '**/') return '(?:.*/)?';
    if (token === '**') return '.*';
    if (token === '*') return '[^/]*';
    return token === '?' ? '[^/]' : `\\${token}`;
  });

function alternatives(glob: string): readonly string[] {
  const found = /^(.*?)\{([^{}]*,[^{}]*)\}(.*)$/.exec(glob);
  if (found === null) return [glob];
  const [, before = '', within = '', after = ''] = found;
  return within.split(',').flatMap((part) => alternatives(`${before}${part}${after}`));
}
