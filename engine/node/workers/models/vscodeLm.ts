import * as z from 'zod';
import type { Worker } from '../../../ports';
import { NO_REDACTION } from '../../redact';
import { NOTHING_SPENT } from '../ending';
import type { WorkerHost } from '../host';
import { takeHttpTurn } from './httpTurn';
import { TOOL_CHOICES } from './modelTools';

/** A language model of VS Code, asked by a window for the run. */
export const vscodeLmOptions = z.strictObject({
  use: z.literal('vscode-lm'),
  model: z.string().min(1).describe('Its id, family, or vendor/family, as VS Code has it'),
  maxTurns: z.int().min(1).max(500).optional().describe('Requests of one turn (default 40)'),
  tools: z.enum(TOOL_CHOICES).optional().describe('What it may use: all (default), read, none'),
});

export type VscodeLmOptions = z.infer<typeof vscodeLmOptions>;

/** Without a window that may ask, the run waits as it does for a person. */
export function vscodeLmWorker({ model, maxTurns = 40, tools = 'all' }: VscodeLmOptions, host: WorkerHost): Worker {
  return {
    use: 'vscode-lm',
    model,
    ready: async () => (host.serve === undefined ? NO_WINDOW : host.serve.ready(model)),
    probe: async () => ({ available: true, meters: 'sometimes', safeInUntrustedRepo: true }),
    run: (turn, io) =>
      takeHttpTurn(turn, io, host, {
        ...{
          use: 'vscode-lm',
          model,
          tools,
          maxTurns,
          maxTokens: undefined,
          redaction: host.redaction ?? NO_REDACTION,
        },
        answer: async (talk, watch) => {
          watch.heard();
          const served = await host.serve?.answer(model, talk, watch);
          watch.rest();
          return served ?? { end: 'unreached', why: NO_WINDOW, usage: NOTHING_SPENT };
        },
      }),
  };
}

export const NO_WINDOW =
  'No window of VS Code is there to ask its language model. Open the workspace in one, then answer "again".';
