import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Turn, Worker } from '../../../ports';
import type { WorkerHost } from '../host';
import { askingFor } from '../structuredAnswer';
import type { AgentProgram } from './agentProbe';
import { agentWorker } from './agentWorker';
import { copilotReader } from './copilotTranscript';

/** The `copilot` program without its window. */
export const copilotOptions = z.strictObject({
  use: z.literal('copilot'),
  model: z.string().min(1).optional(),
  allowedTools: z
    .array(z.string().regex(/^[A-Za-z_][^,]*$/, 'one tool each, without a comma'))
    .optional()
    .describe('Tools allowed beyond those for reading and editing, such as "shell(npm test)"'),
  maxAiCredits: z.number().min(30).optional().describe('Limit of one turn in its own unit, at least 30'),
});

export type CopilotOptions = z.infer<typeof copilotOptions>;

export const copilotProgram: AgentProgram = {
  use: 'copilot',
  name: 'copilot',
  own: [
    ...['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN', 'GH_HOST', 'COPILOT_GH_HOST', 'COPILOT_HOME'],
    ...['COPILOT_MODEL', 'COPILOT_OFFLINE', 'COPILOT_PROVIDER_BASE_URL', 'COPILOT_PROVIDER_TYPE'],
    ...['COPILOT_PROVIDER_API_KEY', 'COPILOT_PROVIDER_BEARER_TOKEN', 'COPILOT_PROVIDER_WIRE_API'],
    ...['COPILOT_PROVIDER_MODEL_ID', 'COPILOT_PROVIDER_WIRE_MODEL', 'COPILOT_PROVIDER_HEADERS'],
  ],
  advice: 'Install it (npm install -g @github/copilot), or name its program in the settings of this machine.',
  meters: 'sometimes',
  safeInUntrustedRepo: true,
};

const USAGE_FILE = 'usage.json';

export const copilotWorker = (options: CopilotOptions, host: WorkerHost): Worker =>
  agentWorker(
    {
      ...copilotProgram,
      model: options.model,
      prepare: async (turn, scratch) => ({
        args: copilotArguments(options, turn, path.join(scratch, USAGE_FILE)),
        stdin: askingFor(turn.outputSchema, turn.prompt),
      }),
      reader: (wanted, scratch) => copilotReader(wanted, () => usageIn(path.join(scratch, USAGE_FILE))),
    },
    host,
  );

/**
 * The arguments of one turn. The prompt is not among them: without `-p` it is read from standard input, which has no limit
 * of the system's. The folder is not trusted (`--trust-folder` is not given), so that a repository's own servers, hooks and
 * skills stay out.
 */
export function copilotArguments(
  { model, allowedTools = [], maxAiCredits }: Omit<CopilotOptions, 'use'>,
  { access }: Pick<Turn, 'access'>,
  usageFile: string,
): string[] {
  const write = access === 'write';
  return [
    ...['--output-format', 'json', '--usage-output-file', usageFile],
    ...['--no-ask-user', '--no-auto-update', '--no-color', '--no-remote-export', '--disable-builtin-mcps'],
    ...(model === undefined ? [] : ['--model', model]),
    ...(maxAiCredits === undefined ? [] : ['--max-ai-credits', String(maxAiCredits)]),
    ...(write
      ? ['write', ...allowedTools].map((tool) => `--allow-tool=${tool}`)
      : ['write', 'shell'].map((tool) => `--deny-tool=${tool}`)),
  ];
}

const MOST_BYTES = 4 * 1024 * 1024;

function usageIn(file: string): string | undefined {
  try {
    return statSync(file).size > MOST_BYTES ? '' : readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
