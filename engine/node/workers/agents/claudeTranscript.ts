import type { Json } from '../../../json';
import { isObject } from '../../../json';
import type { Answer, ProgramEnd } from '../ending';
import { endedAs } from '../ending';
import { structuredIn as structuredInText } from '../structuredAnswer';
import { claimedFiles } from './claimedFiles';
import type { ClaudeRecord, ClaudeResult } from './claudeRecords';
import { claudeRecord } from './claudeRecords';
import { claudeUsage } from './claudeUsage';
import { isRefusal } from './refusal';
import type { Wanted } from './turnReader';

/**
 * What a turn of `claude -p --output-format stream-json` came to. Pure and total: any text gives an answer.
 *
 * R1 Without a whole `result` record there is no answer, whatever the exit code.
 * R2 Every result record must be good: subtype `success`, `is_error` false, no error status. `is_error` outweighs the
 *    subtype; exit ≠ 0 outweighs both.
 * R3 A refusal is known by status (401, 402, 403, 429), by the kind of error, by a rejected rate limit or by the model's
 *    stop reason; never by words.
 * R4 A denied tool is no failure; it is listed.
 * R5 A structured answer is `structured_output`, or where one was wanted the result's text if that is JSON.
 * R6 Where the service told nothing of what one message used, or the connection broke under a call,
 *    the turn reports nothing: what its other calls used is no sum.
 * R7 It claims the files that its structured answer lists, else those that its edits reached.
 */
export function classifyClaude(transcript: string, end: ProgramEnd, wanted: Wanted): Answer {
  const reader = claudeReader(wanted);
  for (const line of transcript.split('\n')) reader.line(line);
  return reader.end(end);
}

/** The same for a transcript that arrives line by line; keeps what it needs and no more. */
export function claudeReader(wanted: Wanted): {
  readonly line: (line: string) => ClaudeRecord | undefined;
  readonly end: (end: ProgramEnd) => Answer;
} {
  let seen = NOTHING_SEEN;
  return {
    line(line) {
      const record = claudeRecord(line);
      if (record !== undefined) seen = withRecord(seen, record);
      return record;
    },
    end: (end) => endedAs(end, answerOf(seen, end, wanted)),
  };
}

interface Seen {
  readonly result: ClaudeResult | null;
  /** Why the turn cannot be good, from the first result record that is not. */
  readonly flaw: { readonly status: 'failed' | 'refused' | 'protocol-error'; readonly why: string } | null;
  readonly spoke: boolean;
  /** The service told nothing of what one of its messages used. */
  readonly uncounted: boolean;
  readonly error: string | null;
  readonly limited: boolean;
  readonly text: string;
  readonly edits: ReadonlyMap<string, string>;
}

const NOTHING_SEEN: Seen = {
  result: null,
  flaw: null,
  spoke: false,
  uncounted: false,
  error: null,
  limited: false,
  text: '',
  edits: new Map(),
};

function withRecord(seen: Seen, record: ClaudeRecord): Seen {
  switch (record.type) {
    case 'assistant': {
      const edits = editsIn(record);
      return {
        ...seen,
        spoke: seen.spoke || record.model,
        uncounted: seen.uncounted || record.uncounted,
        error: record.error,
        text: record.text === '' ? seen.text : record.text,
        edits: edits.length === 0 ? seen.edits : new Map([...seen.edits, ...edits]),
      };
    }
    case 'tools-ended': {
      if (!record.failed.some((id) => seen.edits.has(id))) return seen;
      return { ...seen, edits: new Map([...seen.edits].filter(([id]) => !record.failed.includes(id))) };
    }
    case 'rate-limit':
      return { ...seen, limited: record.rejected };
    case 'broken-result':
      return { ...seen, flaw: seen.flaw ?? { status: 'protocol-error', why: `its result record: ${record.why}` } };
    case 'result':
      return { ...seen, result: record.result, flaw: seen.flaw ?? flawOf(record.result, seen) };
  }
}

const EDITING = ['Edit', 'MultiEdit', 'Write', 'NotebookEdit'];

