import { ConvergeError } from '../failure';
import type { StepOf } from '../flow/schema';
import type { CommandEvidence, StepResult } from '../trace/entry';
import { runCommand } from './command';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import { recordEnd, recordStart } from './recordTree';

export type VerifyResult = Extract<StepResult, { kind: 'verify' }>;

/**
 * The engine runs commands: evidence. All of them run, so that a pass hears of everything; what they write themselves is
 * theirs, so the files count as verified as they are afterwards. `label` keeps the logs of a second run apart.
 */
export async function verify(
  step: StepOf<'verify'>,
  context: StepContext,
  label = 'run',
): Promise<VerifyResult | typeof CANCELLED> {
  const before = await recordStart(context);
  context.record({ type: 'step.started', ...context.scope, kind: 'verify', attempt: 1, inputs: '' });
  const commands: CommandEvidence[] = [];
  for (const [index, command] of step.commands.entries()) {
    const evidence = await runCommand(context, command, `${label}-${index}`);
    if (evidence.status === 'cancelled') return CANCELLED;
    if (evidence.status === 'not-found') {
      const advice = 'Install it, or name another program in the step.';
      throw new ConvergeError('program-missing', `Step "${context.scope.step}": ${evidence.reason}. ${advice}`);
    }
    commands.push(evidence);
    context.record({ type: 'verify.command', ...context.scope, index, result: evidence });
  }
  const { tree } = await recordEnd(context, before);
  return { kind: 'verify', clean: commands.every((command) => command.clean), commands, tree };
}

/** Why it is clean or not, in one line. */
export const verifyReason = (result: VerifyResult): string =>
  result.commands
    .filter((command) => result.clean || !command.clean)
    .map((command) => `${command.command}: ${command.reason}`)
    .join('; ');
