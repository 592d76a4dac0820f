import { ConvergeError } from '../failure';
import type { Command } from '../flow/schema';
import type { CommandEvidence } from '../trace/result';
import { runCommand } from './command';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import type { ReadEvidence } from './evidence';
import type { Opinion } from './gateVerdict';
import { recordEnd, recordStart } from './recordTree';

/**
 * Runs all commands of a gate, as evidence. `first` is the number of the first among those of the visit. What they write
 * is theirs: it is recorded, and voids nothing.
 */
export async function runGateCommands(
  context: StepContext,
  commands: readonly Command[],
  first: number,
): Promise<readonly CommandEvidence[] | typeof CANCELLED> {
  const before = await recordStart(context);
  const ran: CommandEvidence[] = [];
  for (const [at, command] of commands.entries()) {
    const index = first + at;
    const { names: _, ...evidence }: ReadEvidence = await runCommand(context, command, `run-${index}`);
    if (evidence.status === 'cancelled') return CANCELLED;
    if (evidence.status === 'not-found') {
      const advice = 'Install it, or name another program in the gate.';
      throw new ConvergeError('program-missing', `Step "${context.scope.step}": ${evidence.reason}. ${advice}`);
    }
    ran.push(evidence);
    context.record({ type: 'verify.command', ...context.scope, index, result: evidence });
  }
  await recordEnd(context, before);
  return ran;
}

/** Clean evidence passes. What failed is told by name, for whoever revises. */
export function commandsOpinion(commands: readonly CommandEvidence[]): Opinion {
  const clean = commands.every((command) => command.clean);
  const told = commands.filter((command) => clean || !command.clean);
  const failures = told.flatMap((command) => command.failures).slice(0, MOST_FAILURES);
  return {
    read: clean ? 'passed' : 'failed',
    score: null,
    reasons: told.map(({ command, reason }) => `${command}: ${reason}`),
    feedback: failures.map(({ name, message }) => `${name}: ${message}`.slice(0, LONGEST)).join('\n'),
    changed: [],
  };
}

const MOST_FAILURES = 20;
const LONGEST = 300;
