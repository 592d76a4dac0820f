import * as z from 'zod';
import type { Turn, Worker } from '../../../ports';
import type { WorkerHost } from '../host';
import { askingFor } from '../structuredAnswer';
import type { AgentProgram } from './agentProbe';
import { agentWorker } from './agentWorker';
import { opencodeReader } from './opencodeTranscript';

/** The `opencode` program without its window. */
export const opencodeOptions = z.strictObject({
  use: z.literal('opencode'),
  model: z
    .string()
    .regex(/^[^-\s/][^\s/]*\/\S+$/, 'write "provider/model"')
    .optional(),
});

export type OpencodeOptions = z.infer<typeof opencodeOptions>;

export const opencodeProgram = ({ model }: Pick<OpencodeOptions, 'model'> = {}): AgentProgram => ({
  use: 'opencode',
  name: 'opencode',
  own: [...PLACES, ...keysOf(model?.split('/')[0] ?? 'opencode')],
  advice: 'Install it (npm install -g opencode-ai), or name its program in the settings of this machine.',
  meters: 'sometimes',
  // Only a version that knows the variable below keeps the plugins of a repository out.
  safeInUntrustedRepo: false,
});

export const opencodeWorker = (options: OpencodeOptions, host: WorkerHost): Worker =>
  agentWorker(
    {
      ...opencodeProgram(options),
      model: options.model,
      set: ({ access }) => ({
        OPENCODE_PERMISSION: JSON.stringify(opencodePermission(access)),
        OPENCODE_DISABLE_AUTOUPDATE: 'true',
        // `--pure` keeps the plugins of its settings out; those of a repository's `.opencode` it runs all the same.
        OPENCODE_DISABLE_PROJECT_CONFIG: 'true',
      }),
      prepare: async (turn) => ({
        args: opencodeArguments(options, turn),
        stdin: askingFor(turn.outputSchema, turn.prompt),
      }),
      reader: opencodeReader,
    },
    host,
  );

/** The arguments of one turn. The prompt goes through standard input; with a title it asks no model for one on the side. */
export const opencodeArguments = ({ model }: Pick<OpencodeOptions, 'model'>, { key }: Pick<Turn, 'key'>): string[] => [
  ...['run', '--format', 'json', '--pure', '--title', `Converge ${key}`],
  ...(model === undefined ? [] : ['-m', model]),
];

/** Helpers of its own (`task`) are never allowed: what they use, it does not report. */
export const opencodePermission = (access: Turn['access']): Readonly<Record<string, string>> =>
  access === 'write' ? { edit: 'allow', bash: 'allow', task: 'deny' } : { edit: 'deny', bash: 'deny', task: 'deny' };

const PLACES = [
  ...['XDG_CONFIG_HOME', 'XDG_DATA_HOME', 'XDG_STATE_HOME'],
  ...['OPENCODE_CONFIG', 'OPENCODE_CONFIG_DIR', 'OPENCODE_CONFIG_CONTENT'],
];

/** The credential of each provider; of any other it has what its own login has kept. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  opencode: ['OPENCODE_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY'],
  openai: ['OPENAI_API_KEY'],
  google: ['GOOGLE_GENERATIVE_AI_API_KEY'],
  openrouter: ['OPENROUTER_API_KEY'],
};

const keysOf = (provider: string): readonly string[] => (Object.hasOwn(KEYS, provider) ? (KEYS[provider] ?? []) : []);
