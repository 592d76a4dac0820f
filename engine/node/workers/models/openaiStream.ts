import * as z from 'zod';
import type { Json } from '../../../json';
import { isObject } from '../../../json';
import type { Usage } from '../../../ports';
import { NOTHING_SPENT } from '../ending';
import type { AnswerReader, ModelAnswer, ToolCall } from './modelAnswer';
import { absent, countedUsage, LONGEST_ANSWER, objectIn, toolCall } from './modelAnswer';
import type { SseEvent } from './sse';

/**
 * What a streamed answer of Chat Completions came to. Pure and total: any events give an answer.
 *
 * R1 Without a `finish_reason` there is no answer, whatever was written before.
 * R2 A record that cannot be read, and anything said after the end, make it no answer: a hole in a text or in a tool's
 *    input would not be seen. Records of no known shape are left alone.
 * R3 `length` is cut, `content_filter` and a `refusal` are refusals, a reason that nobody knows is a failure. An error in
 *    the stream outweighs all. Words decide nothing.
 * R4 Usage is the last report that came, and only of a stream that was not broken. Cached input and reasoning are taken
 *    apart. Zeros beside an answer are no report.
 */
export function classifyOpenai(events: readonly SseEvent[], broken?: string): ModelAnswer {
  const reader = openaiReader();
  for (const event of events) reader.event(event);
  return reader.end(broken);
}

/** The same for events that arrive one by one. */
export function openaiReader(): AnswerReader {
  let text = '';
  let refusal = '';
  let length = 0;
  let spoke = false;
  let reason: string | null = null;
  let flaw: string | null = null;
  let error: Json | null = null;
  let report: Json | undefined;
  const calls: { key: string; id: string; name: string; written: string }[] = [];

  const delta = (given: z.infer<typeof deltaSchema>): void => {
    const parts = given.tool_calls ?? [];
    const content = given.content ?? '';
    const reasoned = given.reasoning_content ?? given.reasoning ?? '';
    if (content + (given.refusal ?? '') + reasoned === '' && parts.length === 0) return;
    if (reason !== null) flaw ??= 'something was said after the end of the answer';
    spoke = true;
    text += content;
    refusal += given.refusal ?? '';
    length += content.length;
    for (const part of parts) {
      length += part.function?.arguments?.length ?? 0;
      callOf(part).written += part.function?.arguments ?? '';
    }
    if (length > LONGEST_ANSWER) flaw ??= 'the answer is longer than any that is wanted';
  };
  /** Pieces of a call share its index; some services give each call an id of its own under the same index, or none. */
  const callOf = (part: z.infer<typeof callSchema>) => {
    const id = part.id ?? '';
    const key = String(part.index ?? (id || calls.length));
    const known = [...calls]
      .reverse()
      .find((call) => call.key === key && (id === '' || call.id === id || call.id === ''));
    if (known !== undefined) {
      known.id ||= id;
      known.name ||= part.function?.name ?? '';
      return known;
    }
    const fresh = { key, id, name: part.function?.name ?? '', written: '' };
    calls.push(fresh);
    return fresh;
  };

  return {
    event(event) {
      if (event.data.trim() === '[DONE]') return;
      const chunk = chunkSchema.safeParse(objectIn(event));
      if (!chunk.success) {
        flaw ??= event.cut
          ? 'one of its records is longer than any that is wanted'
          : 'one of its records cannot be read';
        return;
      }
      error ??= chunk.data.error ?? null;
      if (isObject(chunk.data.usage)) report = chunk.data.usage;
      for (const choice of chunk.data.choices ?? []) {
        if ((choice.index ?? 0) !== 0) continue;
        delta(choice.delta ?? {});
        reason = choice.finish_reason ?? reason;
      }
    },
    open: () => length <= LONGEST_ANSWER,
    end(broken) {
      const made = calls.map(({ id, name, written }, at): ToolCall => toolCall(id || `call-${at}`, name, written));
      const said = { text: refusal === '' ? text : refusal, calls: made };
      const lost = absent('its answer broke off before it was known what it used');
      if (error !== null) {
        const begun = spoke || reason !== null;
        return { ...said, ...troubleOf(error, begun), usage: begun ? lost : NOTHING_SPENT };
      }
      if (broken !== undefined || flaw !== null || reason === null) {
        const why = broken ?? flaw ?? 'its answer ended without a last record';
        return {
          ...said,
          end: 'unfinished',
          why,
          usage: flaw === null && reason !== null ? usageOf(report, spoke) : lost,
        };
      }
      const usage = usageOf(report, spoke);
      if (refusal !== '') return { ...said, end: 'refused', why: 'the model refused the task', usage };
      return { ...said, ...endOf(reason), usage };
    },
  };
}

