import { ConvergeError } from '../failure';
import type { StepOf } from '../flow/schema';
import type { Inventory } from '../trace/decision';
import type { CommandEvidence, StepResult } from '../trace/result';
import { runCommand } from './command';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import type { ReadEvidence } from './evidence';
import { inventoryOf, testsSeen } from './inventory';
import { recordEnd, recordStart } from './recordTree';

export type VerifyResult = Extract<StepResult, { kind: 'verify' }>;

export interface Verified {
  readonly result: VerifyResult;
  readonly inventory: Inventory | null;
}

/**
 * The engine runs commands: evidence. All of them run, so that a pass hears of everything; what they write themselves is
 * theirs, so the files count as verified as they are afterwards. `number0`
 * is what ran before any worker; `label` keeps the logs of a second run apart.
 */
export async function verify(
  step: StepOf<'verify'>,
  context: StepContext,
  number0: Inventory | null,
  label = 'run',
): Promise<Verified | typeof CANCELLED> {
  const before = await recordStart(context);
  context.record({ type: 'step.started', ...context.scope, kind: 'verify', attempt: 1, inputs: '' });
  const read: ReadEvidence[] = [];
  for (const [index, command] of step.commands.entries()) {
    const evidence = await runCommand(context, command, `${label}-${index}`);
    if (evidence.status === 'cancelled') return CANCELLED;
    if (evidence.status === 'not-found') {
      const advice = 'Install it, or name another program in the step.';
      throw new ConvergeError('program-missing', `Step "${context.scope.step}": ${evidence.reason}. ${advice}`);
    }
    read.push(evidence);
    context.record({ type: 'verify.command', ...context.scope, index, result: withoutNames(evidence) });
  }
  const { tree } = await recordEnd(context, before);
  const inventory = inventoryOf(read);
  const commands = read.map(withoutNames);
  const clean = commands.every((command) => command.clean);
  return { result: { kind: 'verify', clean, commands, tests: testsSeen(number0, inventory), tree }, inventory };
}

const withoutNames = ({ names: _, ...evidence }: ReadEvidence): CommandEvidence => evidence;

/** Why it is clean or not, in one line. */
export const verifyReason = (result: VerifyResult): string =>
  result.commands
    .filter((command) => result.clean || !command.clean)
    .map((command) => `${command.command}: ${command.reason}`)
    .join('; ');
