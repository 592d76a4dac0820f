import { scored } from '../loops/improve';
import { held } from '../loops/stepMatter';
import type { Decision } from '../trace/decision';
import type { StepResult } from '../trace/result';
import type { Due } from '../trace/scope';
import type { Done } from './carried';
import type { RunIo } from './io';
import type { ImproveSpan, Plan } from './plan';
import { spanInForce } from './raised';
import { outputOf } from './reads';
import type { Routed } from './routes';
import { listOf } from './routes';
import type { RunState } from './state';
import { scopeOf } from './stepContext';

/** The end of an improve loop's round, where the step is its tail and leaves by its strong route. */
export async function roundEnd(
  plan: Plan,
  io: RunIo,
  before: RunState,
  due: Due,
  { result }: Done,
  routed: Extract<Routed, { outcome: string; to: readonly string[] }>,
): Promise<readonly Decision[] | { readonly fails: string } | null> {
  const id = plan.innerOf.get(due.step) ?? '';
  const span = plan.improves[id];
  const state = before.improves[id];
  const step = plan.flow.steps[due.step];
  if (span === undefined || state?.status !== 'running' || span.loop.tail !== due.step || step === undefined)
    return null;
  const next = 'next' in step ? listOf(step.next) : [];
  if ('endsPass' in routed && routed.endsPass !== undefined) return null;
  if (routed.to.length !== next.length || routed.to.some((to, index) => to !== next[index])) return null;
  const loop = spanInForce(plan, io.state(), id, span.loop);
  const taken = loop.restoreBest === true ? await io.ports.workspace.snapshot() : null;
  const round = {
    output: outputOf(result),
    ok: held(result),
    confirmed: roundHeld(plan, before, span, due.step, result),
    tree: taken?.ok === true ? taken.tree : null,
  };
  const { events, restore } = scored({ id, loop, next }, state, round);
  if (restore === null) return events;
  // The tail is not to be played again on other files, where the run is cut off behind putting them back.
  io.record({ type: 'step.finished', ...scopeOf(plan, io, due), result, settled: true });
  await io.flush();
  const put = await io.ports.workspace.restore(restore.tree);
  if (!put.ok) return { fails: `the files of round ${restore.round}, the best, could not be put back: ${put.why}` };
  return events.map((event) => (event.type === 'improve.ended' ? { ...event, restored: restore.round } : event));
}

/** Whether the engine's own checks of an improve loop's round held: what its steps came to since the round began. */
function roundHeld(plan: Plan, state: RunState, span: ImproveSpan, tail: string, result: StepResult): boolean {
  const id = plan.innerOf.get(tail) ?? '';
  const since = state.improves[id]?.since ?? 0;
  return span.body.every((step) => {
    if (step === tail) return held(result) && passed(result);
    const known = state.steps[step];
    return known === undefined || known.at <= since || (held(known.result) && passed(known.result));
  });
}

const passed = (result: StepResult): boolean => result.kind !== 'gate' || result.read === 'passed';
