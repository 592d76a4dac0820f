import type { ExpressionEnv } from '../../engine/flow/expression';
import type { Flow, StepOf } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import { EMPTY_SPEND } from '../../engine/loops/spend';
import type { StepContext } from '../../engine/steps/context';
import type { GateResult } from '../../engine/steps/gate';
import { gate } from '../../engine/steps/gate';
import type { FactBody } from '../../engine/trace/entry';
import { flowOf } from '../fakes/runs';
import type { Check, Play, World } from '../fakes/world';
import { world } from '../fakes/world';

/** The gate of a flow that is otherwise fine; a gate that the format refuses throws. */
export function gateOf(parts: { readonly [key: string]: Json }): StepOf<'gate'> {
  const flow: Flow = flowOf({
    converge: 1,
    id: 'gated',
    start: 'work',
    steps: {
      work: { kind: 'work', worker: 'w', prompt: 'Work.', next: 'gate' },
      gate: { kind: 'gate', next: '@complete', routes: { revise: 'work', escalate: '@escalate' }, ...parts },
    },
  });
  const step = flow.steps.gate;
  if (step?.kind !== 'gate') throw new Error('no gate');
  return step;
}

const env = (usd: number | null = 0): ExpressionEnv => ({
  steps: { work: { output: { score: 7, note: 'fine' }, visits: 1, outcome: 'done' } },
  loops: {},
  budget: { usd, tokens: 0, unknown: usd === null },
});

export interface Scene {
  readonly made: World;
  readonly facts: FactBody[];
  readonly visit: (step: StepOf<'gate'>, change?: Partial<StepContext>) => ReturnType<typeof gate>;
}

/** A gate's visit in a made-up world, with the facts that it recorded. */
export function scene(workers: Readonly<Record<string, Play>>, check?: Check): Scene {
  const made = world({ files: { 'a.js': 'a' }, workers, ...(check === undefined ? {} : { check }) });
  const facts: FactBody[] = [];
  const ports = made.ports();
  const context: StepContext = {
    run: 'r1',
    within: '',
    scope: { step: 'gate', visit: 1, pass: 0 },
    goal: 'Be good.',
    reads: { work: 'the work' },
    extra: {},
    loops: {},
    notes: [],
    steers: [],
    frozen: [],
    doing: null,
    caps: { spendCap: {}, budget: {} },
    deadline: null,
    owner: { run: 'r1', fence: 1 },
    spend: () => EMPTY_SPEND,
    ports,
    stop: ports.stop,
    record: (fact) => void facts.push(fact),
    flush: async () => {},
  };
  return { made, facts, visit: (step, change = {}) => gate(step, { ...context, ...change }, env()) };
}

export const resultOf = (ended: Awaited<ReturnType<typeof gate>>): GateResult => {
  if (ended === 'cancelled') throw new Error('cancelled');
  return ended;
};

export const says =
  (structured: Json): Play =>
  () => ({ structured });
export const byWorker = (parts: { readonly [key: string]: Json } = {}) =>
  gateOf({ evaluator: { worker: 'critic', prompt: 'Is it good?' }, ...parts });
