import * as z from 'zod';
import type { ProgramEnd } from '../ending';
import { endedAs } from '../ending';
import { agentAnswer } from './agentAnswer';
import { absent, count, tokensApart, tokensReported } from './countedTokens';
import type { ErrorReport } from './geminiErrors';
import { errorReports } from './geminiErrors';
import { keptText } from './keptText';
import { recordIn } from './recordLine';
import { statusFlaw } from './refusal';
import type { TurnReader, Wanted } from './turnReader';
import { readWhole } from './turnReader';

/**
 * What a turn of `gemini -o stream-json` came to. Pure and total: any text gives an answer.
 *
 * R1 Good is only what has a whole `result` record with status `success`, and no other `result` beside it, nor any `error`
 *    record: it writes `success` also where it stopped a model that went in circles or reached its limit of turns.
 * R2 Where it failed, it often writes no record: then its error report on standard error tells, or its exit code, which is
 *    the HTTP status modulo 256 (145 is 401). A report beside a good record of an exit 0 was got over.
 * R3 Tokens are those of `result.stats`; what was thought is what the total has beyond input and output. Zeros are what it
 *    writes where its service told none: no report.
 * R4 Its text is what it said after its last tool. It claims the files that its edits reached.
 * R5 A tool that was kept back is a denial and no failure.
 */
export const classifyGemini = (transcript: string, end: ProgramEnd, wanted: Wanted, errors = '') =>
  readWhole(geminiReader(wanted), transcript, end, errors);

export function geminiReader(wanted: Wanted): TurnReader {
  const reports = errorReports();
  const seen: Seen = { spoke: false, text: keptText(), edits: new Map(), tools: new Map(), denials: [] };
  return {
    line(line) {
      const record = recordIn(line);
      switch (record?.type) {
        case 'init':
          if (typeof record.session_id === 'string') seen.session = record.session_id;
          return undefined;
        case 'message':
          if (record.role !== 'assistant' || typeof record.content !== 'string') return undefined;
          seen.spoke ||= record.content !== '';
          seen.text.add(record.content);
          return record.content;
        case 'tool_use': {
          const use = toolUse.safeParse(record).data;
          return use === undefined ? undefined : withTool(seen, use);
        }
        case 'tool_result': {
          const result = toolResult.safeParse(record).data;
          if (result !== undefined && result.status !== 'success') withoutTool(seen, result);
          return undefined;
        }
        case 'error': {
          const message = typeof record.message === 'string' ? record.message : 'it says no more';
          seen.flaw ??= { status: 'failed', why: `it stopped: ${message.slice(0, 300)}` };
          return message;
        }
        case 'result':
          withResult(seen, resultSchema.safeParse(record).data);
          return undefined;
        default:
          return undefined;
      }
    },
    errorLine: reports.line,
    end: (end) => endedAs(end, answerOf(seen, reports.last(), end, wanted)),
  };
}

interface Seen {
  session?: string;
  result?: Result;
  flaw?: Flaw;
  spoke: boolean;
  readonly text: ReturnType<typeof keptText>;
  readonly edits: Map<string, string>;
  readonly tools: Map<string, string>;
  readonly denials: string[];
}

interface Flaw {
  readonly status: 'failed' | 'refused' | 'protocol-error';
  readonly why: string;
}

const toolUse = z.looseObject({
  tool_name: z.string(),
  tool_id: z.string(),
  parameters: z.looseObject({ file_path: z.string().optional().catch(undefined) }).catch({}),
});
const toolResult = z.looseObject({
  tool_id: z.string(),
  status: z.string(),
  error: z.looseObject({ type: z.string().nullish() }).nullish(),
});
const resultSchema = z.looseObject({
  status: z.string(),
  error: z.looseObject({ message: z.string().nullish(), code: z.json().optional() }).nullish(),
  stats: z.json().nullish(),
});
type Result = z.infer<typeof resultSchema>;

const EDITING = ['write_file', 'replace'];
/** The kinds of error with which it tells that a tool was not allowed. */
const KEPT_BACK = ['policy_violation', 'tool_not_registered', 'permission_denied'];

