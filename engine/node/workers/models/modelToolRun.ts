import * as z from 'zod';
import type { CommandResult, TurnIo } from '../../../ports';
import type { ModelTool } from './modelTool';
import { denied, failed, modelTool } from './modelTool';

const HEAD_CHARS = 4 * 1024;
const TAIL_CHARS = 16 * 1024;

/**
 * Runs one of the flow's own verification commands, by its number. What it says is for the model alone: evidence is what
 * the engine runs afterwards.
 *
 * @param checks as people read them
 */
export function runTool(checks: readonly string[], check: NonNullable<TurnIo['check']>): ModelTool {
  const list = checks.map((text, index) => `${index + 1}: ${text}`).join('; ');
  const input = z.strictObject({
    check: z.union([z.int(), z.string()]).describe(`The number of a check. There are: ${list}`),
  });
  return modelTool(
    'run',
    `Runs one of the checks of this flow. No other command can be run.`,
    input,
    async (given, stop) => {
      const index = indexOf(given.check, checks);
      if (index === undefined) return denied(`run ${String(given.check)}`, `only these can be run: ${list}`);
      const result = await check(index, stop);
      const text = `${endOf(result)}\n${shortened(result.output)}`;
      return result.status === 'exited' ? { text } : failed(text);
    },
  );
}

function indexOf(given: number | string, checks: readonly string[]): number | undefined {
  const number = typeof given === 'number' ? given : /^\d+$/.test(given) ? Number(given) : checks.indexOf(given) + 1;
  return number >= 1 && number <= checks.length ? number - 1 : undefined;
}

function endOf({ status, exit, signal, why }: CommandResult): string {
  switch (status) {
    case 'exited':
      return `Exit code ${exit ?? 'unknown'}.`;
    case 'signalled':
      return `Ended by ${signal ?? 'a signal'}.`;
    case 'timed-out':
      return 'It took longer than its limit.';
    case 'cancelled':
      return 'It was stopped.';
    case 'not-found':
      return why ?? 'Its program was not found.';
  }
}

function shortened(output: string): string {
  const left = output.length - HEAD_CHARS - TAIL_CHARS;
  if (left <= 0) return output;
  return `${output.slice(0, HEAD_CHARS)}\n[${left} characters left out]\n${output.slice(-TAIL_CHARS)}`;
}
