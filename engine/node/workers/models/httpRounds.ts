import type { Json, JsonObject } from '../../../json';
import { isObject } from '../../../json';
import type { Turn, TurnStatus, Usage } from '../../../ports';
import { answerTerm } from '../../../steps/answerSchema';
import { claimedFiles } from '../agents/claimedFiles';
import type { Answer } from '../ending';
import { NOTHING_SPENT } from '../ending';
import { structuredIn } from '../structuredAnswer';
import type { Trouble } from './httpTrouble';
import type { ModelAnswer, Saying, ToolSpec } from './modelAnswer';
import { addUsage } from './modelAnswer';

/** What a turn of several requests has come to so far. */
export interface Rounds {
  readonly said: readonly Saying[];
  readonly text: string;
  readonly usage: Usage;
  readonly asked: number;
  readonly wrote: readonly string[];
  readonly denials: readonly string[];
  readonly structured?: Json;
  /** It was reminded that a structured answer is wanted. */
  readonly reminded: boolean;
}

export const firstRound = (prompt: string): Rounds => ({
  said: [{ by: 'person', text: prompt }],
  text: '',
  usage: NOTHING_SPENT,
  asked: 0,
  wrote: [],
  denials: [],
  reminded: false,
});

/** The name of the tool that takes the structured answer. */
export const ANSWER_TOOL = 'answer';

const WRAPPED = 'answer';

/** A tool's input is an object: a schema of anything else is put into one. */
export function answerTool(schema: JsonObject): ToolSpec {
  return {
    name: ANSWER_TOOL,
    description: 'Gives your final answer and ends your work. Call it once, when all else is done.',
    input: isWrapped(schema)
      ? { type: 'object', properties: { [WRAPPED]: schema }, required: [WRAPPED], additionalProperties: false }
      : schema,
  };
}

const isWrapped = (schema: JsonObject): boolean => schema.type !== 'object';

/** What the call of the answer's tool holds, or why that is no answer. */
export function answered(
  schema: JsonObject,
  input: JsonObject | undefined,
): { readonly structured: Json } | { readonly why: string } {
  const structured = isWrapped(schema) ? input?.[WRAPPED] : input;
  const { ok, reason } = answerTerm(schema, structured);
  return ok && structured !== undefined ? { structured } : { why: reason };
}

export const withAnswer = (rounds: Rounds, { text, calls, usage }: ModelAnswer): Rounds => ({
  ...rounds,
  said: [...rounds.said, { by: 'model', text, calls }],
  text: text.trim() === '' ? rounds.text : text,
  usage: addUsage(rounds.usage, usage),
  asked: rounds.asked + 1,
});

/** What an end that is no whole answer makes of the turn. */
export function endOf({ end, why }: ModelAnswer | Trouble): { readonly status: TurnStatus; readonly why: string } {
  const words = why ?? 'it ended without an answer';
  switch (end) {
    case 'refused':
      return { status: 'refused', why: words };
    case 'unfinished':
      return { status: 'protocol-error', why: words };
    case 'unreached':
      return { status: 'not-started', why: words };
    case 'whole':
    case 'too-long':
    case 'failed':
      return { status: 'failed', why: words };
  }
}

/**
 * Why no further request is made, where a limit of the turn stands in the way.
 *
 * @param usd what was spent, where prices are known
 */
export function spentUp(rounds: Rounds, turn: Turn, mostRounds: number, usd: number | null): string | undefined {
  const { maxTokens, maxUsd } = turn.limits;
  if (rounds.asked >= mostRounds) return `it reached its limit of ${mostRounds} requests`;
  if (rounds.usage.state === 'absent' && (maxTokens !== undefined || maxUsd !== undefined)) {
    return `there is a limit, and nobody can tell what it used: ${rounds.usage.why}`;
  }
  if (maxTokens !== undefined && tokensSpent(rounds) >= maxTokens) return `it reached its limit of ${maxTokens} tokens`;
  if (maxUsd !== undefined && usd !== null && usd >= maxUsd) return `it reached its limit of $${maxUsd}`;
  return undefined;
}

export function tokensSpent({ usage }: Rounds): number {
  const tokens = usage.state === 'reported' ? usage.tokens : null;
  if (tokens === null) return 0;
  return tokens.in + tokens.cachedIn + tokens.cacheWrite + tokens.out + tokens.reasoning;
}

/** @param roots absolute paths of the workspace, as it is written and with links resolved */
export function turnAnswer(
  rounds: Rounds,
  end: { readonly status: TurnStatus; readonly why?: string },
  wanted: { readonly structured: boolean; readonly roots: readonly string[] },
): Answer {
  const fromText = wanted.structured && end.status === 'ok' ? structuredIn(rounds.text) : undefined;
  const structured = rounds.structured ?? fromText;
  const branch = isObject(structured) ? structured.branch : undefined;
  const claims = claimedFiles(structured, rounds.wrote, wanted.roots);
  return {
    ...end,
    exit: null,
    text: rounds.text,
    ...(structured === undefined ? {} : { structured }),
    ...(typeof branch === 'string' ? { branch } : {}),
    ...(claims === undefined ? {} : { claims: { changedFiles: claims } }),
    denials: rounds.denials,
    usage: rounds.usage,
  };
}
