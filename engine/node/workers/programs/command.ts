import * as z from 'zod';
import type { Worker } from '../../../ports';
import { allowedEnvironment } from '../../environment';
import { keepOutput } from '../../keptOutput';
import { findProgram } from '../../program';
import type { WorkerHost } from '../host';
import { classifyCommand } from './commandAnswer';
import { runProgram } from './programTurn';

/** A program of one's own: one JSON object on standard input, a JSON object as its last line or plain text back. */
export const commandOptions = z.strictObject({
  use: z.literal('command'),
  model: z.string().optional(),
  run: z.array(z.string().min(1)).min(1).describe('Program and arguments, started without a shell'),
  meters: z
    .enum(['none', 'free', 'tokens', 'usd'])
    .optional()
    .describe('What it reports of its cost (default none). free: declared to cost nothing'),
  env: z
    .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name has letters, digits and _'))
    .optional()
    .describe('Names of further variables that it may see, such as the one with its key'),
});

export type CommandOptions = z.infer<typeof commandOptions>;

/** @param more variables of ours */
export function commandWorker(
  options: CommandOptions,
  host: WorkerHost,
  more: Readonly<Record<string, string>> = {},
): Worker {
  const [program = '', ...args] = options.run;
  const env = allowedEnvironment(host.env);
  for (const name of options.env ?? []) {
    const value = host.env[name];
    if (value !== undefined) env[name] = value;
  }
  const free = options.meters === 'free';
  return {
    use: 'command',
    ...(free ? { free } : {}),
    ...(options.model === undefined ? {} : { model: options.model }),
    probe: async () => {
      const found = findProgram(program, host.workspaceRoot, env);
      const rest = { meters: options.meters ?? 'none', safeInUntrustedRepo: false } as const;
      return found.found ? { available: true, ...rest } : { available: false, why: found.why, ...rest };
    },
    run: (turn, io) => {
      const text = keepOutput();
      let last: string | undefined;
      return runProgram(turn, io, host, {
        program,
        args,
        // Of an effect its own key, which is the same in every try: what the receiver tells repetitions by.
        env: { ...env, ...more, CONVERGE_KEY: turn.request.effectKey ?? turn.key },
        stdin: `${JSON.stringify(turn.request)}\n`,
        onBytes: (bytes) => text.add('stdout', bytes),
        onLine: (line) => {
          if (line.trim() !== '') last = line;
          io.onProgress?.(line.slice(0, 300));
        },
        answer: (end) => classifyCommand(text.text(), end, free, last),
      });
    },
  };
}
