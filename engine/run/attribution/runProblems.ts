import type { Flow } from '../../flow/schema';
import type { Latch } from '../../loops/ledger';
import { inOrder } from '../../steps/holdOut';
import type { CommandEvidence } from '../../trace/result';
import type { RunState, StepState } from '../state';
import { openLatches } from '../state';
import type { FailingLine } from './failingLines';
import { failingLines } from './failingLines';

/** What stands against a run being complete, and the files that it is about. */
export type RunProblem =
  | { readonly about: 'latch'; readonly latch: Latch; readonly pass: number }
  | {
      readonly about: 'check';
      readonly step: string;
      readonly pass: number;
      readonly command: CommandEvidence;
      /** Empty: no line inside the workspace is named. */
      readonly lines: readonly FailingLine[];
    };

/**
 * Open latches, and the commands of each step's last decided visit that were not clean.
 *
 * @param root absolute path of the workspace root
 */
export function runProblems(state: RunState, flow: Flow | null, root: string): readonly RunProblem[] {
  const latches = openLatches(state).map((latch): RunProblem => ({ about: 'latch', latch, pass: openedIn(latch) }));
  const checks = Object.entries(state.steps).flatMap(([step, { pass, result }]) =>
    commandsOf(result).flatMap((command, index): readonly RunProblem[] => {
      if (command.clean) return [];
      const lines = failingLines(command, { root, cwd: folderOf(flow, step, index) });
      return [{ about: 'check', step, pass, command, lines }];
    }),
  );
  return [...latches, ...checks];
}

/** The pass in which a latch was opened last. */
const openedIn = (latch: Latch): number => latch.history.filter(({ what }) => what === 'opened').at(-1)?.pass ?? 0;

const commandsOf = (result: StepState['result']): readonly CommandEvidence[] =>
  result.kind === 'verify' || result.kind === 'gate' ? result.commands : [];

/** The folder in which a command of a step runs, from the workspace root; empty: the root itself. */
export function folderOf(flow: Flow | null, step: string, index: number): string {
  const found = flow?.steps[step];
  return found?.kind === 'verify' ? (inOrder(found.commands)[index]?.cwd ?? '') : '';
}
