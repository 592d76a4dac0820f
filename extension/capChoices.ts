import { declaredBounds } from '../engine/run/declaredBounds';
import { refusalOf } from '../engine/runner/acts';
import { capsOf, knownLoops } from '../engine/runner/knownLoops';
import type { Control, RaisedBounds } from '../engine/trace/control';
import type { RunView } from './rows/runView';

/** A cap that can be changed. */
export interface CapChoice {
  /** A loop by its name in the run, or `budget`. */
  readonly loop: string;
  readonly cap: keyof RaisedBounds;
  /** What is in force; null: nothing, or it stands in a called flow and was not changed yet. */
  readonly now: number | null;
}

type CapsAct = Extract<Control, { do: 'caps' }>;
/** `above`: the value is to be higher than this. */
type ReadCap =
  | { readonly ok: true; readonly act: CapsAct }
  | { readonly ok: false; readonly why: string }
  | { readonly ok: false; readonly above: number };

/** Every cap of the run. Where it has ended, only what is set can be raised. */
export function capChoices({ state, flow = null }: RunView): readonly CapChoice[] {
  return [...knownLoops(state, flow)].flatMap(([loop, type]) => {
    const inForce = { ...(flow === null ? {} : declaredBounds(flow, loop)), ...state.head?.raised[loop] };
    return capsOf(type)
      .map((cap) => ({ loop, cap, now: inForce[cap] ?? null }))
      .filter(({ now }) => state.end === null || now !== null);
  });
}

/** What was typed as a new value. While the run has not ended it may be lower too; after that only higher. */
export function readCap({ state, flow = null }: RunView, { loop, cap, now }: CapChoice, typed: string): ReadCap {
  const value = typed.trim() === '' ? Number.NaN : Number(typed);
  const act: CapsAct = { do: 'caps', loop, caps: { [cap]: value } };
  const refusal = refusalOf(act, { ...state, end: null }, flow);
  if (refusal !== null) return { ok: false, why: refusal.message };
  if (state.end !== null && now !== null && value <= now) return { ok: false, above: now };
  return { ok: true, act };
}
