import { createInterface } from 'node:readline';
import type { Flow } from '../flow/schema';
import { sha256 } from '../node/digest';
import { approvalLines, approvalOf } from '../run/approval';
import { paidLines } from '../run/paidTurns';
import { approve, isApproved } from '../runner/approvals';
import type { Machine } from '../runner/machine';
import { NO_MACHINE } from '../runner/machine';
import type { Terminal } from './terminal';

/**
 * The approval to start with: what was given with `--approve`, else the hash where a person approved it here before or says
 * yes now. Without a person the hash is not given, and the start is refused with the list and the hash.
 */
export async function approvalFor(
  flow: Flow | readonly Flow[],
  root: string,
  given: string | undefined,
  terminal: Terminal,
  question: (text: string) => Promise<string> = ask,
  machine: Machine = NO_MACHINE,
): Promise<string | null> {
  if (given !== undefined) return given;
  const approval = approvalOf(flow, sha256, machine);
  if (await isApproved(root, approval.hash)) return approval.hash;
  if (!terminal.interactive) return null;
  terminal.print({ text: 'Nobody has approved here what this flow executes:', tone: 'strong' });
  for (const line of approvalLines(approval)) terminal.print(line);
  for (const line of paidLines([flow].flat(), machine)) terminal.print(`  paid: ${line}`);
  const answer = await question(`Run these in ${root}? [y/N] `);
  if (!/^y(es)?$/i.test(answer.trim())) return null;
  await approve(root, approval.hash);
  return approval.hash;
}

/** The answer, or nothing where the input ends or is interrupted. */
export function ask(text: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  return new Promise((resolve) => {
    lines.on('close', () => resolve(''));
    lines.question(text, (answer) => {
      resolve(answer);
      lines.close();
    });
  });
}
