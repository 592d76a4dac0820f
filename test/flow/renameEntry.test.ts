import { describe, expect, it } from 'vitest';
import type { FlowEdit } from '../../engine/flow/edit';
import { applyEdit } from '../../engine/flow/edit';
import { examine } from '../../engine/flow/examine';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import type { Json } from '../../engine/json';
import { at } from '../../engine/json';
import { applied } from './applied';
import { errorsOf, flowOf, gate, work } from './checkedFlow';
import { SAMPLE } from './sample';
import { WHOLE } from './wholeFlow';

function changed(flow: Json, edit: FlowEdit): Json {
  const result = applyEdit(flow, edit);
  if (!result.ok) throw new Error(result.why);
  return patched(flow, result.changes);
}
const rename = (map: 'workers' | 'channels' | 'inputs', from: string, to: string): FlowEdit => ({
  type: 'renameEntry',
  map,
  from,
  to,
});
const why = (flow: Json, edit: FlowEdit) => {
  const result = applyEdit(flow, edit);
  return result.ok ? null : result.why;
};

describe('renaming a worker, a channel or an input', () => {
  it('a worker, wherever it works: in steps and in evaluators', () => {
    const flow = flowOf(
      {
        a: work('g'),
        g: gate('@complete', 'a', { evaluator: { all: [{ worker: 'w' }, { worker: 'other' }] } }),
        h: gate('a', 'a', { evaluator: { worker: 'w' } }),
      },
      { workers: { w: { use: 'x' }, other: { use: 'w' } } },
    );
    const now = changed(flow, rename('workers', 'w', 'coder'));
    expect(at(now, ['workers'])).toEqual({ coder: { use: 'x' }, other: { use: 'w' } });
    expect(at(now, ['steps', 'a', 'worker'])).toBe('coder');
    expect(at(now, ['steps', 'g', 'evaluator'])).toEqual({ all: [{ worker: 'coder' }, { worker: 'other' }] });
    expect(at(now, ['steps', 'h', 'evaluator'])).toEqual({ worker: 'coder' });
  });

  it('in the text only the names change', () => {
    const parsed = parseFlow(SAMPLE);
    const result = applyEdit(parsed.value as Json, rename('workers', 'implementer', 'coder'));
    expect(applied(SAMPLE, result.ok ? result.changes : [])).toBe(SAMPLE.replaceAll('"implementer"', '"coder"'));
  });

  it('a channel in what is read and written and in expressions, but not in what another flow gives back', () => {
    const flow = {
      ...WHOLE,
      steps: { ...(at(WHOLE, ['steps']) as object), draft: work('draft', { reads: ['channel:plan', 'plan'] }) },
    } as Json;
    const now = changed(changed(flow, rename('channels', 'plan', 'to-do')), rename('channels', 'found', 'seen'));
    expect(at(now, ['steps', 'tries', 'channel'])).toBe('to-do');
    expect(at(now, ['steps', 'call'])).toMatchObject({
      input: { n: 'size(state["to-do"].tasks)' },
      output: 'state.anything',
    });
    expect(at(now, ['steps', 'draft', 'reads'])).toEqual(['channel:to-do', 'plan']);
    expect(at(now, ['steps', 'one', 'writes'])).toEqual({ seen: 'output.found + [item]' });
    expect(Object.keys(at(now, ['channels']) as object).sort()).toEqual(['seen', 'to-do']);
    expect(errorsOf(now)).toEqual([]);
    const gives = changed(flow, { type: 'set', path: ['steps', 'call', 'output'], value: 'state.plan' });
    expect(at(changed(gives, rename('channels', 'plan', 'x')), ['steps', 'call', 'output'])).toBe('state.plan');
  });

  it('fields of a channel that are written keep their field, and two of them the expressions they take', () => {
    const flow = flowOf(
      {
        a: work('b', { writes: { 'log.x': 'state.log.x + 1', 'log.y': 'output' } }),
        b: work('@complete', { writes: 'log.x' }),
      },
      { channels: { log: { reducer: 'byKey', initial: {}, fields: { x: 'add', y: 'last' } } } },
    );
    const now = changed(flow, rename('channels', 'log', 'diary'));
    expect(at(now, ['steps', 'a', 'writes'])).toEqual({ 'diary.x': 'state.diary.x + 1', 'diary.y': 'output' });
    expect(at(now, ['steps', 'b', 'writes'])).toBe('diary.x');
    const text = JSON.stringify(flow, null, 2);
    const result = applyEdit(flow, rename('channels', 'log', 'diary'));
    expect(applied(text, result.ok ? result.changes : [])).toBe(text.replaceAll('log', 'diary'));
  });

  it('an input in reads and expressions; prose is left alone', () => {
    const flow = flowOf(
      { a: work('@complete', { prompt: 'Use inputs.n.', reads: ['inputs.n'], writes: { x: 'inputs.n' } }) },
      { inputs: { n: { type: 'integer' } }, channels: { x: {} } },
    );
    const now = changed(flow, rename('inputs', 'n', 'count'));
    expect(at(now, ['steps', 'a'])).toEqual(
      work('@complete', { prompt: 'Use inputs.n.', reads: ['inputs.count'], writes: { x: 'inputs.count' } }),
    );
    expect(examine(JSON.stringify(now)).flow).not.toBeNull();
  });

  it('is refused with a reason: a taken name, a bad one, one that is not there', () => {
    expect(why(WHOLE, rename('channels', 'plan', 'found'))).toBe('There is a channel "found" already.');
    expect(why(WHOLE, rename('inputs', 'list', 'a b'))).toContain('"a b" is not a good id');
    expect(why(WHOLE, rename('workers', 'nobody', 'x'))).toContain('no worker "nobody" in this flow');
    expect(why(WHOLE, rename('workers', 'w', 'w'))).toBeNull();
  });
});
