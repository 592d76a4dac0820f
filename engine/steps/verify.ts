import { ConvergeError } from '../failure';
import type { Command, StepOf } from '../flow/schema';
import type { Inventory } from '../trace/decision';
import type { CommandEvidence, StepResult } from '../trace/result';
import { runCommand } from './command';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import type { ReadEvidence } from './evidence';
import { inOrder } from './holdOut';
import { inventoryOf, testsSeen } from './inventory';
import { recordEnd, recordStart } from './recordTree';

export type VerifyResult = Extract<StepResult, { kind: 'verify' }>;

export interface Verified {
  readonly result: VerifyResult;
  readonly inventory: Inventory | null;
}

/**
 * The engine runs commands: evidence. All of them run, so that a pass hears of everything, but for those that are held out
 * until a claim is to be confirmed. What they write themselves is theirs, so the files count as verified as they are
 * afterwards. `number0` is what ran before any worker; `label` keeps the logs of a second run apart.
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
  for (const [index, command] of inOrder(step.commands).entries()) {
    if (command.holdout === true) continue;
    const evidence = await runOrThrow(context, command, `${label}-${index}`);
    if (evidence.status === 'cancelled') return CANCELLED;
    read.push(evidence);
    context.record({ type: 'verify.command', ...context.scope, index, result: withoutNames(evidence) });
  }
  const { tree } = await recordEnd(context, before);
  const inventory = inventoryOf(read);
  const commands = read.map(withoutNames);
  const clean = commands.every((command) => command.clean);
  return { result: { kind: 'verify', clean, commands, tests: testsSeen(number0, inventory), tree }, inventory };
}

/** A program that is missing is nobody's failure but the set-up's. */
export async function runOrThrow(context: StepContext, command: Command, label: string): Promise<ReadEvidence> {
  const evidence = await runCommand(context, command, label);
  if (evidence.status !== 'not-found') return evidence;
  const advice = 'Install it, or name another program in the step.';
  throw new ConvergeError('program-missing', `Step "${context.scope.step}": ${evidence.reason}. ${advice}`);
}

export const withoutNames = ({ names: _, ...evidence }: ReadEvidence): CommandEvidence => evidence;

/** Why it is clean or not, in one line, for people. */
export const verifyReason = (result: VerifyResult): string =>
  result.commands.length === 0
    ? 'it has only hold-outs, which run to confirm a claim'
    : result.commands
        .filter((command) => result.clean || !command.clean)
        .map((command) => `${command.command}${command.holdout ? ' (a hold-out)' : ''}: ${command.reason}`)
        .join('; ');
