import { createMemoryStore } from '../../engine/memoryStore';
import { sha256 } from '../../engine/node/digest';
import type { StepContext } from '../../engine/steps/context';
import { CANCELLED } from '../../engine/steps/context';
import type { GuardedEffect } from '../../engine/steps/effect';
import { withEffect } from '../../engine/steps/effect';
import type { WorkResult } from '../../engine/steps/work';
import type { Store } from '../../engine/store';
import { handClock, stepContext } from './stepContext';

export const done = (output: string): WorkResult => ({ kind: 'work', ok: true, output, changed: ['f'], attempts: 1 });
export const failed: WorkResult = { ...done('half'), ok: false, reason: 'the answer never came' };
export type Policy = GuardedEffect['effect'];
export type Fn = (
  context: StepContext,
  attempts: number,
) => WorkResult | typeof CANCELLED | Promise<WorkResult | typeof CANCELLED>;

/** A store, a clock, and visits of one step whose effect is counted. */
export function place(given?: Store) {
  const clock = handClock();
  const store = given ?? createMemoryStore(clock);
  const keys: (string | undefined)[] = [];
  const visit = async (
    effect: Policy,
    fn: Fn = () => done('sent'),
    more: Partial<StepContext> & { attempts?: number; key?: string } = {},
  ) => {
    const { attempts = 1, key = 'm1', ...rest } = more;
    const context = stepContext(
      { clock, store, digest: sha256 },
      { scope: { step: 'notify', visit: 1, pass: 0 }, ...rest },
    );
    const result = await withEffect({ effect, key, flow: 'fix', attempts, context }, async (inside, most) => {
      keys.push(inside.effectKey);
      return fn(inside, most);
    });
    return {
      result,
      types: context.facts.flatMap(({ type }) => (type === 'workspace.snapshot' ? [] : [type])),
      facts: context.facts,
    };
  };
  const marker = async () => (await store.search(['effects']))[0]?.value;
  return { clock, store, visit, keys, marker };
}

/** Leaves the marker of a run that died in the middle. */
export const crash = (visit: ReturnType<typeof place>['visit']) =>
  visit({}, () => CANCELLED, { owner: { run: 'dead', fence: 4 } });
