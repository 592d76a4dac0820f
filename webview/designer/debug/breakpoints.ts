import type { Situation } from '../acts/situation';
import { stepOf } from '../acts/situation';
import { situationOf } from '../commands';
import type { Designer } from '../designer';
import { debugTexts } from './debugTexts';

/** The selected steps themselves: a breakpoint on a loop would be one on each of its steps. */
const chosen = ({ scene, selection }: Situation): readonly string[] =>
  selection.filter((key) => stepOf(scene, key) !== undefined);

const areSet = (now: Situation): boolean =>
  chosen(now).length > 0 && chosen(now).every((step) => now.scene.snapshot.breakpoints?.[step] !== undefined);

export const breakpointName = (now: Situation): string => (areSet(now) ? debugTexts.remove : debugTexts.set);

export function whyNoBreakpoint(now: Situation): string | null {
  if (now.scene.snapshot.broken !== null) return debugTexts.why.unread;
  return chosen(now).length === 0 ? debugTexts.why.noStep : null;
}

export const whyNotEdited = (now: Situation): string | null =>
  whyNoBreakpoint(now) ?? (now.selection.length > 1 ? debugTexts.why.one : null);

/** Breakpoints belong to the editor around the designer, not to the flow: a flow that cannot be edited can have them. */
export function toggleBreakpoints(designer: Designer): void {
  const now = situationOf(designer);
  if (!now) return;
  const steps = chosen(now);
  const { set, removed } = debugTexts.said;
  designer.say((areSet(now) ? removed : set)(steps.join(', ')));
  designer.host.post({ type: 'toggleBreakpoint', steps });
}

export function editBreakpoint(designer: Designer): void {
  const now = situationOf(designer);
  const [step] = now ? chosen(now) : [];
  if (step !== undefined) designer.host.post({ type: 'editBreakpoint', step });
}
