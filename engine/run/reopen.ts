import { boundReached } from '../loops/bounds';
import { carryOver } from '../loops/carryOver';
import type { Closing, LoopState } from '../loops/loopState';
import type { Decision } from '../trace/decision';
import { qualified } from '../trace/scope';
import type { Plan } from './plan';
import { caps, loopInForce, spanInForce } from './raised';
import type { RunState } from './state';

/**
 * The events with which a loop that a bound had ended goes on, or none where a bound still stands. They follow from the
 * bounds in force and not from what this very resume raised: one that was cut off before them is made good by the next.
 */
export function reopened(plan: Plan, state: RunState, id: string): readonly Decision[] {
  const raised = state.head?.raised[qualified(plan.place, id)];
  const loop = state.loops[id];
  const spec = loopInForce(plan, state, id);
  const improve = state.improves[id];
  const span = plan.improves[id];
  if (raised !== undefined && improve !== undefined && span !== undefined) {
    const most = spanInForce(plan, state, id, span.loop).maxIterations ?? 0;
    if (improve.reason !== 'exhausted' || improve.round >= most) return [];
    const round = improve.round + 1;
    return [
      { type: 'loop.reopened', loop: id, pass: round, raised },
      { type: 'improve.round', loop: id, round, total: improve.total + 1 },
    ];
  }
  if (raised === undefined || loop === undefined || spec === undefined || !isLifted(plan, state, id, loop)) return [];
  const { closing, lesson } = lastPass(plan, state, id, loop);
  return [
    { type: 'loop.reopened', loop: id, pass: loop.pass + 1, raised },
    ...carryOver({
      id,
      loop: spec,
      inner: plan.loops[id]?.inner ?? [],
      state: loop,
      closing,
      lesson,
      spend: state.spend,
    }),
  ];
}

function isLifted(plan: Plan, state: RunState, id: string, loop: LoopState): boolean {
  const spec = loopInForce(plan, state, id);
  if (spec === undefined || state.head === null) return false;
  const reached = boundReached({
    mode: state.head.mode,
    spend: state.spend,
    ...caps(plan, state, id),
    pass: loop.pass,
    maxPasses: spec.maxPasses,
    stalled: loop.stalled,
    noProgressCeiling: spec.noProgressCeiling,
  });
  return reached === null;
}

/** How the last pass ended and what its judge left, from what the steps of the body came to in it. */
function lastPass(plan: Plan, state: RunState, id: string, { since }: LoopState): { closing: Closing; lesson: string } {
  const { body = [], loop } = plan.loops[id] ?? {};
  const ran = body.flatMap((step) => {
    const known = state.steps[step];
    return known !== undefined && known.at > since ? [{ step, ...known }] : [];
  });
  const judged = ran.find(({ step }) => step === loop?.tail)?.result;
  if (judged?.kind === 'judge') return { closing: { how: 'judged' }, lesson: judged.judgment.lesson };
  const last = ran.reduce<(typeof ran)[number] | undefined>(
    (a, b) => (a === undefined || b.at > a.at ? b : a),
    undefined,
  );
  const reason = last?.result.kind === 'work' ? (last.result.reason ?? '') : (last?.outcome ?? '');
  return { closing: { how: 'ended-early', step: last?.step ?? '', reason }, lesson: '' };
}
