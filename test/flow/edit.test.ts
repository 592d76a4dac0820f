import { describe, expect, it } from 'vitest';
import { check } from '../../engine/flow/check';
import type { FlowEdit } from '../../engine/flow/edit';
import { applyEdit } from '../../engine/flow/edit';
import { examine } from '../../engine/flow/examine';
import { graphOf } from '../../engine/flow/graph';
import { STEP_KINDS } from '../../engine/flow/names';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import type { Json } from '../../engine/json';
import { at } from '../../engine/json';
import { applied } from './applied';
import { SAMPLE } from './sample';

const sample = parseFlow(SAMPLE).value as Json;

/** The flow after the edit; fails where it is refused. */
function changed(flow: Json, edit: FlowEdit): Json {
  const result = applyEdit(flow, edit);
  if (!result.ok) throw new Error(result.why);
  return patched(flow, result.changes);
}
const why = (flow: Json, edit: FlowEdit) => {
  const result = applyEdit(flow, edit);
  return result.ok ? null : result.why;
};
const edited = (text: string, edit: FlowEdit) => {
  const result = applyEdit(parseFlow(text).value as Json, edit);
  if (!result.ok) throw new Error(result.why);
  return applied(text, result.changes);
};
const codes = (flow: Json) => check(flow).map((issue) => issue.code);

describe('adding steps', () => {
  it('a new step of every kind is valid in shape, wherever it is put', () => {
    for (const kind of STEP_KINDS) {
      for (const place of [{}, { after: 'act' }, { onRoute: 'verify/strong/0' }, { position: [3.4, 5] as const }]) {
        const text = edited(SAMPLE, { type: 'addStep', kind, ...place });
        const shape = parseFlow(text);
        expect(shape.issues).toEqual([]);
        const taken = kind === 'verify' || kind === 'judge';
        expect(at(shape.value as Json, ['steps', taken ? `${kind}2` : kind, 'kind'])).toBe(kind);
      }
    }
  });

  it('on a route it stands between both ends; behind a step it takes over where that led', () => {
    const onRoute = changed(sample, { type: 'addStep', kind: 'work', id: 'tidy', onRoute: 'act/strong/0' });
    expect(at(onRoute, ['steps', 'act', 'next'])).toBe('tidy');
    expect(at(onRoute, ['steps', 'tidy', 'next'])).toBe('verify');
    expect(codes(onRoute)).toEqual([]);
    const behind = changed(sample, { type: 'addStep', kind: 'ask', after: 'judge' });
    expect(at(behind, ['steps', 'judge', 'next'])).toBe('ask');
    expect(at(behind, ['steps', 'ask', 'routes', 'continue'])).toBe('@complete');
  });

  it('the first step of an empty flow is its start; a taken id gets a number; a worker of the flow is used', () => {
    const empty = changed({ converge: 1, id: 'x', steps: {} }, { type: 'addStep', kind: 'work', position: [1.6, 2] });
    expect(at(empty, ['start'])).toBe('work');
    expect(at(empty, ['layout', 'work'])).toEqual([2, 2]);
    const second = changed(sample, { type: 'addStep', kind: 'verify', id: 'verify' });
    expect(at(second, ['steps', 'verify2'])).toBeDefined();
    expect(at(changed(sample, { type: 'addStep', kind: 'judge' }), ['steps', 'judge2', 'worker'])).toBe('reviewer');
  });

  it('is refused with a reason: an unknown kind, a bad id, a route or step that is gone', () => {
    expect(why(sample, { type: 'addStep', kind: 'dream' })).toContain('dream');
    expect(why(sample, { type: 'addStep', kind: 'work', id: '1st' })).toContain('1st');
    expect(why(sample, { type: 'addStep', kind: 'work', onRoute: 'x/strong/0' })).toContain('not there');
    expect(why(sample, { type: 'addStep', kind: 'work', after: 'gone' })).toContain('gone');
  });
});

