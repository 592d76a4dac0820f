import { realpathSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { Worker } from '../../ports';
import { allowedEnvironment } from '../environment';
import { findProgram } from '../program';
import { claudeArguments } from './claudeArguments';
import type { ClaudeRecord } from './claudeRecords';
import { claudeReader } from './claudeTranscript';
import type { WorkerHost } from './host';
import { runProgram } from './programTurn';
import { versionOf } from './version';

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

export function claudeWorker(options: ClaudeOptions, host: WorkerHost): Worker {
  const program = host.executables['claude-code'] ?? 'claude';
  const env = claudeEnvironment(host.env);
  return {
    use: 'claude-code',
    ...(options.model === undefined ? {} : { model: options.model }),
    holds: ['usd'],
    probe: async () => {
      const rest = { meters: 'usd', safeInUntrustedRepo: true } as const;
      const found = findProgram(program, host.workspaceRoot, env);
      if (!found.found) return { available: false, why: `${found.why} ${ADVICE}`, ...rest };
      const version = await versionOf(program, host.workspaceRoot, env);
      return version.ok
        ? { available: true, version: version.text, ...rest }
        : { available: false, why: version.why, ...rest };
    },
    run: (turn, io) => {
      const reader = claudeReader({ roots: rootsOf(host.workspaceRoot), structured: turn.outputSchema !== undefined });
      return runProgram(turn, io, host, {
        program,
        args: claudeArguments(options, turn),
        env,
        stdin: turn.prompt,
        onLine: (line) => {
          const record = reader.line(line);
          const progress = record === undefined ? undefined : progressOf(record);
          if (progress !== undefined) io.onProgress?.(progress.slice(0, 300));
        },
        answer: (end) =>
          reader.end(end.status === 'not-found' ? { ...end, why: `${end.why ?? 'It was not found.'} ${ADVICE}` } : end),
      });
    },
  };
}

const ADVICE = 'Install Claude Code, or name its program in the settings of this machine.';

/** Its credential, where its settings and its service are, and what a network needs: nothing else beyond the allow-list. */
const OWN = [
  ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_BASE_URL'],
  ...['ANTHROPIC_CUSTOM_HEADERS', 'CLAUDE_CONFIG_DIR', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'],
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
];

/**
 * PATH is held to its absolute entries: a relative one would stand for a folder of the repository, which could bring its
 * own `claude`.
 */
export function claudeEnvironment(from: WorkerHost['env']): Record<string, string> {
  const env = allowedEnvironment(from);
  for (const name of OWN) {
    const value = from[name];
    if (value !== undefined) env[name] = value;
  }
  for (const name of ['PATH', 'Path']) {
    const entries = env[name]?.split(path.delimiter);
    if (entries !== undefined) env[name] = entries.filter((entry) => path.isAbsolute(entry)).join(path.delimiter);
  }
  return env;
}

function rootsOf(root: string): readonly string[] {
  try {
    return [root, realpathSync(root)];
  } catch {
    return [root];
  }
}

function progressOf(record: ClaudeRecord): string | undefined {
  if (record.type !== 'assistant') return undefined;
  const tool = record.tools[0];
  if (tool === undefined) return record.text === '' ? undefined : record.text;
  const about = tool.input.file_path ?? tool.input.command ?? tool.input.pattern;
  return typeof about === 'string' ? `${tool.name} ${about}` : tool.name;
}
