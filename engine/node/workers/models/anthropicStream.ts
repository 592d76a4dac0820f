import * as z from 'zod';
import type { Json } from '../../../json';
import { isObject } from '../../../json';
import type { Usage } from '../../../ports';
import { NOTHING_SPENT } from '../ending';
import type { AnswerReader, ModelAnswer } from './modelAnswer';
import { absent, countedUsage, LONGEST_ANSWER, objectIn, toolCall } from './modelAnswer';
import type { SseEvent } from './sse';

/**
 * What a streamed answer of the Messages API came to. Pure and total: any events give an answer.
 *
 * R1 Without a stop reason and `message_stop` there is no answer, whatever was written before.
 * R2 A record that cannot be read or stands where it cannot stand (a block that begins twice, a piece of no block, anything
 *    after the end) makes it no answer: a hole in a text or in a tool's input would not be seen. Unknown kinds are left alone.
 * R3 `max_tokens` is cut, `refusal` a refusal, a reason that nobody knows a failure. An error in the stream outweighs all.
 * R4 Usage is what the records say last, field by field, and only of a stream that was not broken. Zeros beside an answer
 *    are no report.
 */
export function classifyAnthropic(events: readonly SseEvent[], broken?: string): ModelAnswer {
  const reader = anthropicReader();
  for (const event of events) reader.event(event);
  return reader.end(broken);
}

/** The same for events that arrive one by one. */
export function anthropicReader(): AnswerReader {
  const blocks = new Map<number, { kind: string; id: string; name: string; written: string; open: boolean }>();
  let report: Record<string, Json> | null = null;
  let began = false;
  let stopped = false;
  let length = 0;
  let reason: string | null = null;
  let flaw: string | null = null;
  let error: Json | null = null;

  const take = (record: Known): void => {
    if (stopped && record.type !== 'error') flaw ??= oddity('something follows the end');
    switch (record.type) {
      case 'message_start':
        if (began) flaw ??= oddity('the answer begins twice');
        began = true;
        report = { ...report, ...record.message.usage };
        return;
      case 'content_block_start': {
        const { type, id = '', name = '', text = '' } = record.content_block;
        if (!began || blocks.has(record.index)) flaw ??= oddity('a block begins twice');
        blocks.set(record.index, { kind: type, id, name, written: type === 'text' ? text : '', open: true });
        return;
      }
      case 'content_block_delta': {
        const block = blocks.get(record.index);
        if (block?.open !== true) {
          flaw ??= oddity('a piece belongs to no block');
          return;
        }
        const piece = record.delta.type === 'text_delta' ? record.delta.text : record.delta.partial_json;
        block.written += piece ?? '';
        length += piece?.length ?? 0;
        if (length > LONGEST_ANSWER) flaw ??= 'the answer is longer than any that is wanted';
        return;
      }
      case 'content_block_stop': {
        const block = blocks.get(record.index);
        if (block?.open !== true) flaw ??= oddity('a block ends that is not open');
        else block.open = false;
        return;
      }
      case 'message_delta':
        if (!began) flaw ??= oddity('the end comes before the beginning');
        reason = record.delta?.stop_reason ?? reason;
        report = { ...report, ...known(record.usage ?? {}) };
        return;
      case 'message_stop':
        stopped = true;
        return;
      case 'error':
        error ??= record.error;
    }
  };

  return {
    event(event) {
      const object = objectIn(event);
      if (object === undefined) {
        flaw ??= event.cut
          ? 'one of its records is longer than any that is wanted'
          : 'one of its records cannot be read';
        return;
      }
      if (!KINDS.has(String(object.type))) return;
      const record = recordSchema.safeParse(object);
      if (record.success) take(record.data);
      else flaw ??= `its record "${String(object.type)}" cannot be read`;
    },
    open: () => length <= LONGEST_ANSWER,
    end(broken) {
      const all = [...blocks].sort(([one], [other]) => one - other).map(([, block]) => block);
      const said = {
        text: all.map((block) => (block.kind === 'text' ? block.written : '')).join(''),
        calls: all
          .filter((block) => block.kind === 'tool_use')
          .map(({ id, name, written }, at) => toolCall(id || `call-${at}`, name, written)),
      };
      const lost = absent('its answer broke off before it was known what it used');
      if (error !== null) {
        return { ...said, ...troubleOf(error, began), usage: began ? lost : NOTHING_SPENT };
      }
      const unclosed = all.some((block) => block.open) ? 'one of its blocks has no end' : null;
      if (broken !== undefined || flaw !== null || !stopped || reason === null || unclosed !== null) {
        const why = broken ?? flaw ?? (stopped ? unclosed : null) ?? 'its answer ended without a last record';
        return {
          ...said,
          end: 'unfinished',
          why,
          usage: stopped && flaw === null ? usageOf(report, all.length > 0) : lost,
        };
      }
      return { ...said, ...endOf(reason), usage: usageOf(report, all.length > 0) };
    },
  };
}

