import type { FlowEdit } from '../../../engine/flow/edit';
import type { LoopType } from '../../../engine/flow/names';
import { LOOP_TYPES } from '../../../engine/flow/names';
import type { Plan } from '../gestures';
import type { Scene } from '../scene';
import { selectedSteps } from '../selection';
import { texts } from '../texts';
import { actsTexts } from './actsTexts';
import { refusal } from './refusal';

/** One kind of loop around the selected steps, or why there can be none. */
export interface WrapChoice {
  readonly loop: LoopType;
  readonly plan: Plan;
}

/** The span is that of the selected steps in flow order; each kind of loop says whether it can hold it. */
export const wrapChoices = (scene: Scene, selection: readonly string[]): readonly WrapChoice[] =>
  LOOP_TYPES.map((loop) => ({ loop, plan: planWrap(scene, selection, loop) }));

/** An until loop ends with its judge, a group and an improve loop with the last selected step. */
export function planWrap(scene: Scene, selection: readonly string[], loop: LoopType = 'until'): Plan {
  const chosen = new Set(selectedSteps(selection));
  const steps = scene.order.filter((id) => chosen.has(id));
  if (steps.length === 0) return refused(texts.wrap.none);
  const span = loop === 'until' ? untilSpan(scene, steps) : { head: steps[0] ?? '', tail: steps.at(-1) ?? '' };
  if ('why' in span) return refused(span.why);
  const { head, tail } = span;
  if (loop === 'improve' && kindOf(scene, tail) === 'judge') return refused(actsTexts.why.judgeScores(tail));
  const edit: FlowEdit = { type: 'wrapInLoop', head, tail, ...(loop === 'until' ? {} : { loop }) };
  const why = refusal(scene.flow, edit);
  if (why !== null) return refused(why);
  return { ok: true, edit, said: actsTexts.said.wrapped(texts.loop(loop).name, head, tail) };
}

function untilSpan(scene: Scene, steps: readonly string[]): { head: string; tail: string } | { why: string } {
  const judges = steps.filter((id) => kindOf(scene, id) === 'judge');
  const [tail] = judges;
  if (tail === undefined) return { why: texts.wrap.noJudge };
  if (judges.length > 1) return { why: texts.wrap.judges(judges.join(', ')) };
  const head = steps.find((id) => id !== tail);
  return head === undefined ? { why: texts.wrap.same } : { head, tail };
}

const kindOf = (scene: Scene, id: string) => scene.graph.steps.find((step) => step.id === id)?.kind;
const refused = (why: string): Plan => ({ ok: false, why: texts.wrap.refused(why) });
