import * as z from 'zod';
import type { ProgramEnd } from '../ending';
import { endedAs } from '../ending';
import { agentAnswer } from './agentAnswer';
import { copilotUsage } from './copilotUsage';
import { absent } from './countedTokens';
import { recordIn } from './recordLine';
import { statusFlaw } from './refusal';
import type { TurnReader, Wanted } from './turnReader';
import { readWhole } from './turnReader';

/**
 * What a turn of `copilot --output-format json` came to. Pure and total: any text gives an answer.
 *
 * R1 Without a whole `result` record there is no answer, whatever the exit code. Every one must say exit code 0.
 * R2 A `session.error` makes it not good; its `statusCode` tells a refusal. Calls that failed and were tried again do not.
 * R3 Usage stands only in the usage file (`copilotUsage`), and counts only beside a result record.
 * R4 Its text is the last message with content. It claims the files that its edits reached.
 * R5 A tool whose end has the error code `denied` is a denial and no failure.
 */
export const classifyCopilot = (transcript: string, end: ProgramEnd, wanted: Wanted, usageFile?: string) =>
  readWhole(
    copilotReader(wanted, () => usageFile),
    transcript,
    end,
  );

/** @param usageFile the text of the usage file, asked for once everything has ended */
export function copilotReader(wanted: Wanted, usageFile: () => string | undefined): TurnReader {
  const seen: Seen = { spoke: false, text: '', edits: new Map(), tools: new Map(), denials: new Map() };
  return {
    line(line) {
      const record = recordIn(line);
      switch (record?.type) {
        case 'assistant.message': {
          const message = messageSchema.safeParse(record.data).data;
          if (message === undefined) return undefined;
          seen.spoke = true;
          if (message.content !== '') seen.text = message.content;
          return message.content === '' ? undefined : message.content;
        }
        case 'assistant.message_delta':
        case 'assistant.tool_call_delta':
          seen.spoke = true;
          return undefined;
        case 'tool.execution_start': {
          const start = startSchema.safeParse(record.data).data;
          if (start === undefined) return undefined;
          const about = `${start.toolName} ${JSON.stringify(start.arguments ?? {})}`.slice(0, 300);
          seen.tools.set(start.toolCallId, about);
          return about;
        }
        case 'tool.execution_complete': {
          const tool = completeSchema.safeParse(record.data).data;
          if (tool !== undefined) withTool(seen, tool);
          return undefined;
        }
        case 'session.error': {
          const { message = '', statusCode } = errorSchema.safeParse(record.data).data ?? {};
          seen.error ??=
            typeof statusCode === 'number' && statusCode >= 400
              ? statusFlaw(statusCode, message)
              : { status: 'failed', why: `it ended with an error: ${message.slice(0, 300)}` };
          return message === '' ? undefined : message;
        }
        case 'result':
          withResult(seen, resultSchema.safeParse(record).data);
          return undefined;
        default:
          return undefined;
      }
    },
    end: (end) => endedAs(end, answerOf(seen, end, wanted, usageFile)),
  };
}

interface Seen {
  session?: string;
  ended?: boolean;
  error?: Flaw;
  /** Of the result records. */
  flaw?: Flaw;
  spoke: boolean;
  text: string;
  readonly edits: Map<string, readonly string[]>;
  readonly tools: Map<string, string>;
  readonly denials: Map<string, string>;
}

interface Flaw {
  readonly status: 'failed' | 'refused' | 'protocol-error';
  readonly why: string;
}

const messageSchema = z.looseObject({ content: z.string() });
const startSchema = z.looseObject({ toolCallId: z.string(), toolName: z.string(), arguments: z.json().optional() });
const completeSchema = z.looseObject({
  toolCallId: z.string(),
  success: z.boolean(),
  error: z.looseObject({ code: z.string().nullish() }).nullish(),
  fileEdits: z
    .array(z.looseObject({ path: z.string() }))
    .nullish()
    .catch(undefined),
});
const errorSchema = z.looseObject({
  message: z.string().optional().catch(undefined),
  statusCode: z.number().nullish().catch(undefined),
});
const resultSchema = z.looseObject({ exitCode: z.int(), sessionId: z.string().nullish().catch(undefined) });

function withTool(seen: Seen, { toolCallId, success, error, fileEdits }: z.infer<typeof completeSchema>): void {
  if (success) {
    const paths = (fileEdits ?? []).map(({ path }) => path);
    if (paths.length > 0) seen.edits.set(toolCallId, paths);
  } else if (error?.code === 'denied') {
    seen.denials.set(toolCallId, seen.tools.get(toolCallId) ?? toolCallId);
  }
}

function withResult(seen: Seen, result: z.infer<typeof resultSchema> | undefined): void {
  if (result === undefined) {
    seen.flaw ??= { status: 'protocol-error', why: 'its result record cannot be read' };
    return;
  }
  seen.ended = true;
  if (typeof result.sessionId === 'string') seen.session = result.sessionId;
  if (result.exitCode !== 0) {
    seen.flaw ??= { status: 'failed', why: `its result says that it ended with code ${result.exitCode}` };
  }
}

function answerOf(seen: Seen, end: ProgramEnd, wanted: Wanted, usageFile: () => string | undefined) {
  const flaw = seen.ended
    ? (seen.error ?? seen.flaw)
    : (seen.flaw ?? { status: 'protocol-error' as const, why: noRecord(end) });
  return agentAnswer(
    {
      status: flaw?.status ?? 'ok',
      ...(flaw === undefined ? {} : { why: flaw.why }),
      exit: end.exit,
      text: seen.text,
      edited: [...seen.edits.values()].flat(),
      denials: [...seen.denials.values()],
      usage: seen.ended ? copilotUsage(usageFile(), seen.spoke) : absent('it ended before it reported what it used'),
      ...(seen.session === undefined ? {} : { session: seen.session }),
    },
    wanted,
  );
}

const noRecord = (end: ProgramEnd): string => `it ended without a result record (exit ${end.exit ?? 'unknown'})`;
