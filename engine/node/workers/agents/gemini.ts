import * as z from 'zod';
import type { Turn, Worker } from '../../../ports';
import type { WorkerHost } from '../host';
import { askingFor } from '../structuredAnswer';
import type { AgentProgram } from './agentProbe';
import { agentWorker } from './agentWorker';
import { geminiReader } from './geminiTranscript';

/** The `gemini` program without its window. */
export const geminiOptions = z.strictObject({
  use: z.literal('gemini'),
  model: z.string().min(1).optional(),
  allowedTools: z
    .array(z.string().regex(/^[A-Za-z_][^,]*$/, 'one tool each, without a comma'))
    .optional()
    .describe('Tools allowed beyond those for reading and editing, such as "run_shell_command(npm test)"'),
});

export type GeminiOptions = z.infer<typeof geminiOptions>;

export const geminiProgram: AgentProgram = {
  use: 'gemini',
  name: 'gemini',
  own: [
    ...['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_GENAI_USE_VERTEXAI'],
    ...['GOOGLE_GENAI_USE_GCA', 'GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION', 'GOOGLE_GEMINI_BASE_URL'],
    ...['GOOGLE_VERTEX_BASE_URL', 'GEMINI_CLI_HOME'],
  ],
  advice: 'Install it (npm install -g @google/gemini-cli), or name its program in the settings of this machine.',
  meters: 'sometimes',
  // It works in no folder that it is not told to trust: what it takes from such a folder is for its next version to say.
  safeInUntrustedRepo: false,
};

export const geminiWorker = (options: GeminiOptions, host: WorkerHost): Worker =>
  agentWorker(
    {
      ...geminiProgram,
      model: options.model,
      set: () => addresses(host.env),
      prepare: async (turn) => ({
        args: geminiArguments(options, turn),
        stdin: askingFor(turn.outputSchema, turn.prompt),
      }),
      reader: geminiReader,
    },
    host,
  );

/**
 * The arguments of one turn. The prompt goes through standard input; the empty one says that there is no window. Its own
 * question whether the folder is trusted is answered here: the engine runs nothing where it is not.
 */
export function geminiArguments(
  { model, allowedTools = [] }: Pick<GeminiOptions, 'model' | 'allowedTools'>,
  { access }: Pick<Turn, 'access'>,
): string[] {
  const write = access === 'write';
  return [
    ...['-o', 'stream-json', '--skip-trust', '--approval-mode', write ? 'auto_edit' : 'default'],
    ...(model === undefined ? [] : ['-m', model]),
    ...(write ? allowedTools.flatMap((tool) => ['--allowed-tools', tool]) : []),
    ...['-p', ''],
  ];
}

/** An address that is not set would be taken from a `.env` of the repository, which could send the key elsewhere. */
const addresses = (env: WorkerHost['env']): Readonly<Record<string, string>> =>
  Object.fromEntries(['GOOGLE_GEMINI_BASE_URL', 'GOOGLE_VERTEX_BASE_URL'].map((name) => [name, env[name] ?? '']));
