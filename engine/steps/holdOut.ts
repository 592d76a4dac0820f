import type { Command } from '../flow/schema';
import type { CommandEvidence } from '../trace/result';

/** All that a worker hears of a hold-out that failed. */
export const HELD_OUT = 'a hold-out check did not pass';

/** The commands as a verification counts them: those that run every time, then those that are held out. */
export const inOrder = (commands: readonly Command[]): readonly Command[] => [
  ...commands.filter((command) => command.holdout !== true),
  ...commands.filter((command) => command.holdout === true),
];

/** How often a command runs to confirm a claim that everything else bears out, beside its run in the pass. */
export const runsToConfirm = ({ confirm = 1, holdout }: Command): number => (holdout === true ? confirm : confirm - 1);

/** What of a verification's evidence may be shown to workers. */
export const shown = (commands: readonly CommandEvidence[]): readonly CommandEvidence[] =>
  commands.filter((command) => command.holdout !== true);

export const holdOutFailed = (commands: readonly CommandEvidence[]): boolean =>
  commands.some((command) => command.holdout === true && !command.clean);
