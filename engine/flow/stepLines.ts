import { isObject } from '../json';
import type { ParsedFlow } from './parse';

/** Where a step stands in a flow's text. Lines count from 1. */
export interface StepLines {
  readonly step: string;
  /** Of its id. */
  readonly first: number;
  /** Of the end of what it holds. */
  readonly last: number;
}

/** Every step of a text, in the order of the text; none where the text cannot be read. */
export function stepLinesOf({ value, keyRangeOf, rangeOf, lineOf }: ParsedFlow): readonly StepLines[] {
  const steps = isObject(value) && isObject(value.steps) ? value.steps : {};
  return Object.keys(steps)
    .map((step) => {
      const path = ['steps', step];
      const { offset, length } = rangeOf(path);
      return { step, first: keyRangeOf(path).line, last: lineOf(Math.max(offset, offset + length - 1)) };
    })
    .sort((a, b) => a.first - b.first);
}

/** The step that a line belongs to: of several that share it the first; undefined outside of every step. */
export const stepOnLine = (steps: readonly StepLines[], line: number): string | undefined =>
  steps.find(({ first, last }) => first <= line && line <= last)?.step;

/** The line of a step's id, undefined where it is not in the text. */
export const lineOfStep = (steps: readonly StepLines[], step: string): number | undefined =>
  steps.find((each) => each.step === step)?.first;

/**
 * Where what stood on a line stands after a change of the text: with its step where that is still there, on the same line
 * where the step has another name now. Null: its step is gone. A line outside of every step keeps its number.
 */
export function followLine(before: readonly StepLines[], after: readonly StepLines[], line: number): number | null {
  const was = before.find(({ first, last }) => first <= line && line <= last);
  if (was === undefined) return line;
  const now = after.find(({ step }) => step === was.step) ?? renamed(before, after, was.step);
  return now === undefined ? null : Math.min(now.first + (line - was.first), now.last);
}

/** The one step that is new where one other is gone: it has its place in the order of the text. */
function renamed(before: readonly StepLines[], after: readonly StepLines[], step: string): StepLines | undefined {
  if (before.length !== after.length) return undefined;
  const now = after[before.findIndex((each) => each.step === step)];
  return now !== undefined && before.every((each) => each.step !== now.step) ? now : undefined;
}
