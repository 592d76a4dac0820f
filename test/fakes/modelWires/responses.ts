import type { Json, JsonObject } from '../../../engine/json';
import type { Said, Used, Wire } from './wire';
import { frame, lastIndex, list, pieces, textOf } from './wire';

/** OpenAI's Responses API, which the `codex` program speaks. */
export const responsesWire: Wire = {
  api: 'responses',
  path: /\/responses$/,
  read: (body) => {
    const items = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : list(body.input);
    const lastCall = lastIndex(items, (item) => item.type === 'function_call' || item.type === 'custom_tool_call');
    return {
      model: String(body.model),
      stream: body.stream === true,
      wantsUsage: true,
      tools: list(body.tools).map((tool) => String(tool.name ?? tool.type)),
      said: textOf(items[lastIndex(items, (item) => item.role === 'user')]?.content),
      results: items
        .slice(lastCall + 1)
        .filter((item) => String(item.type).endsWith('_call_output'))
        .map((item) => textOf(item.output)),
    };
  },
  stream: (answer) => ({
    open: [event({ type: 'response.created', response: response(answer, 'in_progress', []) })],
    body: itemsOf(answer).flatMap((item, output_index) => [
      event({ type: 'response.output_item.added', output_index, item: { ...item, status: 'in_progress' } }),
      ...deltas(item).map((delta) => event({ ...delta, output_index, item_id: item.id ?? null })),
      event({ type: 'response.output_item.done', output_index, item }),
    ]),
    close: [
      event(
        answer.end === 'natural'
          ? { type: 'response.completed', response: response(answer, 'completed', itemsOf(answer)) }
          : {
              type: 'response.incomplete',
              response: {
                ...response(answer, 'incomplete', itemsOf(answer)),
                incomplete_details: { reason: answer.end === 'length' ? 'max_output_tokens' : 'content_filter' },
              },
            },
      ),
    ],
  }),
  more: (text) =>
    event({ type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'more', delta: text }),
  whole: (answer) => response(answer, 'completed', itemsOf(answer)),
  error: (status, message) => ({ error: { message, type: `fake_${status}`, code: null } }),
  errorFrame: (message) =>
    event({
      type: 'response.failed',
      response: { id: 'resp_failed', status: 'failed', error: { code: 'server_error', message } },
    }),
};

const event = (data: JsonObject): string => frame(data, String(data.type));

const response = (answer: Said, status: string, output: readonly JsonObject[]): JsonObject => ({
  id: `resp_${answer.id}`,
  object: 'response',
  created_at: 1,
  status,
  model: answer.model,
  output: [...output],
  usage: answer.used === null || status === 'in_progress' ? null : usageOf(answer.used),
});

const itemsOf = ({ id, text, tools }: Said): readonly JsonObject[] => [
  ...(text === '' && tools.length > 0
    ? []
    : [
        {
          type: 'message',
          id: `msg_${id}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text, annotations: [] }],
        },
      ]),
  ...tools.map((tool) => ({
    type: 'function_call',
    id: `fc_${tool.id}`,
    call_id: tool.id,
    name: tool.name,
    arguments: JSON.stringify(tool.input),
    status: 'completed',
  })),
];

const deltas = (item: JsonObject): readonly JsonObject[] =>
  item.type === 'message'
    ? pieces(textOf(item.content)).map((delta) => ({ type: 'response.output_text.delta', content_index: 0, delta }))
    : pieces(String(item.arguments), 40).map((delta) => ({ type: 'response.function_call_arguments.delta', delta }));

const usageOf = (used: Used): Json => {
  const input = used.in + used.cachedIn + used.cacheWrite;
  const output = used.out + used.reasoning;
  return {
    input_tokens: input,
    input_tokens_details: { cached_tokens: used.cachedIn },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: used.reasoning },
    total_tokens: input + output,
  };
};
