import { counted } from '../counted';
import type { StepOf } from '../flow/schema';
import type { Guards } from '../loops/guards';
import { EVERY_GUARD } from '../loops/guards';
import type { Inventory } from '../trace/decision';
import type { CommandEvidence, TestsSeen } from '../trace/result';
import type { StepContext } from './context';
import { CANCELLED } from './context';
import type { ReadEvidence } from './evidence';
import { inOrder, runsToConfirm } from './holdOut';
import { inventoryOf, testsSeen } from './inventory';
import { recordEnd, recordStart } from './recordTree';
import type { VerifyResult } from './verify';
import { runOrThrow, withoutNames } from './verify';

/** Whether a verification has something to run before a claim is confirmed. */
export const confirms = (step: StepOf<'verify'>, guards: Guards = EVERY_GUARD): boolean =>
  step.commands.some(
    (command) => runsToConfirm(command) > 0 && guards(command.holdout === true ? 'holdout' : 'confirm'),
  );

/**
 * What a verification runs only under a claim that everything else bears out.
 *
 * R1 A command with `confirm` runs until it has run so often in all, and every run has to be clean; none is left out, so that
 *    it is told how flaky it is.
 * R2 A hold-out runs here and nowhere else.
 * R3 The fewest tests that any run saw are what was seen.
 */
export async function confirm(
  step: StepOf<'verify'>,
  context: StepContext,
  number0: Inventory | null,
  before: VerifyResult,
): Promise<VerifyResult | typeof CANCELLED> {
  const start = await recordStart(context);
  context.record({ type: 'step.started', ...context.scope, kind: 'verify', attempt: 1, inputs: '' });
  const commands: CommandEvidence[] = [];
  let tests = before.tests;
  for (const [index, command] of inOrder(step.commands).entries()) {
    const first = command.holdout === true ? undefined : before.commands[index];
    const runs: ReadEvidence[] = first === undefined ? [] : [first];
    for (let left = runsToConfirm(command); left > 0; left--) {
      const evidence = await runOrThrow(context, command, `confirm-${index}`);
      if (evidence.status === 'cancelled') return CANCELLED;
      runs.push(evidence);
      if (command.holdout !== true) tests = fewest(tests, testsSeen(number0, inventoryOf([evidence])), step);
      context.record({ type: 'verify.command', ...context.scope, index, result: withoutNames(evidence) });
    }
    commands.push(together(runs, runsToConfirm(command)));
  }
  const { tree } = await recordEnd(context, start);
  return { kind: 'verify', clean: commands.every(({ clean }) => clean), commands, tests, tree };
}

/** Several runs of one command as one: the first that was not clean tells why. */
function together(runs: readonly ReadEvidence[], more: number): CommandEvidence {
  const clean = runs.filter((run) => run.clean).length;
  const told = runs.find((run) => !run.clean) ?? runs.at(-1);
  if (told === undefined) throw new Error('a command was not run at all');
  const evidence = withoutNames(told);
  if (more === 0 || runs.length === 1) return evidence;
  const both = { ...evidence, runs: { clean, of: runs.length } };
  const words = `${clean} of ${counted(runs.length, 'run')} clean`;
  if (clean === runs.length) return { ...both, reason: `${evidence.reason}; ${words}` };
  return { ...both, reason: clean === 0 ? `${words}: ${evidence.reason}` : `flaky: ${words}: ${evidence.reason}` };
}

/** One command's run can only be held against number 0 where the verification has no other. */
function fewest(before: TestsSeen | null, now: TestsSeen | null, step: StepOf<'verify'>): TestsSeen | null {
  const isOnly = step.commands.filter((command) => command.holdout !== true).length === 1;
  if (!isOnly || now === null || before === null) return before;
  return { ran: Math.min(before.ran, now.ran), lost: [...new Set([...before.lost, ...now.lost])] };
}
