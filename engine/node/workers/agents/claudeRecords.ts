import * as z from 'zod';
import type { JsonObject } from '../../../json';
import { recordIn } from './recordLine';

/** The records of `claude -p --output-format stream-json` that we read. All others are passed over. */
const resultSchema = z.looseObject({
  type: z.literal('result'),
  subtype: z.string(),
  is_error: z.boolean(),
  api_error_status: z.number().nullish(),
  stop_reason: z.string().nullish(),
  result: z.string().nullish(),
  errors: z.array(z.string()).nullish(),
  session_id: z.string().nullish(),
  total_cost_usd: z.json().optional(),
  modelUsage: z.json().optional(),
  structured_output: z.json().optional(),
  permission_denials: z.array(z.looseObject({ tool_name: z.string(), tool_input: z.json().optional() })).nullish(),
});

const assistantSchema = z.looseObject({
  type: z.literal('assistant'),
  error: z.string().nullish(),
  session_id: z.string().nullish(),
  message: z.looseObject({ model: z.string().nullish(), content: z.array(z.json()), usage: z.json().optional() }),
});

const userSchema = z.looseObject({
  type: z.literal('user'),
  message: z.looseObject({ content: z.array(z.json()) }),
});

const limitSchema = z.looseObject({
  type: z.literal('rate_limit_event'),
  rate_limit_info: z.looseObject({ status: z.string() }),
});

const toolUse = z.looseObject({ type: z.literal('tool_use'), id: z.string(), name: z.string(), input: z.json() });
const toolResult = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  is_error: z.boolean().nullish(),
});
const said = z.looseObject({ type: z.literal('text'), text: z.string() });

/** The usage of a message whose service told none: whatever was asked has some input. */
const zeros = z.looseObject({
  input_tokens: z.literal(0),
  cache_creation_input_tokens: z.literal(0).nullish(),
  cache_read_input_tokens: z.literal(0).nullish(),
});

export type ClaudeResult = z.infer<typeof resultSchema>;

export type ClaudeRecord =
  | { readonly type: 'result'; readonly result: ClaudeResult }
  /** Said to be the result and is none that we can read. */
  | { readonly type: 'broken-result'; readonly why: string }
  | {
      readonly type: 'assistant';
      /** False where the program wrote the message itself, without a model. */
      readonly model: boolean;
      /** The service counted nothing for this message, not even what it was asked. */
      readonly uncounted: boolean;
      readonly error: string | null;
      readonly text: string;
      readonly tools: readonly { readonly id: string; readonly name: string; readonly input: JsonObject }[];
    }
  | { readonly type: 'tools-ended'; readonly failed: readonly string[] }
  | { readonly type: 'rate-limit'; readonly rejected: boolean };

/** One line of the transcript; `undefined` for a line that is no record of interest, cut or not JSON. Never throws. */
export function claudeRecord(line: string): ClaudeRecord | undefined {
  const value = recordIn(line);
  switch (value?.type) {
    case 'result': {
      const read = resultSchema.safeParse(value);
      if (read.success) return { type: 'result', result: read.data };
      return { type: 'broken-result', why: z.prettifyError(read.error) };
    }
    case 'assistant': {
      const read = assistantSchema.safeParse(value);
      if (!read.success) return undefined;
      const { message, error } = read.data;
      return {
        type: 'assistant',
        model: message.model !== '<synthetic>' && message.content.length > 0,
        uncounted: message.model !== '<synthetic>' && zeros.safeParse(message.usage).success,
        error: error ?? null,
        text: each(said, message.content)
          .map((block) => block.text)
          .join(''),
        tools: each(toolUse, message.content).map(({ id, name, input }) => ({ id, name, input: objectOr(input) })),
      };
    }
    case 'user': {
      const read = userSchema.safeParse(value);
      if (!read.success) return undefined;
      const failed = each(toolResult, read.data.message.content).filter((block) => block.is_error === true);
      return { type: 'tools-ended', failed: failed.map((block) => block.tool_use_id) };
    }
    case 'rate_limit_event': {
      const read = limitSchema.safeParse(value);
      return read.success
        ? { type: 'rate-limit', rejected: read.data.rate_limit_info.status === 'rejected' }
        : undefined;
    }
    default:
      return undefined;
  }
}

/** The members of a list that have the shape; the others are passed over. */
const each = <T>(shape: z.ZodType<T>, list: readonly unknown[]): readonly T[] =>
  list.flatMap((item) => {
    const read = shape.safeParse(item);
    return read.success ? [read.data] : [];
  });

const objectSchema = z.record(z.string(), z.json());
const objectOr = (value: unknown): JsonObject => objectSchema.safeParse(value).data ?? {};