describe('routes', () => {
  it('a drawn route is the first free one of the kind', () => {
    const failed = changed(sample, { type: 'connect', from: 'act', to: '@stop' });
    expect(at(failed, ['steps', 'act', 'routes'])).toEqual({ failed: '@stop' });
    expect(at(changed(failed, { type: 'connect', from: 'act', to: 'verify' }), ['steps', 'act', 'branches'])).toEqual({
      branch: 'verify',
    });
    expect(why(sample, { type: 'connect', from: 'judge', to: '@stop' })).toContain('has all its routes');
    const free = changed(sample, { type: 'disconnect', route: 'verify/strong/0' });
    expect(at(free, ['steps', 'verify', 'next'])).toBeUndefined();
    expect(at(changed(free, { type: 'connect', from: 'verify', to: 'judge' }), ['steps', 'verify', 'next'])).toBe(
      'judge',
    );
  });

  it('a second strong route fans out, but not beside an end of the run', () => {
    const fan = changed(sample, { type: 'connect', from: 'act', to: 'judge', kind: 'strong' });
    expect(at(fan, ['steps', 'act', 'next'])).toEqual(['verify', 'judge']);
    expect(at(changed(fan, { type: 'disconnect', route: 'act/strong/0' }), ['steps', 'act', 'next'])).toBe('judge');
    expect(
      at(changed(sample, { type: 'connect', from: 'act', to: '@stop', kind: 'strong' }), ['steps', 'act', 'next']),
    ).toBe('@stop');
  });

  it('routers and questions get cases, branches and choices', () => {
    const router = changed(sample, { type: 'addStep', kind: 'router' });
    const more = changed(router, { type: 'connect', from: 'router', to: 'act' });
    expect(at(more, ['steps', 'router', 'cases', 1])).toEqual({ when: 'false', to: 'act' });
    expect(
      at(changed(more, { type: 'disconnect', route: 'router/case/0' }), ['steps', 'router', 'cases']),
    ).toHaveLength(1);
    const ask = changed(sample, { type: 'addStep', kind: 'ask' });
    const third = changed(ask, { type: 'connect', from: 'ask', to: 'act' });
    expect(at(third, ['steps', 'ask', 'choices'])).toEqual(['continue', 'stop', 'choice']);
    expect(at(third, ['steps', 'ask', 'routes', 'choice'])).toBe('act');
  });

  it('a route that is gone, a step that is gone and no end of a run are refused', () => {
    expect(why(sample, { type: 'reconnect', route: 'x/strong/0', to: 'act' })).not.toBeNull();
    expect(why(sample, { type: 'reconnect', route: 'act/strong/0', to: 'gone' })).toContain('gone');
    expect(why(sample, { type: 'connect', from: 'act', to: '@done' })).toContain('@done');
    expect(why(sample, { type: 'connect', from: '@stop', to: 'act' })).toContain('@stop');
  });
});

describe('deleting steps', () => {
  it('rejoins what led to the step, prunes reads and place, and keeps the rest', () => {
    const flow = changed(sample, { type: 'deleteSteps', ids: ['verify'] });
    expect(at(flow, ['steps', 'act', 'next'])).toBe('judge');
    expect(at(flow, ['steps', 'act', 'reads'])).toBeUndefined();
    expect(at(flow, ['steps', 'judge', 'reads'])).toEqual(['act']);
    expect(at(flow, ['layout'])).toBeUndefined();
    expect(codes(flow)).toEqual(['loop-without-verify']);
  });

  it('moves the loop and the start to the neighbour where head or tail are gone', () => {
    const headless = changed(sample, { type: 'deleteSteps', ids: ['act'] });
    expect(at(headless, ['loops', 'fix', 'head'])).toBe('verify');
    expect(at(headless, ['start'])).toBe('verify');
    const tailless = changed(sample, { type: 'deleteSteps', ids: ['judge'] });
    expect(at(tailless, ['loops', 'fix', 'tail'])).toBe('verify');
    expect(at(tailless, ['steps', 'verify', 'next'])).toBe('@complete');
    const bare = changed(sample, { type: 'deleteSteps', ids: ['act', 'verify', 'judge'] });
    expect(at(bare, ['loops'])).toEqual({});
    expect(at(bare, ['start'])).toBeUndefined();
  });

  it('leaves no pointer to a deleted step, whichever are deleted', () => {
    const big = ['router', 'ask', 'work', 'verify'].reduce<Json>(
      (flow, kind) =>
        changed(flow, { type: 'addStep', kind, id: `x-${kind}`, onRoute: 'judge/strong/0', position: [1, 1] }),
      sample,
    );
    const ids = graphOf(big).steps.map((step) => step.id);
    for (let mask = 1; mask < 1 << ids.length; mask++) {
      const gone = ids.filter((_, bit) => mask & (1 << bit));
      const flow = changed(big, { type: 'deleteSteps', ids: gone });
      const rest = JSON.stringify({
        steps: at(flow, ['steps']),
        loops: at(flow, ['loops']),
        start: at(flow, ['start']),
        layout: at(flow, ['layout']),
      }).replaceAll(/"kind":"\w+"/g, '');
      for (const id of gone) expect(rest).not.toContain(`"${id}"`);
      expect(codes(flow)).not.toContain('unknown-target');
    }
  });

  it('a question does not show what is gone', () => {
    const ask = changed(sample, { type: 'addStep', kind: 'ask', after: 'judge' });
    const shown = changed(ask, { type: 'set', path: ['steps', 'ask', 'artifact'], value: 'verify' });
    expect(at(changed(shown, { type: 'deleteSteps', ids: ['act'] }), ['steps', 'ask', 'artifact'])).toBe('verify');
    expect(at(changed(shown, { type: 'deleteSteps', ids: ['verify'] }), ['steps', 'ask', 'artifact'])).toBeUndefined();
  });

  it('refuses steps that are gone already', () => {
    expect(why(sample, { type: 'deleteSteps', ids: ['nobody'] })).toContain('nobody');
  });
});

