import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { examine } from '../../engine/flow/examine';
import { LOOP_TYPES, STEP_KINDS } from '../../engine/flow/names';
import { parseFlow } from '../../engine/flow/parse';

interface Snippet {
  readonly prefix: string;
  readonly description: string;
  readonly body: readonly string[];
}
const snippets: Readonly<Record<string, Snippet>> = JSON.parse(readFileSync('media/language/snippets.json', 'utf8'));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

/** What stands there when nothing is typed over. */
const expanded = ({ body }: Snippet): string =>
  body
    .join('\n')
    .replace(/\$\{TM_FILENAME_BASE\/[^}]*\}/g, 'some-flow')
    .replace(/\$\{\d+\|([^,|]*)[^}]*\}/g, '$1')
    .replace(/\$\{\d+:([^}]*)\}/g, '$1')
    .replaceAll('$0', '');

describe('snippets for the text of a flow', () => {
  it('are contributed for its language, one for each kind of step and type of loop', () => {
    expect(manifest.contributes.snippets).toEqual([{ language: 'converge', path: './media/language/snippets.json' }]);
    const prefixes = Object.values(snippets).map(({ prefix }) => prefix);
    expect(prefixes.sort()).toEqual(
      [...STEP_KINDS.map((kind) => `step-${kind}`), ...LOOP_TYPES.map((type) => `loop-${type}`), 'flow'].sort(),
    );
    for (const { description } of Object.values(snippets)) expect(description.length).toBeGreaterThan(10);
  });

  it.each(Object.values(snippets).filter(({ prefix }) => prefix !== 'flow'))('$prefix is whole in shape', (snippet) => {
    const map = snippet.prefix.startsWith('step-') ? 'steps' : 'loops';
    const others = map === 'steps' ? '' : ', "steps": {}';
    const text = `{ "converge": 1, "id": "x", "start": "act"${others}, "${map}": { ${expanded(snippet)} } }`;
    expect(parseFlow(text).issues).toEqual([]);
  });

  it('the whole flow has nothing to find fault with', () => {
    const flow = snippets.Flow;
    expect(flow && examine(expanded(flow)).issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  });
});
