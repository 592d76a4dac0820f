import type { Json, JsonObject } from '../../engine/json';

/**
 * A flow of about this many steps as people draw them, sound in every respect: sections of ten with an until loop or a
 * group, questions, gates, a map with what it calls, channels, and expressions over them.
 */
export function bigFlow(size: number): JsonObject {
  const sections = Math.max(1, Math.round(size / 10));
  const steps: Record<string, Json> = {};
  const loops: Record<string, Json> = {};
  const channels: Record<string, Json> = {};
  const layout: Record<string, Json> = {};
  for (let at = 0; at < sections; at++) {
    const id = (name: string) => `${name}${at}`;
    const next = at === sections - 1 ? '@complete' : `plan${at + 1}`;
    channels[id('found')] = { reducer: 'append', initial: [] };
    steps[id('plan')] = work(id('each'), { title: `Plan part ${at}`, reads: at === 0 ? [] : [`check${at - 1}`] });
    steps[id('each')] = {
      kind: 'map',
      over: `state.${id('found')}`,
      step: id('one'),
      next: id('way'),
      writes: id('found'),
    };
    steps[id('one')] = work(undefined, { reads: ['item'] });
    const when = `size(state.${id('found')}) > 3 && steps.${id('plan')}.visits < 5`;
    steps[id('way')] = { kind: 'router', cases: [{ when, to: id('act') }], else: id('act') };
    steps[id('act')] = work(id('proof'), { reads: [id('proof'), id('plan'), `channel:${id('found')}`], attempts: 2 });
    steps[id('proof')] = { kind: 'verify', commands: [{ run: ['npm', 'test'], expect: 'tests' }], next: id('judge') };
    steps[id('judge')] = { kind: 'judge', worker: 'reviewer', reads: [id('proof'), id('act')], next: id('fork') };
    steps[id('fork')] = work([id('check'), id('note')]);
    steps[id('note')] = work(id('meet'), { writes: id('found') });
    steps[id('check')] = work(id('meet'));
    steps[id('meet')] = { kind: 'join', next };
    loops[id('fix')] = {
      type: 'until',
      ...{ head: id('act'), tail: id('judge'), maxPasses: 5, spendCap: { usd: 2 }, onExhausted: '@stop' },
    };
    if (at % 4 === 0) layout[id('act')] = [at * 40, at * 90];
  }
  return {
    ...{ converge: 1, id: 'big', title: 'A big flow', goal: 'All of it is done.', start: 'plan0' },
    workers: { implementer: { use: 'claude-code' }, reviewer: { use: 'claude-code' } },
    ...{ channels, steps, loops, layout },
  };
}

const work = (next: Json | undefined, more: JsonObject = {}): JsonObject => ({
  ...{ kind: 'work', worker: 'implementer', prompt: 'Do what this part needs, and say in a few words what you did.' },
  ...more,
  ...(next === undefined ? {} : { next }),
});