describe('renaming', () => {
  const text = SAMPLE.replace('"next": "@complete"', '"next": "way"').replace(
    '  },\n  "loops"',
    '  ,"way": { "kind": "router", "cases": [{ "when": "steps.verify.visits > 3 && steps[\'verify\'].outcome == \'ok\' && loops.fix.total > 1", "to": "@stop" }], "else": "@complete" }\n  },\n  "loops"',
  );

  it('a step, wherever its id stands, and nothing else in the text', () => {
    const renamed = edited(text, { type: 'renameStep', from: 'verify', to: 'prove-it' });
    const expected = text
      .replaceAll('"verify":', '"prove-it":')
      .replaceAll('"verify"', '"prove-it"')
      .replace('"kind": "prove-it"', '"kind": "verify"')
      .replace('steps.verify.visits', 'steps[\\"prove-it\\"].visits')
      .replace("steps['verify']", 'steps[\\"prove-it\\"]');
    expect(renamed).toBe(expected);
    expect(examine(renamed).issues).toEqual(examine(text).issues);
  });

  it('a loop, in its key and in conditions', () => {
    const renamed = edited(text, { type: 'renameLoop', from: 'fix', to: 'mend' });
    expect(renamed).toBe(text.replace('"fix": {', '"mend": {').replace('loops.fix.', 'loops.mend.'));
  });

  it('is refused: a taken name, a bad name, a step that is gone', () => {
    expect(why(sample, { type: 'renameStep', from: 'act', to: 'judge' })).toContain('already');
    expect(why(sample, { type: 'renameStep', from: 'act', to: 'a b' })).toContain('a b');
    expect(why(sample, { type: 'renameStep', from: 'nobody', to: 'x' })).toContain('nobody');
    expect(why(sample, { type: 'renameLoop', from: 'nobody', to: 'x' })).toContain('nobody');
  });
});

describe('loops and places', () => {
  it('UL-02 a span wrapped in a loop has a cap from the start, and the drawn way back is the loop’s own then', () => {
    const open = changed(changed(sample, { type: 'removeLoop', id: 'fix' }), {
      type: 'reconnect',
      route: 'judge/strong/0',
      to: 'act',
    });
    const flow = changed(open, { type: 'wrapInLoop', head: 'act', tail: 'judge' });
    expect(at(flow, ['loops', 'loop'])).toEqual({
      type: 'until',
      head: 'act',
      tail: 'judge',
      maxPasses: 5,
      onExhausted: '@stop',
    });
    expect(at(flow, ['steps', 'judge', 'next'])).toBe('@complete');
    expect(codes(flow)).toEqual(['loop-without-spend-cap']);
    expect(why(sample, { type: 'wrapInLoop', head: 'act', tail: 'judge' })).toContain('fix');
  });

  it('tidy forgets all places, move sets them in whole points', () => {
    expect(at(changed(sample, { type: 'tidy' }), ['layout'])).toBeUndefined();
    expect(at(changed(sample, { type: 'move', positions: { act: [1.5, -2.4] } }), ['layout'])).toEqual({
      verify: [320, 80],
      act: [2, -2],
    });
    expect(why(sample, { type: 'move', positions: { nobody: [1, 2] } })).not.toBeNull();
  });

  it('a value of a step that is gone is not set, for it would bring half of it back', () => {
    expect(why(sample, { type: 'set', path: ['steps', 'gone', 'prompt'], value: 'x' })).toContain('gone');
    expect(
      at(changed(sample, { type: 'set', path: ['steps', 'act', 'prompt'], value: 'x' }), ['steps', 'act', 'prompt']),
    ).toBe('x');
    expect(
      at(changed(sample, { type: 'set', path: ['steps', 'act', 'attempts'] }), ['steps', 'act', 'attempts']),
    ).toBeUndefined();
  });
});