const oddity = (what: string): string => `its records are out of order: ${what}`;

const index = z.int().min(0);
const usageFields = z.looseObject({}).catchall(z.json());
const recordSchema = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('message_start'), message: z.looseObject({ usage: usageFields.nullish() }) }),
  z.looseObject({
    type: z.literal('content_block_start'),
    index,
    content_block: z.looseObject({
      type: z.string(),
      id: z.string().optional(),
      name: z.string().optional(),
      text: z.string().optional(),
    }),
  }),
  z.looseObject({
    type: z.literal('content_block_delta'),
    index,
    delta: z.looseObject({ type: z.string(), text: z.string().optional(), partial_json: z.string().optional() }),
  }),
  z.looseObject({ type: z.literal('content_block_stop'), index }),
  z.looseObject({
    type: z.literal('message_delta'),
    delta: z.looseObject({ stop_reason: z.string().nullish() }).nullish(),
    usage: usageFields.nullish(),
  }),
  z.looseObject({ type: z.literal('message_stop') }),
  z.looseObject({ type: z.literal('error'), error: z.json() }),
]);
type Known = z.infer<typeof recordSchema>;
const KINDS: ReadonlySet<string> = new Set(recordSchema.options.map(({ shape }) => shape.type.value));

/** A field without a value says nothing: what was known before stands. */
const known = (fields: Readonly<Record<string, Json>>): Record<string, Json> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));

function endOf(reason: string): Pick<ModelAnswer, 'end' | 'why'> {
  if (['end_turn', 'tool_use', 'stop_sequence'].includes(reason)) return { end: 'whole' };
  if (reason === 'max_tokens') return { end: 'too-long', why: 'its answer was cut at its limit of tokens' };
  if (reason === 'refusal') return { end: 'refused', why: 'the model refused the task' };
  if (reason === 'model_context_window_exceeded')
    return { end: 'too-long', why: 'the model’s window is full; give it less to read' };
  return { end: 'failed', why: `its answer ended for the reason "${reason.slice(0, 60)}", which nobody knows here` };
}

const REFUSALS = ['authentication_error', 'permission_error', 'billing_error'];
const PASSING = ['overloaded_error', 'rate_limit_error', 'api_error', 'timeout_error'];

function troubleOf(error: Json, began: boolean): Pick<ModelAnswer, 'end' | 'why' | 'passing'> {
  const { type, message } = isObject(error) ? error : { type: '', message: error };
  const kind = typeof type === 'string' ? type : '';
  const words = typeof message === 'string' ? `: ${message.slice(0, 300)}` : '';
  const why = `the service told of an error${kind === '' ? '' : ` (${kind.slice(0, 80)})`}${words}`;
  if (REFUSALS.includes(kind)) return { end: 'refused', why };
  return PASSING.includes(kind) && !began ? { end: 'failed', why, passing: true } : { end: 'failed', why };
}

const count = z.int().min(0);
const usageSchema = z.looseObject({
  input_tokens: count,
  output_tokens: count,
  cache_read_input_tokens: count.nullish(),
  cache_creation_input_tokens: count.nullish(),
});

function usageOf(report: Readonly<Record<string, Json>> | null, spoke: boolean): Usage {
  if (report === null) return absent('the service sent no usage');
  const read = usageSchema.safeParse(report);
  if (!read.success) return absent(`the usage that the service sent cannot be read (${z.prettifyError(read.error)})`);
  const tokens = {
    in: read.data.input_tokens,
    cachedIn: read.data.cache_read_input_tokens ?? 0,
    cacheWrite: read.data.cache_creation_input_tokens ?? 0,
    out: read.data.output_tokens,
    reasoning: 0,
  };
  return countedUsage(tokens, spoke);
}
