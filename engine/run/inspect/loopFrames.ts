import type { Plan } from '../plan';
import { loopInForce, spanInForce } from '../raised';
import type { RunState } from '../state';
import type { Frame } from './frame';

type Base = Omit<Frame, 'id' | 'kind' | 'name' | 'path'>;

/** The loops around the step that is due, the outermost first; of a pass whose steps are done, its own loop. */
export function loopFrames(plan: Plan, view: RunState, base: Base): readonly Frame[] {
  const closing = Object.entries(view.loops).find(([, { status, closing: how }]) => status === 'running' && how);
  const step = base.due?.step;
  const until = step === undefined || closing !== undefined ? closing?.[0] : plan.loopOf.get(step);
  const inner = step === undefined ? undefined : plan.innerOf.get(step);
  return [
    ...(until === undefined ? [] : untilFrames(plan, view, until, base)),
    ...innerFrames(plan, view, inner, base),
  ];
}

function untilFrames(plan: Plan, view: RunState, id: string, base: Base): readonly Frame[] {
  const loop = view.loops[id];
  const most = loopInForce(plan, view, id)?.maxPasses;
  const frame = framer(base, id);
  if (loop === undefined || loop.status !== 'running') return [frame('loop', `loop ${id}, to be entered`)];
  const done = loop.closing === null ? '' : ', its steps are done';
  return [frame('loop', `loop ${id}`), frame('pass', `pass ${loop.pass} of ${most ?? '?'}${done}`)];
}

function innerFrames(plan: Plan, view: RunState, id: string | undefined, base: Base): readonly Frame[] {
  if (id === undefined) return [];
  const frame = framer(base, id);
  const group = plan.groups[id]?.loop;
  if (group !== undefined) {
    const { batch, iteration, status } = view.groups[id] ?? { batch: 0, iteration: 0, status: 'none' };
    const most = spanInForce(plan, view, id, group).maxIterations;
    const where = status === 'none' ? 'before its first batch' : `batch ${batch}, iteration ${iteration} of ${most}`;
    return [frame('loop', `group ${id}`), frame('batch', where)];
  }
  const improve = plan.improves[id]?.loop;
  if (improve === undefined) return [];
  const round = view.improves[id]?.round ?? 0;
  const most = spanInForce(plan, view, id, improve).maxIterations ?? ROUNDS;
  return [
    frame('loop', `improve loop ${id}`),
    frame('round', round === 0 ? 'before its first round' : `round ${round} of ${most}`),
  ];
}

const ROUNDS = 20;

const framer =
  (base: Base, loop: string) =>
  (kind: 'loop' | 'pass' | 'batch' | 'round', name: string): Frame => ({
    ...base,
    id: `${base.within}|${kind}|${loop}`,
    kind,
    name,
    loop,
    path: ['loops', loop],
  });
