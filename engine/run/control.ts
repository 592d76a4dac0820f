import type { Flow } from '../flow/schema';
import { noteText } from '../loops/notes';
import type { Control, RaisedBounds } from '../trace/control';
import { BUDGET } from '../trace/control';
import type { Baseline, Decision } from '../trace/decision';
import type { Within } from '../trace/scope';
import { isItem, placeOf, qualified } from '../trace/scope';
import type { RunIo } from './io';
import { ioWithin } from './io';
import { lookAt } from './look';
import type { Plan } from './plan';
import { calledAt, planOf } from './plan';
import { printable } from './printable';
import type { RunState } from './state';
import { openLatches, viewOf } from './state';

/** Characters of an answer in a person's own words. */
const MOST_TEXT = 10_000;

/** Carries out an act from outside. One that fits nothing that is open decides nothing; it stands in the trace. */
export async function takeControl(plan: Plan, io: RunIo, act: Control, by: string): Promise<void> {
  const state = io.root();
  const put = (within: Within, events: readonly Decision[]) => {
    if (events.length > 0) io.commit(events, viewOf(io.root(), within).frontier, within);
  };
  switch (act.do) {
    case 'stop':
    case 'cancel':
      return;
    case 'pause':
      return put('', [{ type: 'run.paused', by }]);
    case 'caps':
      return put('', [{ type: 'caps.changed', loop: act.loop, caps: act.caps, by }]);
    case 'answer': {
      const ask = state.asks[act.ask];
      if (ask === undefined || ask.answer !== null || !ask.choices.includes(act.choice)) return;
      const more = ask.step === '' && act.choice === 'continue' ? asMuchAgain(plan, state, by) : [];
      const text = act.text === undefined ? {} : { text: printable(act.text).slice(0, MOST_TEXT) };
      return put('', [{ type: 'ask.answered', ask: act.ask, choice: act.choice, by, ...text }, ...more]);
    }
    case 'note': {
      const found = loopNamed(plan, io, act.loop);
      const loop = found === null ? undefined : viewOf(state, found.within).loops[found.loop];
      const text = noteText(act.text);
      if (found === null || loop === undefined || text === '') return;
      const keep = found.plan.loops[found.loop]?.loop.notes?.keep ?? 20;
      return put(found.within, [
        { type: 'note.added', loop: found.loop, note: { pass: loop.pass, from: 'person', text }, keep },
      ]);
    }
    case 'accept': {
      const latch = openLatches(state).find(({ id }) => id === act.latch);
      if (latch === undefined) return;
      const found = latch.loop === null ? null : loopNamed(plan, io, qualified(latch.place, latch.loop));
      const within = found?.within ?? '';
      const inside = ioWithin(io, within);
      const baseline =
        found === null ? null : await baselineWith(found.plan, within === '' ? io : inside, found.loop, latch.cause);
      const loop = found?.loop ?? null;
      const pass = loop === null ? 0 : (viewOf(state, within).loops[loop]?.pass ?? 0);
      return put(within, [{ type: 'latch.accepted', loop, pass, latch: act.latch, by, why: act.why, baseline }]);
    }
  }
}

/** The budget with what it had at first once more, counted from what was spent. */
function asMuchAgain(plan: Plan, { spend }: RunState, by: string): readonly Decision[] {
  const { usd, tokens } = plan.flow.budget ?? {};
  const caps: RaisedBounds = {
    ...(usd === undefined ? {} : { usd: spend.usd + usd }),
    ...(tokens === undefined ? {} : { tokens: spend.tokens + tokens }),
  };
  return [{ type: 'caps.changed', loop: BUDGET, caps, by }];
}

/** The loop of the run's own flow, or the one in a called flow that is running now, by its qualified name. */
function loopNamed(
  plan: Plan,
  io: RunIo,
  name: string,
): { readonly within: Within; readonly plan: Plan; readonly loop: string } | null {
  if (plan.loops[name] !== undefined) return { within: '', plan, loop: name };
  const at = name.lastIndexOf('/');
  const place = name.slice(0, Math.max(0, at));
  const called = Object.entries(io.root().children).find(
    ([within, { flow }]) => flow !== null && placeOf(within) === place,
  );
  const flow = called === undefined ? undefined : flowAt(plan.flow, called[0], io.ports);
  if (called === undefined || flow === undefined || at < 0) return null;
  return { within: called[0], plan: calledAt(planOf(flow), called[0], {}), loop: name.slice(at + 1) };
}

/** The flow that runs at a path: that of the last call on the way. Items and tasks are steps of the flow around them. */
function flowAt(flow: Flow, within: Within, { flow: called }: Pick<RunIo['ports'], 'flow'>): Flow | undefined {
  let here: Flow | undefined = flow;
  for (const part of within.split('/')) {
    if (isItem(part)) continue;
    const step: Flow['steps'][string] | undefined = here?.steps[part.replace(/\.\d+$/, '')];
    here = step?.kind === 'call' ? called(step.flow)?.flow : undefined;
  }
  return here;
}

/** The baseline with what a person accepted: only what the latch is about becomes the measure. */
async function baselineWith(plan: Plan, io: RunIo, id: string, cause: string): Promise<Baseline | null> {
  const loop = plan.loops[id];
  const state = io.state();
  const baseline = state.loops[id]?.baseline;
  if (loop === undefined || baseline === undefined) return null;
  if (cause === 'frozen' || cause === 'definition') {
    const { frozen, definitions } = await lookAt(plan, io, loop);
    return cause === 'frozen' ? { ...baseline, frozen } : { ...baseline, definitions };
  }
  if (cause !== 'tests') return baseline;
  const verifications = { ...baseline.verifications };
  for (const step of loop.verifications) {
    const result = state.steps[step]?.result;
    const known = verifications[step];
    if (result?.kind !== 'verify' || result.tests === null || known === undefined) continue;
    const { ran, lost } = result.tests;
    const names = known.inventory?.names?.filter((name) => !lost.includes(name)) ?? null;
    verifications[step] = { ...known, inventory: { ran, names } };
  }
  return { ...baseline, verifications };
}
