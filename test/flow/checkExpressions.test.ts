import { describe, expect, it } from 'vitest';
import { check } from '../../engine/flow/check';
import { patched } from '../../engine/flow/patch';
import type { Json, JsonPath } from '../../engine/json';
import { errorsOf } from './checkedFlow';
import { WHOLE as FLOW } from './wholeFlow';

const PLACES: Readonly<Record<string, JsonPath>> = {
  when: ['steps', 'route', 'cases', 0, 'when'],
  over: ['steps', 'each', 'over'],
  cache: ['steps', 'each', 'cache', 'key'],
  effect: ['steps', 'one', 'effect', 'key'],
  writes: ['steps', 'one', 'writes', 'found'],
  taskWrites: ['steps', 'job', 'writes', 'found'],
  input: ['steps', 'call', 'input', 'n'],
  output: ['steps', 'call', 'output'],
  gate: ['steps', 'ok', 'evaluator', 'all', 0, 'when'],
  exit: ['loops', 'group', 'exitWhen'],
};

/** Code and message of what is said about an expression in a place. */
const said = (place: keyof typeof PLACES, text: string, more: Json = FLOW): readonly string[] => {
  const path = PLACES[place] ?? [];
  return check(patched(more, [{ path, value: text }]))
    .filter((issue) => issue.severity === 'error')
    .map(({ code, path: here, message }) =>
      here.join('.') === path.join('.') ? `${code}: ${message}` : `elsewhere: ${code}`,
    );
};

describe('expressions of a flow', () => {
  it('the flow with one in every place is sound', () => {
    expect(errorsOf(FLOW)).toEqual([]);
  });

  it('what does not compile is told in every place', () => {
    for (const place of Object.keys(PLACES)) {
      expect(said(place, '1 +')).toEqual([expect.stringMatching(/^bad-expression: This \w+ cannot be read/)]);
      expect(said(place, 'now() > 1')).toEqual([expect.stringMatching(/^bad-expression/)]);
      expect(said(place, 'timestamp("2024-01-01T00:00:00Z") > timestamp("2023-01-01T00:00:00Z")')[0]).toContain(
        'no clock',
      );
    }
  });

  it('a condition gives true or false, "over" a list, any other JSON', () => {
    for (const place of ['when', 'gate', 'exit'] as const) {
      expect(said(place, '"yes"')).toEqual([expect.stringMatching(/true or false/)]);
      expect(said(place, 'inputs.list[0]')).toEqual([]);
    }
    expect(said('over', '"text"')).toEqual([expect.stringMatching(/does not give a list/)]);
    expect(said('over', '[1, 2].map(x, x + 1)')).toEqual([]);
    expect(said('cache', 'b"bytes"')).toEqual([expect.stringMatching(/not JSON/)]);
    expect(said('input', '{"a": [1.5, null]}')).toEqual([]);
  });

  it('names that are not there are told with the nearest one, in every place that has them', () => {
    for (const place of ['when', 'gate', 'exit', 'cache', 'effect', 'writes', 'input'] as const) {
      for (const [text, meant] of [
        ['steps.drafd.visits == 1', 'draft'],
        ['steps.draft.visit == 1', 'visits'],
        ['gates.okk.passed', 'ok'],
        ['gates.ok.pased', 'passed'],
        ['loops.grup.total == 1', 'group'],
        ['loops.group.iterations == 1', 'iteration'],
        ['state.fuond == []', 'found'],
        ['state.plan.task == []', 'tasks'],
        ['inputs.lst == []', 'list'],
        ['budget.usdd > 1', 'usd'],
      ] as const)
        expect([text, ...said(place, text)]).toEqual([
          text,
          expect.stringMatching(`^unknown-name.*Did you mean "${meant}"`),
        ]);
    }
    expect(said('when', 'gates.draft.passed')).toEqual([expect.stringMatching(/no gate "draft"/)]);
    expect(said('when', 'state["found"] == [] && steps["draft"].outcome == "ok" && loops.group.best == null')).toEqual(
      [],
    );
  });

  it('what a call gives back is made from the flow that it called, whose names are not known here', () => {
    expect(said('output', 'steps.other.output.x + state.y')).toEqual([]);
    expect(said('output', 'steps.other.outptu')).toEqual([expect.stringMatching(/Did you mean "output"/)]);
  });

  it('item, task and output are only there where something gives them', () => {
    expect(said('effect', 'item.id')).toEqual([]);
    expect(said('effect', 'task.id')).toEqual([expect.stringMatching(/^name-not-here.*a plan calls.*"each" is a map/)]);
    expect(said('effect', 'output.id')).toEqual([expect.stringMatching(/^name-not-here.*"writes"/)]);
    expect(said('writes', '[output, item]')).toEqual([]);
    expect(said('taskWrites', 'task.id')).toEqual([]);
    expect(said('taskWrites', 'item')).toEqual([expect.stringMatching(/^name-not-here/)]);
    for (const place of ['when', 'over', 'cache', 'input', 'gate', 'exit'] as const)
      for (const name of ['item', 'task', 'output'])
        expect(said(place, `${name} == null ? [] : []`)[0]).toMatch(/^name-not-here/);
    expect(said('when', 'inputs.list.exists(item, item == 3)')).toEqual([]);
  });

  it('what is left of a budget is known only where there is one', () => {
    expect(said('when', 'budget.usdLeft > 1 && budget.tokens > 3')).toEqual([]);
    expect(said('when', 'budget.tokensLeft > 1')).toEqual([expect.stringMatching(/has no "budget" with "tokens"/)]);
  });

  it('reads: channels, inputs, item and task are there', () => {
    const read = (step: string, name: string) =>
      errorsOf(patched(FLOW, [{ path: ['steps', step, 'reads'], value: [name] }]));
    for (const name of ['channel:found', 'inputs.list', 'draft', 'src/a.ts']) expect(read('draft', name)).toEqual([]);
    expect(read('draft', 'channel:fund')).toEqual(['unknown-channel steps.draft.reads.0']);
    expect(read('draft', 'inputs.lst')).toEqual(['unknown-name steps.draft.reads.0']);
    expect(read('draft', 'item')).toEqual(['name-not-here steps.draft.reads.0']);
    expect(read('one', 'task')).toEqual(['name-not-here steps.one.reads.0']);
    expect(read('one', 'item')).toEqual([]);
    expect(read('job', 'task')).toEqual([]);
  });
});
