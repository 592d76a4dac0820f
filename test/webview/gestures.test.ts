import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { planWrap, wrapChoices } from '../../webview/designer/acts/planWrap';
import { planConnect } from '../../webview/designer/canvas/connect';
import { verdictFrom } from '../../webview/designer/canvas/connectable';
import { planAdd, planDelete } from '../../webview/designer/gestures';
import { sceneOf } from '../../webview/designer/scene';
import { neighbour } from '../../webview/designer/walk';
import { fakeDocument } from './browser/document';
import { everyKind, fixUntilGreen } from './flows';

const fix = sceneOf(fakeDocument(fixUntilGreen).snapshot());
const bare = sceneOf(fakeDocument({ ...(fixUntilGreen as object), loops: {} } as Json).snapshot());
const every = sceneOf(fakeDocument(everyKind).snapshot());

describe('what a gesture comes to', () => {
  it('wraps from the first selected step in flow order to the judge, however they were selected', () => {
    const plan = planWrap(bare, ['judge', 'verify', 'act']);
    expect(plan).toMatchObject({ ok: true, edit: { type: 'wrapInLoop', head: 'act', tail: 'judge' } });
  });

  it.each([
    [[], /select the steps/],
    [['loop:fix'], /select the steps/],
    [['act', 'verify'], /a loop ends each pass with a judge/],
    [['judge'], /the judge is the only step/],
  ])('refuses to wrap %j and says why', (selection, why) => {
    expect(planWrap(fix, selection)).toMatchObject({ ok: false, why: expect.stringMatching(why) });
  });

  it('tells of each kind of loop whether it can hold the selection, and why not', () => {
    const choices = (selection: string[]) =>
      wrapChoices(bare, selection).map(({ loop, plan }) => [loop, plan.ok ? plan.edit : plan.why]);
    expect(choices(['act', 'verify'])).toEqual([
      ['until', expect.stringMatching(/a loop ends each pass with a judge/)],
      ['group', { type: 'wrapInLoop', head: 'act', tail: 'verify', loop: 'group' }],
      ['improve', { type: 'wrapInLoop', head: 'act', tail: 'verify', loop: 'improve' }],
    ]);
    expect(choices(['act', 'verify', 'judge'])).toEqual([
      ['until', { type: 'wrapInLoop', head: 'act', tail: 'judge' }],
      ['group', expect.stringMatching(/hands control to a step outside/)],
      ['improve', expect.stringMatching(/gives no score/)],
    ]);
  });

  it('deletes all that is selected as one edit: routes from the back, loops, steps', () => {
    const edit = (selection: string[]) => {
      const plan = planDelete(fix, selection);
      return plan.ok ? plan.edit : plan.why;
    };
    expect(edit(['loop:fix', 'act', 'route:judge/strong/0'])).toEqual({
      type: 'batch',
      edits: [
        { type: 'disconnect', route: 'judge/strong/0' },
        { type: 'removeLoop', id: 'fix' },
        { type: 'deleteSteps', ids: ['act'] },
      ],
    });
    expect(edit(['route:act/strong/0', 'route:verify/strong/0'])).toEqual({
      type: 'batch',
      edits: [
        { type: 'disconnect', route: 'verify/strong/0' },
        { type: 'disconnect', route: 'act/strong/0' },
      ],
    });
    expect(edit(['route:act/strong/0', 'act'])).toEqual({ type: 'deleteSteps', ids: ['act'] });
    expect(edit(['loop:fix', 'act', 'verify', 'judge'])).toEqual({
      type: 'deleteSteps',
      ids: ['act', 'verify', 'judge'],
    });
    expect(edit(['loop:fix'])).toEqual({ type: 'removeLoop', id: 'fix' });
    expect(edit(['route:judge/strong/0'])).toEqual({ type: 'disconnect', route: 'judge/strong/0' });
    expect(edit([])).toMatch(/^Nothing is selected/);
  });

  it('adds onto the one selected route, behind the one selected step, else alone', () => {
    const edit = (selection: string[], place = {}) => {
      const plan = planAdd(fix, 'verify', selection, place);
      return plan.ok ? plan.edit : null;
    };
    expect(edit(['route:act/strong/0'])).toEqual({ type: 'addStep', kind: 'verify', onRoute: 'act/strong/0' });
    expect(edit(['act'])).toEqual({ type: 'addStep', kind: 'verify', after: 'act' });
    expect(edit(['act', 'verify'])).toEqual({ type: 'addStep', kind: 'verify' });
    expect(edit([])).toEqual({ type: 'addStep', kind: 'verify' });
    expect(edit(['act'], { position: [1, 2] })).toEqual({ type: 'addStep', kind: 'verify', position: [1, 2] });
  });

  it('moves the focus along the flow and stays at its ends', () => {
    expect(neighbour(['a', 'b', 'c'], 'a', 1)).toBe('b');
    expect(neighbour(['a', 'b', 'c'], 'c', 1)).toBe('c');
    expect(neighbour(['a', 'b', 'c'], 'a', -1)).toBe('a');
    expect(neighbour(['a', 'b', 'c'], undefined, 1)).toBe('a');
    expect(neighbour(['a', 'b', 'c'], 'gone', -1)).toBe('c');
    expect(neighbour([], undefined, 1)).toBeUndefined();
  });

  it('leads on what so far only ended the flow, and never makes an end of a route that leads on', () => {
    expect(planConnect(fix, 'judge', 'main', 'act')).toEqual({
      type: 'connect',
      from: 'judge',
      to: 'act',
      kind: 'strong',
    });
    expect(planConnect(fix, 'judge', 'main', '@stop')).toEqual({ type: 'connect', from: 'judge', to: '@stop' });
    expect(planConnect(fix, 'verify', 'main', 'act')).toEqual({ type: 'connect', from: 'verify', to: 'act' });
  });

  it('draws a new route from the main handle, and leads elsewhere what leaves a named one', () => {
    expect(planConnect(every, 'plan', 'main', 'sort')).toEqual({ type: 'connect', from: 'plan', to: 'sort' });
    expect(planConnect(every, 'plan', 'outcome/failed', 'sort')).toEqual({
      type: 'reconnect',
      route: 'plan/outcome/failed',
      to: 'sort',
    });
    expect(planConnect(every, 'approve', 'choice/later', '@stop')).toEqual({
      type: 'connect',
      from: 'approve',
      to: '@stop',
      kind: 'choice',
      name: 'later',
    });
    expect(planConnect(every, 'sort', 'else/1', '@stop')).toEqual({
      type: 'connect',
      from: 'sort',
      to: '@stop',
      kind: 'else',
    });
    expect(planConnect(every, 'loop:fix', 'exhausted', '@stop')).toEqual({
      type: 'set',
      path: ['loops', 'fix', 'onExhausted'],
      value: '@stop',
    });
  });

  it('lets running out lead anywhere but to Complete and back into its own loop', () => {
    const to = verdictFrom(every.graph, 'loop:fix');
    expect(to('@stop').ok).toBe(true);
    expect(to('plan').ok).toBe(true);
    expect(to('@complete').ok).toBe(false);
    expect(to('verify').ok).toBe(false);
  });

  it('lets two answers share a target, but not two strong routes', () => {
    expect(verdictFrom(every.graph, 'approve')('act').ok).toBe(true);
    expect(verdictFrom(every.graph, 'act')('verify').ok).toBe(false);
  });
});
