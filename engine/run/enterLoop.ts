import { CANCELLED } from '../steps/context';
import { verify } from '../steps/verify';
import type { Baseline, Decision } from '../trace/decision';
import type { RunIo } from './io';
import { lookAt } from './look';
import type { Plan } from './plan';
import { contextOf } from './stepContext';

/**
 * Number 0: before any worker of the loop, the engine looks at frozen paths and at what defines the checks, and runs the
 * verifications once. Entered again, a loop keeps its first baseline: what was done meanwhile must not become the measure.
 */
export async function enterLoop(plan: Plan, io: RunIo, id: string): Promise<readonly Decision[] | typeof CANCELLED> {
  const known = io.state().loops[id];
  const baseline = known?.baseline ?? (await baselineOf(plan, io, id));
  if (baseline === CANCELLED) return CANCELLED;
  const inner = plan.loops[id]?.inner ?? [];
  return [
    { type: 'loop.entered', loop: id, baseline },
    { type: 'pass.started', loop: id, pass: 1, total: (known?.total ?? 0) + 1, ...(inner.length > 0 ? { inner } : {}) },
  ];
}

async function baselineOf(plan: Plan, io: RunIo, id: string): Promise<Baseline | typeof CANCELLED> {
  const loop = plan.loops[id];
  if (loop === undefined) return { tree: null, frozen: {}, definitions: {}, verifications: {} };
  const looked = await lookAt(plan, io, loop);
  const taken = await io.ports.workspace.snapshot();
  const verifications: Record<string, Baseline['verifications'][string]> = {};
  for (const step of loop.verifications) {
    const spec = plan.flow.steps[step];
    if (spec?.kind !== 'verify') continue;
    const context = contextOf(plan, io, {
      due: { step, visit: 0 },
      scope: { step, visit: 0, loop: id, pass: 0 },
      reads: {},
    });
    const verified = await verify(spec, context, null, 'baseline');
    if (verified === CANCELLED) return CANCELLED;
    const { clean, commands } = verified.result;
    // One that has only hold-outs was not run: nothing was green.
    verifications[step] = { clean: clean && commands.length > 0, inventory: verified.inventory };
  }
  return { tree: taken.ok ? taken.tree : null, ...looked, verifications };
}
