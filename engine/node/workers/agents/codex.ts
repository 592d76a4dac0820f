import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Turn, Worker } from '../../../ports';
import type { WorkerHost } from '../host';
import { askingFor } from '../structuredAnswer';
import type { AgentProgram } from './agentProbe';
import { agentWorker } from './agentWorker';
import { closedSchema } from './closedSchema';
import { codexReader } from './codexTranscript';

/** The `codex` program without its window. */
export const codexOptions = z.strictObject({
  use: z.literal('codex'),
  model: z.string().min(1).optional(),
});

export type CodexOptions = z.infer<typeof codexOptions>;

export const codexProgram: AgentProgram = {
  use: 'codex',
  name: 'codex',
  own: ['CODEX_API_KEY', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_HOME'],
  advice: 'Install it (npm install -g @openai/codex), or name its program in the settings of this machine.',
  meters: 'sometimes',
  safeInUntrustedRepo: true,
};

export const codexWorker = (options: CodexOptions, host: WorkerHost): Worker =>
  agentWorker(
    {
      ...codexProgram,
      model: options.model,
      prepare: async (turn, scratch) => {
        const schema = closedSchema(turn.outputSchema);
        const file = schema === undefined ? undefined : path.join(scratch, 'schema.json');
        if (file !== undefined) await writeFile(file, JSON.stringify(schema), { mode: 0o600 });
        return {
          args: codexArguments(options, turn, file),
          stdin: file === undefined ? askingFor(turn.outputSchema, turn.prompt) : turn.prompt,
        };
      },
      reader: codexReader,
    },
    host,
  );

/**
 * The arguments of one turn; the prompt goes through standard input (`-`). It is held to its own sandbox, asks nobody, keeps
 * nothing, and takes no rules that would let commands out of the sandbox.
 */
export function codexArguments(
  { model }: Pick<CodexOptions, 'model'>,
  turn: Pick<Turn, 'access' | 'cwd'>,
  schemaFile?: string,
): string[] {
  return [
    ...['exec', '--json', '--ephemeral', '--color', 'never', '--ignore-rules', '--skip-git-repo-check'],
    ...['-C', turn.cwd, '-s', turn.access === 'write' ? 'workspace-write' : 'read-only'],
    ...['-c', 'approval_policy="never"'],
    ...(model === undefined ? [] : ['-m', model]),
    ...(schemaFile === undefined ? [] : ['--output-schema', schemaFile]),
    '-',
  ];
}
