import { durationMs } from '../flow/duration';
import type { Command } from '../flow/schema';
import type { CommandEvidence } from '../trace/result';
import type { StepContext } from './context';
import { evidenceOf } from './evidence';

const DEFAULT_COMMAND_MS = 10 * 60_000;

/** Runs one command of a step and reads it as evidence. `label` tells several of one visit apart, in the log's name. */
export async function runCommand(context: StepContext, command: Command, label: string): Promise<CommandEvidence> {
  const { scope, ports } = context;
  await context.flush();
  const result = await ports.commands.run(
    {
      key: `${scope.step}-${scope.visit}-${label}`,
      run: command.run ?? { shell: command.shell ?? '' },
      cwd: command.cwd ?? '.',
      env: command.env ?? {},
      timeoutMs: durationMs(command.timeout ?? '') ?? DEFAULT_COMMAND_MS,
    },
    context.stop,
  );
  return evidenceOf(command, result);
}
