import type { DebugProtocol } from '@vscode/debugprotocol';
import { compileExpression } from '../../../engine/flow/expression';
import type { StepLines } from '../../../engine/flow/stepLines';
import { lineOfStep, stepOnLine } from '../../../engine/flow/stepLines';
import type { StepBreakpoint } from '../../../engine/run/debug/breakpoint';
import { say } from '../../rows/say';

/** A flow's text in which breakpoints are set. */
export interface BreakpointText {
  /** The flow's id; null: it is no flow that can be read. */
  readonly flow: string | null;
  readonly steps: readonly StepLines[];
}

/** A breakpoint as the editor is told of it, and as the engine holds it; null: it can hold nothing. */
export interface Resolved {
  readonly id: number;
  readonly verified: boolean;
  readonly line?: number;
  readonly message?: string;
  readonly asked: readonly StepBreakpoint[];
}

/** What a breakpoint says beside its place. */
type Asked = Pick<DebugProtocol.SourceBreakpoint, 'condition' | 'hitCondition' | 'logMessage'>;

/** One on a line of a text: on the step that the line belongs to. `flows`: ids of the flows of the run. */
export function onLine(
  text: BreakpointText,
  line: number,
  asked: Asked,
  id: number,
  flows: ReadonlySet<string> | null,
): Resolved {
  const step = stepOnLine(text.steps, line);
  if (text.flow === null) return unverified(id, say('This file is no flow that can be read. Mend it first.'));
  if (step === undefined)
    return unverified(
      id,
      say('No step stands on this line. Put the breakpoint on a line between the braces of a step.'),
    );
  if (flows !== null && !flows.has(text.flow))
    return unverified(id, say('This run neither runs nor calls the flow "{0}".', text.flow));
  const resolved = withAsked(id, [{ flow: text.flow, step }], asked);
  const at = lineOfStep(text.steps, step);
  return at === undefined ? resolved : { ...resolved, line: at };
}

/** One on a step by its id; in a called flow of another id also as `flow/step`. */
export function onStep(
  name: string,
  asked: Asked,
  id: number,
  flows: readonly { readonly flow: string; readonly steps: readonly StepLines[] }[],
): Resolved {
  const slash = name.lastIndexOf('/');
  const [flow, step] = slash < 0 ? [null, name] : [name.slice(0, slash), name.slice(slash + 1)];
  const places = flows.filter(
    (each) => (flow === null || each.flow === flow) && lineOfStep(each.steps, step) !== undefined,
  );
  if (places.length > 0)
    return withAsked(
      id,
      places.map((place) => ({ flow: place.flow, step })),
      asked,
    );
  const known = flows.flatMap((each) => each.steps.map((one) => one.step));
  const message =
    known.length === 0
      ? say('No flow of this run has a step "{0}".', name)
      : say('No flow of this run has a step "{0}". Steps: {1}.', name, [...new Set(known)].join(', '));
  return unverified(id, message);
}

function withAsked(
  id: number,
  places: readonly { readonly flow: string; readonly step: string }[],
  { condition = '', hitCondition = '', logMessage = '' }: Asked,
): Resolved {
  const compiled = condition.trim() === '' ? null : compileExpression(condition);
  if (compiled !== null && !compiled.ok) return unverified(id, say('Its condition is no CEL: {0}.', compiled.why));
  if (compiled !== null && !compiled.givesBool)
    return unverified(id, say('Its condition gives neither true nor false.'));
  const hits = hitCondition.trim() === '' ? 1 : Number(/^(?:>=\s*)?(\d{1,9})$/.exec(hitCondition.trim())?.[1]);
  if (!Number.isInteger(hits) || hits < 1)
    return unverified(id, say('Its hit count is a whole number from 1: it stops at that hit and at each later one.'));
  const asked = places.map(
    ({ flow, step }, index): StepBreakpoint => ({
      id: index === 0 ? String(id) : `${id}.${index}`,
      flow,
      step,
      ...(condition.trim() === '' ? {} : { condition }),
      ...(hits === 1 ? {} : { hits }),
      ...(logMessage.trim() === '' ? {} : { log: logMessage }),
    }),
  );
  return { id, verified: true, asked };
}

const unverified = (id: number, message: string): Resolved => ({ id, verified: false, message, asked: [] });

/** The number of a breakpoint, from the id that the engine knows it by. */
export const numberOf = (id: string): number => Number.parseInt(id, 10);
