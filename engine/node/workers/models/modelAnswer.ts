import type { JsonObject } from '../../../json';
import { isObject } from '../../../json';
import type { Tokens, Usage } from '../../../ports';
import type { SseEvent } from './sse';

/** What a model service answered to one request. */
export interface ModelAnswer {
  readonly end:
    | 'whole'
    | 'too-long' // cut at the limit of tokens
    | 'refused' // by the service's policy, login or quota
    | 'failed' // an error that the service told
    | 'unfinished'; // no last record, or something in it that cannot be read
  /** One sentence where the end is not `whole`. */
  readonly why?: string;
  /** The service is in trouble that may pass, and nothing was said before: worth another try. */
  readonly passing?: true;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly usage: Usage;
}

/** A tool that the model wants to be used. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** `undefined`: what the model wrote is no JSON object. */
  readonly input: JsonObject | undefined;
  /** As the model wrote it. */
  readonly written: string;
}

/** Reads one answer from its events. Total: whatever comes, there is an answer. */
export interface AnswerReader {
  readonly event: (event: SseEvent) => void;
  /** False: it has more than anybody wants, the rest need not be read. */
  readonly open: () => boolean;
  /** @param broken why the stream did not reach its end, where it did not */
  readonly end: (broken?: string) => ModelAnswer;
}

/** What was said so far, in the order in which it was said. */
export type Saying =
  | { readonly by: 'person'; readonly text: string }
  | { readonly by: 'model'; readonly text: string; readonly calls: readonly ToolCall[] }
  | { readonly by: 'tools'; readonly results: readonly ToolResult[] };

export interface ToolResult {
  readonly id: string;
  readonly text: string;
  readonly failed: boolean;
}

/** A tool as the model is told of it. */
export interface ToolSpec {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of an object. */
  readonly input: JsonObject;
}

/** Everything that one request says. */
export interface Talk {
  readonly system: string;
  readonly said: readonly Saying[];
  readonly tools: readonly ToolSpec[];
  /** Of the answer. */
  readonly maxTokens?: number | undefined;
}

/** UTF-16 units of text and of tool calls that one answer may have. */
export const LONGEST_ANSWER = 8 * 1024 * 1024;

/** The object that an event holds, or `undefined` where it is none or not all of it is here. */
export function objectIn({ data, cut }: SseEvent): JsonObject | undefined {
  return cut ? undefined : parsedObject(data);
}

export function parsedObject(text: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What a model wrote as the input of a tool; nothing at all is an empty input. */
export const toolCall = (id: string, name: string, written: string): ToolCall => ({
  id,
  name,
  input: written.trim() === '' ? {} : parsedObject(written),
  written,
});

/**
 * What counts prove. A model that answered has read something, and one that spoke has written something: zeros beside that
 * are no report.
 */
export function countedUsage(tokens: Tokens, spoke: boolean): Usage {
  const into = tokens.in + tokens.cachedIn + tokens.cacheWrite;
  const out = tokens.out + tokens.reasoning;
  if (spoke && out === 0) return absent('it reported no output tokens although the model answered');
  if (into === 0) return absent('it reported no input tokens although the model was asked');
  return { state: 'reported', tokens, usd: null, basis: null };
}

export const absent = (why: string): Usage => ({ state: 'absent', why });

const isNothing = (usage: Usage): boolean =>
  usage.state === 'reported' && usage.usd === 0 && Object.values(usage.tokens ?? {}).every((count) => count === 0);

/** Of several requests: what one of them does not report is not known of the whole. */
export function addUsage(sum: Usage, more: Usage): Usage {
  if (sum.state === 'absent' || isNothing(more)) return sum;
  if (isNothing(sum)) return more;
  if (more.state !== 'reported' || sum.state !== 'reported') return more;
  const [one, other] = [sum.tokens, more.tokens];
  if (one === null || other === null) return absent('one of its requests reported no tokens');
  return {
    state: 'reported',
    tokens: {
      in: one.in + other.in,
      cachedIn: one.cachedIn + other.cachedIn,
      cacheWrite: one.cacheWrite + other.cacheWrite,
      out: one.out + other.out,
      reasoning: one.reasoning + other.reasoning,
    },
    usd: null,
    basis: null,
  };
}
