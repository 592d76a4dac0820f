import { durationMs } from '../flow/duration';
import type { Command } from '../flow/schema';
import type { CommandEvidence } from '../trace/result';
import { joinPath } from './commandLine';
import type { StepContext } from './context';
import { evidenceOf } from './evidence';

/** Of a command that names no limit of its own. */
export const DEFAULT_COMMAND_MS = 10 * 60_000;

/** Runs one command of a step and reads it as evidence. `label` tells several of one visit apart, in the log's name. */
export async function runCommand(context: StepContext, command: Command, label: string): Promise<CommandEvidence> {
  const { ports } = context;
  await context.flush();
  const result = await ports.commands.run(
    {
      key: commandKey(context, label),
      run: command.run ?? { shell: command.shell ?? '' },
      cwd: command.cwd ?? '.',
      env: command.env ?? {},
      timeoutMs: timeLeft(context, durationMs(command.timeout ?? '') ?? DEFAULT_COMMAND_MS),
      ...reportOf(command),
    },
    context.stop,
  );
  // The run's own time ended it: that is no result of the command.
  const evidence = evidenceOf(command, result, context.guards);
  return result.status === 'timed-out' && isOver(context) ? { ...evidence, status: 'cancelled' } : evidence;
}

/** A report outside the workspace is none: nobody looks for it, and so it is not there. */
function reportOf({ report, cwd = '' }: Command): { readonly report?: string } {
  const path = report === undefined ? undefined : joinPath(joinPath('', cwd) ?? '', report);
  return path === undefined ? {} : { report: path };
}

/** Names a command's log file: its step, visit and label, and where it was called, so that no two are the same. */
export function commandKey({ scope, within, ports }: StepContext, label: string): string {
  const place = within === '' ? '' : `-${ports.digest(within).slice(0, 8)}`;
  return `${scope.step.slice(0, 64)}-${scope.visit}${place}-${label}`.slice(0, 100);
}

/** `ms`, or what is left of the run's own time. */
export const timeLeft = ({ deadline, ports }: StepContext, ms: number): number =>
  deadline === null ? ms : Math.max(1, Math.min(ms, deadline - ports.clock.now()));

export const isOver = ({ deadline, ports }: StepContext): boolean => deadline !== null && ports.clock.now() >= deadline;
