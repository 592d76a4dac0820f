import type { LoopState } from '../../loops/loopState';
import type { Say } from '../../say';
import type { Plan } from '../plan';
import { loopInForce, spanInForce } from '../raised';
import type { RunState } from '../state';
import type { Frame } from './frame';

type Base = Omit<Frame, 'id' | 'kind' | 'name' | 'path'>;

/** The loops around the step that is due, the outermost first; of a pass whose steps are done, its own loop. */
export function loopFrames(plan: Plan, view: RunState, base: Base, say: Say): readonly Frame[] {
  const closing = Object.entries(view.loops).find(([, { status, closing: how }]) => status === 'running' && how);
  const step = base.due?.step;
  const until = step === undefined || closing !== undefined ? closing?.[0] : plan.loopOf.get(step);
  const inner = step === undefined ? undefined : plan.innerOf.get(step);
  return [
    ...(until === undefined ? [] : untilFrames(plan, view, until, base, say)),
    ...innerFrames(plan, view, inner, base, say),
  ];
}

function untilFrames(plan: Plan, view: RunState, id: string, base: Base, say: Say): readonly Frame[] {
  const loop = view.loops[id];
  const most = loopInForce(plan, view, id)?.maxPasses;
  const frame = framer(base, id);
  if (loop === undefined || loop.status !== 'running') return [frame('loop', say('loop {0}, to be entered', id))];
  return [frame('loop', say('loop {0}', id)), frame('pass', passText(loop, most ?? '?', say))];
}

function innerFrames(plan: Plan, view: RunState, id: string | undefined, base: Base, say: Say): readonly Frame[] {
  if (id === undefined) return [];
  const frame = framer(base, id);
  const group = plan.groups[id]?.loop;
  if (group !== undefined) {
    const { batch, iteration, status } = view.groups[id] ?? { batch: 0, iteration: 0, status: 'none' };
    const most = spanInForce(plan, view, id, group).maxIterations;
    const where =
      status === 'none'
        ? say('before its first batch')
        : say('batch {0}, iteration {1} of {2}', batch, iteration, most);
    return [frame('loop', say('group {0}', id)), frame('batch', where)];
  }
  const improve = plan.improves[id]?.loop;
  if (improve === undefined) return [];
  const round = view.improves[id]?.round ?? 0;
  const most = spanInForce(plan, view, id, improve).maxIterations ?? ROUNDS;
  return [
    frame('loop', say('improve loop {0}', id)),
    frame('round', round === 0 ? say('before its first round') : say('round {0} of {1}', round, most)),
  ];
}

/** `pass 2 of 5`, and whether only its end is left. */
export function passText(
  { pass, closing }: Pick<LoopState, 'pass' | 'closing'>,
  most: number | string,
  say: Say,
): string {
  const text = say('pass {0} of {1}', pass, most);
  return closing === null ? text : `${text}, ${say('its steps are done')}`;
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
