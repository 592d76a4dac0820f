import { lstat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { readOwnFile } from '../ownFile';
import { OWN_FOLDER } from '../ownFolder';

/**
 * What the user's repository ignores beyond the `.gitignore` files below the root, as the text of an exclude file: its
 * `info/exclude`, and the `.gitignore` files between its top and a workspace root that lies deeper.
 */
export async function ignoreRules(root: string): Promise<string> {
  const top = await repositoryTop(root);
  const rules: string[] = [];
  if (top !== undefined) {
    const way = relative(top, root).split(sep).filter(Boolean);
    const exclude = await readOwnFile(join(top, '.git/info/exclude')).catch(() => '');
    rules.push(...rebased(exclude, way));
    for (let depth = 0; depth < way.length; depth++) {
      const text = await readOwnFile(join(top, ...way.slice(0, depth), '.gitignore')).catch(() => '');
      rules.push(...rebased(text, way.slice(depth)));
    }
  }
  return `${[...rules, `/${OWN_FOLDER}/`].join('\n')}\n`;
}

/** The nearest folder at or above `from` that has a `.git`, or `undefined`. */
export async function repositoryTop(from: string): Promise<string | undefined> {
  for (let folder = from; ; folder = dirname(folder)) {
    if (await lstat(join(folder, '.git')).catch(() => undefined)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

/** The rules of an ignore file as they read from a folder below it, `way` being the path there. */
export function rebased(text: string, way: readonly string[]): readonly string[] {
  return text.split(/\r?\n/).flatMap((line) => {
    const rule = line.trimEnd();
    if (rule === '' || rule.startsWith('#')) return [];
    const not = rule.startsWith('!') ? '!' : '';
    const pattern = rule.slice(not.length);
    // A rule without a slash but at its end counts at every depth.
    if (!pattern.slice(0, -1).includes('/')) return [rule];
    const below = descend(pattern.replace(/^\//, '').split('/'), way);
    return below === undefined ? [] : [`${not}${below}`];
  });
}

function descend(pattern: readonly string[], way: readonly string[]): string | undefined {
  const [first, ...rest] = pattern;
  const [folder, ...deeper] = way;
  if (folder === undefined) return `/${pattern.join('/')}`;
  if (first === '**') return pattern.join('/');
  if (first === undefined || rest.length === 0 || rest[0] === '') return undefined;
  return picomatch.isMatch(folder, first, { dot: true, nonegate: true }) ? descend(rest, deeper) : undefined;
}