const callSchema = z.looseObject({
  index: z.int().nullish(),
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const deltaSchema = z.looseObject({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  reasoning: z.string().nullish(),
  reasoning_content: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
});
const chunkSchema = z.looseObject({
  error: z.json().optional(),
  usage: z.json().optional(),
  choices: z
    .array(
      z.looseObject({ index: z.int().nullish(), delta: deltaSchema.nullish(), finish_reason: z.string().nullish() }),
    )
    .nullish(),
});

const NATURAL = ['stop', 'tool_calls', 'function_call', 'tool_use', 'stop_sequence', 'end_turn', 'eos', 'eos_token'];

function endOf(reason: string): Pick<ModelAnswer, 'end' | 'why'> {
  if (NATURAL.includes(reason)) return { end: 'whole' };
  if (reason === 'length') return { end: 'too-long', why: 'its answer was cut at its limit of tokens' };
  if (reason === 'content_filter') return { end: 'refused', why: 'the service’s filter held the answer back' };
  return { end: 'failed', why: `its answer ended for the reason "${reason.slice(0, 60)}", which nobody knows here` };
}

const REFUSALS = ['insufficient_quota', 'invalid_api_key', 'billing', 'permission', 'content_filter'];

function troubleOf(error: Json, begun: boolean): Pick<ModelAnswer, 'end' | 'why' | 'passing'> {
  const { message, code, type } = isObject(error) ? error : { message: error };
  const kind = [code, type].filter((word) => typeof word === 'string' || typeof word === 'number').join(' ');
  const words = typeof message === 'string' ? `: ${message.slice(0, 300)}` : '';
  const why = `the service told of an error${kind === '' ? '' : ` (${kind.slice(0, 80)})`}${words}`;
  if (REFUSALS.some((word) => kind.includes(word))) return { end: 'refused', why };
  return begun ? { end: 'failed', why } : { end: 'failed', why, passing: true };
}

const count = z.int().min(0);
const usageSchema = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  total_tokens: count.nullish(),
  prompt_tokens_details: z.looseObject({ cached_tokens: count.nullish() }).nullish(),
  completion_tokens_details: z.looseObject({ reasoning_tokens: count.nullish() }).nullish(),
});

function usageOf(report: Json | undefined, spoke: boolean): Usage {
  if (report === undefined) return absent('the service sent no usage');
  const read = usageSchema.safeParse(report);
  if (!read.success) return absent(`the usage that the service sent cannot be read (${z.prettifyError(read.error)})`);
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = read.data;
  const cachedIn = Math.min(prompt, read.data.prompt_tokens_details?.cached_tokens ?? 0);
  const reasoning = read.data.completion_tokens_details?.reasoning_tokens ?? 0;
  // Most count reasoning as a part of the completion, some beside it: their total tells which.
  const beside = reasoning > 0 && total === prompt + completion + reasoning;
  const inside = Math.min(completion, reasoning);
  const tokens = {
    in: prompt - cachedIn,
    cachedIn,
    cacheWrite: 0,
    out: beside ? completion : completion - inside,
    reasoning: beside ? reasoning : inside,
  };
  return countedUsage(tokens, spoke);
}
