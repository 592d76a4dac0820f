import type { JsonObject } from '../../engine/json';
import { flowOf, router, verify, work } from './checkedFlow';

/** A sound flow of nearly every kind, with an expression in every place that can hold one. */
export const WHOLE: JsonObject = flowOf(
  {
    route: { kind: 'router', cases: [{ when: 'inputs.list.size() > 0', to: 'each' }], else: 'tries' },
    each: { kind: 'map', over: 'inputs.list', step: 'one', cache: { key: 'inputs.list' }, next: 'tries' },
    one: work(undefined, { reads: ['item'], effect: { key: 'item.id' }, writes: { found: 'output.found + [item]' } }),
    tries: { kind: 'plan', channel: 'plan', handlers: { x: 'job' }, onIdle: 'call', routes: { stalled: '@stop' } },
    job: work(undefined, { reads: ['task'], writes: { found: '[task.id]' } }),
    call: { kind: 'call', flow: 'x', input: { n: 'size(state.plan.tasks)' }, output: 'state.anything', next: 'ok' },
    ok: {
      kind: 'gate',
      evaluator: { all: [{ when: 'steps.call.output != null' }, { when: 'gates.ok.attempts < 2' }] },
      next: 'draft',
      routes: { revise: 'ok', escalate: '@escalate' },
    },
    draft: work('draft'),
    main: router(['draft', 'proof']),
    proof: verify('@complete', { routes: { fail: '@stop' } }),
  },
  {
    main: 'main',
    inputs: { list: { type: 'array' } },
    channels: {
      found: { reducer: 'append', initial: [] },
      plan: { reducer: 'byKey', initial: {}, fields: { tasks: 'append', results: 'append' } },
    },
    budget: { usd: 3 },
    loops: {
      group: {
        type: 'group',
        from: 'draft',
        to: 'draft',
        maxIterations: 3,
        exitTo: 'main',
        exitWhen: 'budget.usdLeft < 1',
      },
    },
  },
);
