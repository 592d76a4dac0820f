import type { StepLines } from '../../engine/flow/stepLines';
import { stepOnLine } from '../../engine/flow/stepLines';
import type { BreakpointMark } from '../../webview/protocol';

/** A breakpoint in a text as the editor keeps it. `line` counts from 1. */
export interface LineBreakpoint {
  readonly line: number;
  readonly enabled: boolean;
  readonly condition?: string | undefined;
  readonly hitCondition?: string | undefined;
  readonly logMessage?: string | undefined;
}

/** What the canvas shows of them, by step: of several on one step the first that is switched on. */
export function breakpointMarks(
  steps: readonly StepLines[],
  breakpoints: readonly LineBreakpoint[],
): Readonly<Record<string, BreakpointMark>> {
  const marks: Record<string, BreakpointMark> = {};
  for (const breakpoint of breakpoints) {
    const step = stepOnLine(steps, breakpoint.line);
    if (step !== undefined && !marks[step]?.enabled) marks[step] = markOf(breakpoint);
  }
  return marks;
}

function markOf({ enabled, condition = '', hitCondition = '', logMessage = '' }: LineBreakpoint): BreakpointMark {
  if (logMessage !== '') return { kind: 'log', enabled, text: logMessage };
  const text = [condition, hitCondition].filter((part) => part !== '').join(' · ');
  return { kind: text === '' ? 'plain' : 'conditional', enabled, text };
}
