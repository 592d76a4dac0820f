import { EMPTY_SPEND } from '../../engine/loops/spend';
import type { Clock, Ports } from '../../engine/ports';
import type { StepContext } from '../../engine/steps/context';
import type { FactBody } from '../../engine/trace/entry';
import { world } from '../fakes/world';

/** The context of a step's visit over the ports that a test gives, with what it recorded. */
export function stepContext(
  ports: Partial<Ports>,
  more: Partial<StepContext> = {},
): StepContext & { readonly flowId: string; readonly definitionDigest: string; readonly facts: FactBody[] } {
  const facts: FactBody[] = [];
  const made = { ...world({ workers: {} }).ports(), ...ports };
  return {
    run: 'r1',
    within: '',
    scope: { step: 'act', visit: 1, pass: 0 },
    ...{
      goal: 'g',
      reads: {},
      extra: {},
      loops: {},
      deadline: null,
      owner: { run: 'r1', fence: 1 },
      notes: [],
      steers: [],
      frozen: [],
      doing: null,
    },
    caps: { spendCap: {}, budget: {} },
    spend: () => EMPTY_SPEND,
    ports: made,
    stop: made.stop,
    record: (fact) => facts.push(fact),
    flush: async () => undefined,
    ...{ flowId: 'fix', definitionDigest: 'd1', facts },
    ...more,
  };
}

/** A clock that is turned by hand: what was asked for with `every` is called as it passes. */
export function handClock(): Clock & { readonly turn: (ms: number) => void } {
  let now = Date.parse('2026-01-01T00:00:00Z');
  const timers = new Set<{ next: number; readonly ms: number; readonly call: () => void }>();
  return {
    now: () => now,
    every: (ms, call) => {
      const timer = { next: now + ms, ms, call };
      timers.add(timer);
      return () => {
        timers.delete(timer);
      };
    },
    turn: (ms) => {
      now += ms;
      for (const timer of timers) {
        if (timer.next > now) continue;
        timer.next = now + timer.ms;
        timer.call();
      }
    },
  };
}
