import { describe, expect, it } from 'vitest';
import { evaluatableAt } from '../../engine/flow/language/evaluatable';

const TEXT = JSON.stringify(
  {
    converge: 1,
    id: 'x',
    start: 'act',
    channels: { score: { type: 'number' }, 'odd name': { type: 'number' } },
    inputs: { issue: { type: 'string' } },
    steps: {
      act: { kind: 'work', worker: 'me', reads: ['channel:score', 'inputs.issue'], next: 'sort-it' },
      'sort-it': {
        kind: 'router',
        cases: [
          { when: 'state.score > 3.0 && steps["sort-it"].visits < 2 && size(steps.act.output) > 1', to: '@stop' },
        ],
        else: '@stop',
      },
    },
    loops: { fix: { type: 'group', entry: 'act', tail: 'sort-it', exitWhen: 'true' } },
  },
  null,
  2,
);

/** What would be evaluated with the cursor at the mark. */
const at = (around: string) => {
  const [before = '', after = ''] = around.split('¦');
  const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
  const found = [`${before}${after}`, `${escaped(before)}${escaped(after)}`].find((text) => TEXT.includes(text)) ?? '?';
  const index = TEXT.indexOf(found);
  const inside = found === `${before}${after}` ? before.length : escaped(before).length;
  expect(index, around).toBeGreaterThan(0);
  return evaluatableAt(TEXT, index + inside);
};

describe('what the place of a flow’s text is worth while a run is looked at', () => {
  it('in an expression it is the name under the cursor, with what stands before it', () => {
    expect(at('state.sc¦ore > 3')?.expression).toBe('state.score');
    expect(at('sta¦te.score')?.expression).toBe('state');
    expect(at('steps["sort¦-it"].visits')?.expression).toBe('steps["sort-it"]');
    expect(at('steps["sort-it"].vi¦sits')?.expression).toBe('steps["sort-it"].visits');
    expect(at('size(steps.act.out¦put)')?.expression).toBe('steps.act.output');
    expect(at('steps.act.output) ¦> 1')).toBeUndefined();
    const { offset = 0, length = 0 } = at('steps["sort-it"].vi¦sits') ?? {};
    expect(TEXT.slice(offset, offset + length)).toBe(String.raw`steps[\"sort-it\"].visits`);
  });

  it('at the key of an expression it is the whole of it', () => {
    expect(at('"exit¦When"')?.expression).toBe('true');
    expect(at('"wh¦en": "state')?.expression).toMatch(/^state\.score > 3\.0 && .* > 1$/);
  });

  it('elsewhere it is what is named there', () => {
    expect(at('"next": "sort¦-it"')?.expression).toBe('steps["sort-it"]');
    expect(at('"ac¦t": {')?.expression).toBe('steps.act');
    expect(at('"channel:sc¦ore"')?.expression).toBe('state.score');
    expect(at('"odd na¦me"')?.expression).toBe('state["odd name"]');
    expect(at('"inputs.iss¦ue"')?.expression).toBe('inputs.issue');
    expect(at('"fi¦x": {')?.expression).toBe('loops.fix');
  });

  it('what has no value is nothing', () => {
    for (const place of ['"worker": "m¦e"', '"@st¦op"', '"ki¦nd": "work"', '"id": "¦x"'])
      expect(at(place), place).toBeUndefined();
    expect(evaluatableAt('{"steps": {', 4)).toBeUndefined();
  });
});