function withTool(seen: Seen, { tool_id, tool_name, parameters }: z.infer<typeof toolUse>): string {
  seen.spoke = true;
  seen.text.clear();
  const file = parameters.file_path;
  const about = `${tool_name} ${JSON.stringify(parameters)}`.slice(0, 300);
  seen.tools.set(tool_id, about);
  if (EDITING.includes(tool_name) && file !== undefined) seen.edits.set(tool_id, file);
  return file === undefined ? tool_name : `${tool_name} ${file}`;
}

function withoutTool(seen: Seen, { tool_id, error }: z.infer<typeof toolResult>): void {
  seen.edits.delete(tool_id);
  const about = seen.tools.get(tool_id) ?? tool_id;
  if (KEPT_BACK.includes(error?.type ?? '') && !seen.denials.includes(about)) seen.denials.push(about);
}

function withResult(seen: Seen, result: Result | undefined): void {
  if (result === undefined) {
    seen.flaw ??= { status: 'protocol-error', why: 'its result record cannot be read' };
    return;
  }
  seen.result = result;
  if (result.status === 'success' && (result.error ?? null) === null) return;
  const words = result.error?.message ?? '';
  const { code } = result.error ?? {};
  seen.flaw ??=
    httpStatus(typeof code === 'number' ? code : null, words) ??
    ({ status: 'failed', why: `it ended with an error${words === '' ? '' : `: ${words.slice(0, 300)}`}` } as const);
}

function answerOf(seen: Seen, report: ErrorReport | undefined, end: ProgramEnd, wanted: Wanted) {
  const { result } = seen;
  const flaw = flawOf(seen, report, end);
  return agentAnswer(
    {
      status: flaw?.status ?? 'ok',
      ...(flaw === undefined ? {} : { why: flaw.why }),
      exit: end.exit,
      text: seen.text.text(),
      edited: [...seen.edits.values()],
      denials: seen.denials,
      usage: result === undefined ? absent('it ended before it reported what it used') : usageOf(result, seen.spoke),
      ...(seen.session === undefined ? {} : { session: seen.session }),
    },
    wanted,
  );
}

function flawOf(seen: Seen, report: ErrorReport | undefined, end: ProgramEnd): Flaw | undefined {
  const good = seen.result !== undefined && seen.flaw === undefined;
  if (good && end.exit === 0) return undefined;
  const words = report?.message ?? '';
  const told = httpStatus(report?.code ?? null, words) ?? httpStatus(end.exit === null ? null : end.exit + 256, words);
  if (told !== undefined && (seen.flaw === undefined || seen.flaw.status === 'failed')) return told;
  if (seen.flaw !== undefined || good) return seen.flaw;
  if (end.exit === NOT_LOGGED_IN) return { status: 'refused', why: 'it is not logged in, or its key is missing' };
  if (end.exit === TURN_LIMIT) return { status: 'failed', why: 'it reached its limit of turns' };
  const said = words === '' ? '' : `: ${words.slice(0, 300)}`;
  return { status: 'protocol-error', why: `it ended without a result record (exit ${end.exit ?? 'unknown'})${said}` };
}

const NOT_LOGGED_IN = 41;
const TURN_LIMIT = 53;

const httpStatus = (code: number | null, words: string): Flaw | undefined =>
  code !== null && code >= 400 && code < 512 ? statusFlaw(code, words) : undefined;

function usageOf(result: Result, spoke: boolean) {
  if ((result.stats ?? null) === null) return absent('its result has no usage');
  const read = statsSchema.safeParse(result.stats).data;
  if (read === undefined) return absent('the usage it reported cannot be read');
  const { input_tokens: input, output_tokens: answered, cached, total_tokens: total } = read;
  const reasoning = Math.max(0, total - input - answered);
  return tokensReported(tokensApart({ input, cached, output: answered + reasoning, reasoning }), spoke);
}

const statsSchema = z.looseObject({
  total_tokens: count,
  input_tokens: count,
  output_tokens: count,
  cached: count.default(0),
});
