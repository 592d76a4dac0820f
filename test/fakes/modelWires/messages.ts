import type { Json, JsonObject } from '../../../engine/json';
import type { Said, Used, Wire } from './wire';
import { frame, list, pieces, textOf } from './wire';

/** Anthropic's Messages API, which the `claude` program speaks. */
export const messagesWire: Wire = {
  api: 'messages',
  path: /\/messages$/,
  read: (body) => {
    const messages = list(body.messages);
    const parts = list(messages.at(-1)?.content);
    return {
      model: String(body.model),
      stream: body.stream === true,
      wantsUsage: true,
      tools: list(body.tools).map((tool) => String(tool.name)),
      said:
        messages
          .filter((message) => message.role === 'user')
          .map((message) => textOf(message.content))
          .filter((text) => text.trim() !== '')
          .at(-1) ?? '',
      results: parts.filter((part) => part.type === 'tool_result').map((part) => textOf(part.content)),
    };
  },
  stream: (answer) => ({
    open: [
      event({
        type: 'message_start',
        message: {
          ...base(answer),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: usageOf(answer.used, 1),
        },
      }),
      event({ type: 'ping' }),
    ],
    body: [
      ...blocks(answer).flatMap((block, index) => [
        event({ type: 'content_block_start', index, content_block: block.start }),
        ...block.deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
        event({ type: 'content_block_stop', index }),
      ]),
    ],
    close: [
      event({
        type: 'message_delta',
        delta: { stop_reason: reasonOf(answer), stop_sequence: null },
        usage: usageOf(answer.used),
      }),
      event({ type: 'message_stop' }),
    ],
  }),
  more: (text) => event({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  whole: (answer) => ({
    ...base(answer),
    content: blocks(answer).map((block) => block.whole),
    stop_reason: reasonOf(answer),
    stop_sequence: null,
    usage: usageOf(answer.used),
  }),
  error: (status, message) => ({ type: 'error', error: { type: ERRORS[status] ?? 'api_error', message } }),
  errorFrame: (message) => event({ type: 'error', error: { type: 'overloaded_error', message } }),
};

const ERRORS: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  429: 'rate_limit_error',
  529: 'overloaded_error',
};

const event = (data: JsonObject): string => frame(data, String(data.type));

const base = ({ id, model }: Said) => ({ id: `msg_${id}`, type: 'message', role: 'assistant', model });

interface Block {
  readonly start: JsonObject;
  readonly deltas: readonly JsonObject[];
  readonly whole: Json;
}

const blocks = ({ text, tools }: Said): readonly Block[] => [
  ...(text === '' && tools.length > 0
    ? []
    : [
        {
          start: { type: 'text', text: '' },
          deltas: pieces(text).map((piece) => ({ type: 'text_delta', text: piece })),
          whole: { type: 'text', text },
        },
      ]),
  ...tools.map(({ id, name, input }) => ({
    start: { type: 'tool_use', id, name, input: {} },
    deltas: pieces(JSON.stringify(input), 40).map((partial_json) => ({ type: 'input_json_delta', partial_json })),
    whole: { type: 'tool_use', id, name, input },
  })),
];

function reasonOf({ end, tools }: Said): string {
  if (end === 'length') return 'max_tokens';
  if (end === 'natural') return tools.length > 0 ? 'tool_use' : 'end_turn';
  return 'refusal';
}

/** @param out the output tokens so far, where the answer is not at its end */
const usageOf = (used: Used | null, out = (used?.out ?? 0) + (used?.reasoning ?? 0)): Json => ({
  input_tokens: used?.in ?? 0,
  cache_creation_input_tokens: used?.cacheWrite ?? 0,
  cache_read_input_tokens: used?.cachedIn ?? 0,
  output_tokens: used === null ? 0 : out,
});
