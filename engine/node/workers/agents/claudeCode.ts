import * as z from 'zod';
import type { Worker } from '../../../ports';
import type { WorkerHost } from '../host';
import { agentEnvironment } from './agentEnvironment';
import type { AgentProgram } from './agentProbe';
import { agentWorker } from './agentWorker';
import { claudeArguments } from './claudeArguments';
import type { ClaudeRecord } from './claudeRecords';
import { claudeReader } from './claudeTranscript';

/** The `claude` program without its window. A flow cannot say which program that is: only the machine's settings can. */
export const claudeOptions = z.strictObject({
  use: z.literal('claude-code'),
  model: z.string().min(1).optional(),
  allowedTools: z
    .array(z.string().regex(/^[^,]+$/, 'one tool each, without a comma'))
    .optional()
    .describe('Tools allowed beyond those for reading and editing, such as "Bash(npm test:*)"'),
  maxTurns: z.int().min(1).optional(),
  maxUsd: z.number().positive().optional(),
});

export type ClaudeOptions = z.infer<typeof claudeOptions>;

export const claudeProgram: AgentProgram = {
  use: 'claude-code',
  name: 'claude',
  own: [
    ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_BASE_URL'],
    ...['ANTHROPIC_CUSTOM_HEADERS', 'CLAUDE_CONFIG_DIR'],
  ],
  advice:
    'Install Claude Code (npm install -g @anthropic-ai/claude-code), or name its program in the settings of this machine.',
  meters: 'usd',
  safeInUntrustedRepo: true,
};

export const claudeWorker = (options: ClaudeOptions, host: WorkerHost): Worker =>
  agentWorker(
    {
      ...claudeProgram,
      model: options.model,
      holds: ['usd'],
      prepare: async (turn) => ({ args: claudeArguments(options, turn), stdin: turn.prompt }),
      reader: (wanted) => {
        const { line, end } = claudeReader(wanted);
        return {
          line: (text) => {
            const record = line(text);
            return record === undefined ? undefined : progressOf(record);
          },
          end,
        };
      },
    },
    host,
  );

/** What it sees of the machine's environment. */
export const claudeEnvironment = (from: WorkerHost['env']): Record<string, string> =>
  agentEnvironment(from, claudeProgram.own);

function progressOf(record: ClaudeRecord): string | undefined {
  if (record.type !== 'assistant') return undefined;
  const tool = record.tools[0];
  if (tool === undefined) return record.text === '' ? undefined : record.text;
  const about = tool.input.file_path ?? tool.input.command ?? tool.input.pattern;
  return typeof about === 'string' ? `${tool.name} ${about}` : tool.name;
}
