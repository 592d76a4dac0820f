import * as z from 'zod';
import type { ProgramEnd } from '../ending';
import { endedAs } from '../ending';
import { agentAnswer } from './agentAnswer';
import { absent, tokensApart, tokensReported } from './countedTokens';
import { recordIn } from './recordLine';
import { statusFlaw } from './refusal';
import type { TurnReader, Wanted } from './turnReader';
import { readWhole } from './turnReader';

/**
 * What a turn of `codex exec --json` came to. Pure and total: any text gives an answer.
 *
 * R1 Without a whole `turn.completed` or `turn.failed` there is no answer, whatever the exit code.
 * R2 One `turn.failed` makes it not good, wherever it stands; it reports no usage.
 * R3 An `error` record alone was got over. An item of type `error` is a warning.
 * R4 Usage is that of the last `turn.completed`. Zeros are what it writes where its service told none: no report.
 * R5 A refusal is known by the HTTP status with which its own error begins; never by other words.
 * R6 Its text is the last message. It claims the files of its completed file changes. What was declined is a denial.
 */
export const classifyCodex = (transcript: string, end: ProgramEnd, wanted: Wanted) =>
  readWhole(codexReader(wanted), transcript, end);

export function codexReader(wanted: Wanted): TurnReader {
  const seen: Seen = { spoke: false, text: '', files: [], denials: new Map() };
  return {
    line(line) {
      const record = recordIn(line);
      if (record === undefined) return undefined;
      switch (record.type) {
        case 'thread.started':
          if (typeof record.thread_id === 'string') seen.session = record.thread_id;
          return undefined;
        case 'turn.completed':
          seen.completed = { usage: record.usage };
          return undefined;
        case 'turn.failed':
          seen.failed ??= failedSchema.safeParse(record).data?.error.message ?? 'it says no more';
          return undefined;
        case 'item.completed':
        case 'item.updated':
        case 'item.started': {
          const item = itemSchema.safeParse(record.item).data;
          return item === undefined ? undefined : withItem(seen, item, record.type === 'item.completed');
        }
        default:
          return undefined;
      }
    },
    end: (end) => endedAs(end, answerOf(seen, end, wanted)),
  };
}

interface Seen {
  session?: string;
  completed?: { readonly usage: unknown };
  failed?: string;
  spoke: boolean;
  text: string;
  readonly files: string[];
  readonly denials: Map<string, string>;
}

type Item = z.infer<typeof itemSchema>;

function withItem(seen: Seen, item: Item, completed: boolean): string | undefined {
  if (item.type !== 'error') seen.spoke = true;
  switch (item.type) {
    case 'agent_message':
      if (completed && item.text !== undefined) seen.text = item.text;
      return completed ? item.text : undefined;
    case 'file_change':
      if (item.status === 'declined') seen.denials.set(item.id, `file_change ${pathsOf(item).join(', ')}`);
      else if (completed && item.status === 'completed') seen.files.push(...pathsOf(item));
      return completed ? pathsOf(item).join(', ') : undefined;
    case 'command_execution':
      if (item.status === 'declined') seen.denials.set(item.id, `command ${item.command ?? ''}`.slice(0, 300));
      return completed ? undefined : item.command;
    default:
      return undefined;
  }
}

const pathsOf = (item: Item): readonly string[] => (item.changes ?? []).map(({ path }) => path);

const failedSchema = z.looseObject({ error: z.looseObject({ message: z.string() }) });
const itemSchema = z.looseObject({
  id: z.string(),
  type: z.string(),
  text: z.string().optional(),
  status: z.string().optional(),
  command: z.string().optional(),
  changes: z.array(z.looseObject({ path: z.string() })).optional(),
});
const usageSchema = z.looseObject({
  input_tokens: z.json(),
  cached_input_tokens: z.json().optional(),
  cache_write_input_tokens: z.json().optional(),
  output_tokens: z.json(),
  reasoning_output_tokens: z.json().optional(),
});

function answerOf(seen: Seen, end: ProgramEnd, wanted: Wanted) {
  const { failed, completed, session } = seen;
  const common = {
    exit: end.exit,
    text: seen.text,
    edited: seen.files,
    denials: [...seen.denials.values()],
    ...(session === undefined ? {} : { session }),
  };
  if (failed !== undefined) {
    const usage = absent('its turn failed, of which it reports no usage');
    return agentAnswer({ ...common, ...flawOf(failed), usage }, wanted);
  }
  if (completed === undefined) {
    const why = `it ended without a record of its end (exit ${end.exit ?? 'unknown'})`;
    const usage = absent('it ended before it reported what it used');
    return agentAnswer({ ...common, status: 'protocol-error', why, usage }, wanted);
  }
  return agentAnswer({ ...common, status: 'ok', usage: usageOf(completed.usage, seen.spoke) }, wanted);
}

function usageOf(usage: unknown, spoke: boolean) {
  const read = usageSchema.safeParse(usage).data;
  if (read === undefined) return absent('its last record has no usage');
  const tokens = tokensApart({
    input: read.input_tokens,
    cached: read.cached_input_tokens,
    cacheWrite: read.cache_write_input_tokens,
    output: read.output_tokens,
    reasoning: read.reasoning_output_tokens,
  });
  return tokensReported(tokens, spoke);
}

function flawOf(message: string) {
  const status = /^(?:unexpected status|exceeded retry limit, last status:) (\d{3})\b/.exec(message)?.[1];
  if (status !== undefined) return statusFlaw(Number(status), message);
  return { status: 'failed' as const, why: `its turn failed: ${message.slice(0, 300)}` };
}
