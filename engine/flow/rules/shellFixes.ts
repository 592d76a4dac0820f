import type { Fix } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import { alwaysSucceeds, hidingIn } from './shell';

/**
 * A command without what is put behind it to hide that it failed (`|| true`, `; true`) or to hide its terminal (`| cat`);
 * undefined where something else hides too, or where it is not sure that this is all that these do.
 */
export function unhidden(command: Json, text: string, path: JsonPath): Fix | undefined {
  const shown = withoutHiding(text);
  if (shown === null) return undefined;
  const words = plainWords(shown);
  const title = `Run "${shown}" alone`;
  if (path.at(-1) === 'shell') {
    if (words === null) return { title, changes: [{ path, value: shown }] };
    if (at(command, ['run']) !== undefined) return undefined;
    return { title, changes: [{ path }, { path: [...path.slice(0, -1), 'run'], value: words }] };
  }
  return words === null ? undefined : { title, changes: [{ path, value: words }] };
}

const HIDING = /\s*(?:\|\|\s*(?:true|:|exit\s+0)|;\s*(?:true|:|exit\s+0)|(?<!\|)\|\s*cat)\s*;?\s*$/;

function withoutHiding(text: string): string | null {
  let shown = text.trim();
  while (HIDING.test(shown)) shown = shown.replace(HIDING, '');
  if (shown === '' || shown === text.trim() || /[\r\n#\\`]/.test(text)) return null;
  // What stands behind an open quote is no operator.
  const even = (quote: string) => shown.split(quote).length % 2 === 1;
  if (!even('"') || !even("'") || hidingIn(shown) !== null || alwaysSucceeds(shown)) return null;
  return shown;
}

/** A program and its arguments, where the shell would make nothing else of them. */
function plainWords(text: string): readonly string[] | null {
  const words = text.split(/\s+/);
  const isPlain = words.every((word) => /^[\w@%+,./:=-]+$/.test(word));
  const [program = ''] = words;
  return isPlain && !program.includes('=') && !BUILT_IN.has(program) ? words : null;
}

/** What only a shell knows. */
const BUILT_IN: ReadonlySet<string> = new Set(
  'alias bg break builtin case cd command continue declare do done eval exec exit export fg fi for function if jobs let local popd pushd read return set shift source then time times trap type typeset ulimit umask unalias unset until wait while . :'.split(
    ' ',
  ),
);
