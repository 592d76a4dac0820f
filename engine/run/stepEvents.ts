import { isNews } from '../loops/ledger';
import { held, stepMatter } from '../loops/stepMatter';
import { BUDGET } from '../trace/control';
import type { Decision } from '../trace/decision';
import type { StepScope } from '../trace/scope';
import { qualified } from '../trace/scope';
import type { Done } from './carried';
import type { Plan } from './plan';
import type { RunState } from './state';
import { openLatches } from './state';

/** Caps that a router's worker asked for: its flow says whether it may. A person always may, by an act. */
export function capsEvents(plan: Plan, by: string, { result }: Done): readonly Decision[] {
  if (result.kind !== 'router' || result.reconfigure === undefined) return [];
  return Object.entries(result.reconfigure).map(([name, caps]): Decision => {
    const loop = qualified(plan.place, name);
    const known = name === BUDGET || plan.flow.loops?.[name] !== undefined;
    if (!known) return { type: 'caps.refused', loop, by, why: `there is no loop "${name}"` };
    if (plan.flow.reconfigurable === true) return { type: 'caps.changed', loop, caps, by };
    return {
      type: 'caps.refused',
      loop,
      by,
      why: 'the flow is not "reconfigurable": only a person may change its caps',
    };
  });
}

/**
 * A step's own matter opens its latch with the step. In a loop's body the end of the pass says what clears; outside, the
 * step itself does when it is done again. A failure outside a loop has its route, or has failed the run: no latch.
 */
export function latchEvents(plan: Plan, before: RunState, scope: StepScope, { result }: Done): readonly Decision[] {
  const { step, pass, loop = null } = scope;
  const found = stepMatter(step, result, plan.place).filter(({ cause }) => loop !== null || cause === 'void');
  const news = found.filter((latch) => isNews(before.ledger, latch));
  if (found.length > 0) return news.map((latch) => ({ type: 'latch.opened', loop, pass, latch }));
  if (loop !== null || !held(result)) return [];
  return openLatches(before)
    .filter((latch) => latch.step === step && latch.loop === null && latch.place === plan.place)
    .map((latch) => ({ type: 'latch.cleared', loop, pass, latch: latch.id, evidence: 'ran again, and only read' }));
}
