import { noteText } from '../loops/notes';
import type { Control } from '../trace/control';
import type { Baseline, Decision } from '../trace/decision';
import type { Plan } from './decide';
import type { RunIo } from './io';
import { lookAt } from './look';
import { openLatches } from './state';

/** What an act from outside decides. An act that fits nothing that is open decides nothing; it stands in the trace. */
export async function controlEvents(plan: Plan, io: RunIo, act: Control, by: string): Promise<readonly Decision[]> {
  const state = io.state();
  switch (act.do) {
    case 'stop':
    case 'cancel':
      return [];
    case 'answer': {
      const ask = state.asks[act.ask];
      if (ask === undefined || ask.answer !== null || !ask.choices.includes(act.choice)) return [];
      return [{ type: 'ask.answered', ask: act.ask, choice: act.choice, by }];
    }
    case 'note': {
      const loop = state.loops[act.loop];
      const text = noteText(act.text);
      if (loop === undefined || text === '') return [];
      const keep = plan.loops[act.loop]?.loop.notes?.keep ?? 20;
      return [{ type: 'note.added', loop: act.loop, note: { pass: loop.pass, from: 'person', text }, keep }];
    }
    case 'accept': {
      const latch = openLatches(state).find(({ id }) => id === act.latch);
      if (latch === undefined) return [];
      const { loop } = latch;
      const baseline = loop === null ? null : await baselineWith(plan, io, loop, latch.cause);
      const pass = loop === null ? 0 : (state.loops[loop]?.pass ?? 0);
      return [{ type: 'latch.accepted', loop, pass, latch: act.latch, by, why: act.why, baseline }];
    }
  }
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
