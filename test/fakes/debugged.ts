import type { Flow } from '../../engine/flow/schema';
import { drive } from '../../engine/run/run';
import type { RunState } from '../../engine/run/state';
import type { Refusal } from '../../engine/runner/acts';
import { createDebugging } from '../../engine/runner/debugging';
import type { DebugLog, DebugWish, HeldAt, StepBreakpoint } from '../../engine/runner/debugWish';
import type { Control } from '../../engine/trace/control';
import { byStep, flowWith, work } from './flows';
import type { RunOptions } from './runs';
import { opening } from './runs';
import type { World } from './world';
import { world } from './world';

/** A run that a debugger has its hands on, in this process. */
export interface Debugged {
  readonly wish: (wish: DebugWish) => Refusal | null;
  /** Goes on as told and waits until it is held again; null: it has ended or parked instead. */
  readonly go: (how: 'continue' | 'over' | 'into' | 'out') => Promise<HeldAt | null>;
  /** The hold that it is in, or comes to; null: it ends or parks before one. */
  readonly held: () => Promise<HeldAt | null>;
  readonly now: () => HeldAt | null;
  readonly send: (act: Control) => boolean;
  readonly logs: readonly DebugLog[];
  readonly parked: Promise<RunState>;
}

/** @param first what the debugger wants before the run begins */
export function debugged(flow: Flow, made: World, first: readonly DebugWish[], options: RunOptions = {}): Debugged {
  const logs: DebugLog[] = [];
  const heard: ((held: HeldAt) => void)[] = [];
  const debugging = createDebugging({
    hold: false,
    onHeld: (held) => {
      if (held !== null) for (const hear of heard.splice(0)) hear(held);
    },
    onLog: (log) => logs.push(log),
  });
  for (const wish of first) debugging.wish(wish);
  const driving = drive(flow, opening(flow, options), made.ports(), debugging.observe, debugging.holding);
  const held = (): Promise<HeldAt | null> => {
    const now = debugging.held();
    if (now !== null) return Promise.resolve(now);
    return Promise.race([new Promise<HeldAt>((resolve) => heard.push(resolve)), driving.parked.then(() => null)]);
  };
  return {
    wish: debugging.wish,
    go: (how) => {
      debugging.wish({ do: 'go', how });
      return held();
    },
    held,
    now: debugging.held,
    send: (act) => {
      const taken = driving.send(act, 'ann');
      if (taken) debugging.took(act);
      return taken;
    },
    logs,
    parked: driving.parked,
  };
}

/** A breakpoint at a step of the flow `f`, by the name of the step. */
export const at = (step: string, more: Partial<StepBreakpoint> = {}): StepBreakpoint => ({
  id: step,
  flow: 'f',
  step,
  ...more,
});

export const breakpoints = (...steps: readonly StepBreakpoint[]): DebugWish => ({
  do: 'breakpoints',
  steps,
  events: [],
});

/** Where it is held, in one line. */
export const placeOf = (held: HeldAt | null): string =>
  held === null
    ? 'ended'
    : [held.why, held.within, held.due.map(({ step, visit }) => `${step}.${visit}`).join('+')]
        .filter((part) => part !== '')
        .join(' ');

export const row = flowWith('a', { a: work('b'), b: work('c'), c: work('@complete') });
export const simple = () => world({ workers: { w: byStep() } });

export const mapped = flowWith(
  'each',
  {
    each: { kind: 'map', over: 'inputs.files', step: 'one', next: 'last' },
    one: work('@complete'),
    last: work('@complete'),
  },
  { inputs: { files: { type: 'array' } } },
);
/** With its items one after the other. */
export const one = (flow: typeof mapped): typeof mapped => ({ ...flow, concurrency: 1 });

/** Everything that could go on by itself has. */
export const settled = () => new Promise((resolve) => setImmediate(resolve));