const editsIn = (record: Extract<ClaudeRecord, { type: 'assistant' }>): readonly [string, string][] =>
  record.tools.flatMap(({ id, name, input }): [string, string][] => {
    const path = input.file_path ?? input.notebook_path;
    return EDITING.includes(name) && typeof path === 'string' ? [[id, path]] : [];
  });

const REFUSALS = ['authentication_failed', 'oauth_org_not_allowed', 'billing_error', 'rate_limit'];

function flawOf(result: ClaudeResult, seen: Seen): Seen['flaw'] {
  const { api_error_status: status, subtype, stop_reason } = result;
  const bad = result.is_error || subtype !== 'success' || (typeof status === 'number' && status >= 400);
  if (!bad) return stop_reason === 'refusal' ? { status: 'refused', why: 'the model refused the task' } : null;
  const words = firstWords(result);
  if (typeof status === 'number' && isRefusal(status)) {
    return { status: 'refused', why: `the service refused it with status ${status}${words}` };
  }
  if (subtype === 'error_max_turns') return { status: 'failed', why: `it reached its limit of turns${words}` };
  if (subtype === 'error_max_budget_usd') return { status: 'failed', why: `it reached its limit of cost${words}` };
  if (seen.error !== null && REFUSALS.includes(seen.error)) {
    return { status: 'refused', why: `the service refused it (${seen.error})${words}` };
  }
  if (seen.limited) return { status: 'refused', why: `the account's usage limit is reached${words}` };
  return { status: 'failed', why: `it ended with an error (${seen.error ?? subtype})${words}` };
}

function firstWords(result: ClaudeResult): string {
  const words = result.errors?.[0] ?? result.result ?? '';
  return words === '' ? '' : `: ${words.slice(0, 300)}`;
}

function answerOf(seen: Seen, end: ProgramEnd, wanted: Wanted): Answer {
  const { result, flaw } = seen;
  if (result === null) {
    return {
      status: 'protocol-error',
      why: flaw?.why ?? `it ended without a result record (exit ${end.exit ?? 'unknown'})`,
      exit: end.exit,
      text: seen.text,
      denials: [],
      usage: { state: 'absent', why: 'it ended before it reported what it used' },
    };
  }
  const structured = structuredIn(result, wanted.structured);
  const branch = isObject(structured) ? structured.branch : undefined;
  const claims = claimedFiles(structured, [...seen.edits.values()], wanted.roots);
  const spoke = seen.spoke || (seen.error === null && (result.result ?? '') !== '' && !result.is_error);
  return {
    status: flaw?.status ?? 'ok',
    ...(flaw === null ? {} : { why: flaw.why }),
    exit: end.exit,
    text: result.result ?? seen.text,
    ...(structured === undefined ? {} : { structured }),
    ...(typeof branch === 'string' ? { branch } : {}),
    ...(claims === undefined ? {} : { claims: { changedFiles: claims } }),
    denials: (result.permission_denials ?? []).map((denial) => denialText(denial.tool_name, denial.tool_input)),
    usage: uncountedUsage(seen, result) ?? claudeUsage(result, spoke),
    ...(typeof result.session_id === 'string' ? { session: result.session_id } : {}),
  };
}

/** The sum over its models is then only that of other calls, such as the one for a title. */
function uncountedUsage(seen: Seen, result: ClaudeResult): Answer['usage'] | undefined {
  if (seen.uncounted) return { state: 'absent', why: 'its service told nothing of what one of its messages used' };
  const lost = result.is_error && seen.error !== null && typeof result.api_error_status !== 'number';
  return lost ? { state: 'absent', why: 'the answer to its last call was lost, whatever that used' } : undefined;
}

const denialText = (tool: string, input: Json | undefined): string =>
  input === undefined ? tool : `${tool} ${JSON.stringify(input).slice(0, 300)}`;

function structuredIn(result: ClaudeResult, wanted: boolean): Json | undefined {
  if (result.structured_output !== undefined && result.structured_output !== null) return result.structured_output;
  if (!wanted || typeof result.result !== 'string') return undefined;
  return structuredInText(result.result);
}
