import type { Json, JsonObject } from '../../../engine/json';
import type { Said, Used, Wire } from './wire';
import { frame, lastIndex, list, pieces, textOf } from './wire';

/** Chat Completions, as OpenAI and most local servers speak it. */
export const chatWire: Wire = {
  api: 'chat',
  path: /\/chat\/completions$/,
  read: (body) => {
    const messages = list(body.messages);
    const lastAnswer = lastIndex(messages, (message) => message.role === 'assistant');
    const options = body.stream_options as JsonObject | undefined;
    return {
      model: String(body.model),
      stream: body.stream === true,
      wantsUsage: options?.include_usage === true,
      tools: list(body.tools).map((tool) => String((tool.function as JsonObject).name)),
      said: textOf(messages[lastIndex(messages, (message) => message.role === 'user')]?.content),
      results: messages
        .slice(lastAnswer + 1)
        .filter((message) => message.role === 'tool')
        .map((message) => textOf(message.content)),
    };
  },
  stream: (answer) => ({
    open: [frame(chunk(answer, { role: 'assistant', content: '' }))],
    body: [
      ...pieces(answer.text).map((content) => frame(chunk(answer, { content }))),
      ...answer.tools.flatMap((tool, index) => [
        frame(
          chunk(answer, {
            tool_calls: [{ index, id: tool.id, type: 'function', function: { name: tool.name, arguments: '' } }],
          }),
        ),
        ...pieces(JSON.stringify(tool.input), 40).map((part) =>
          frame(chunk(answer, { tool_calls: [{ index, function: { arguments: part } }] })),
        ),
      ]),
    ],
    close: [
      frame(chunk(answer, {}, reasonOf(answer))),
      ...(answer.used === null ? [] : [frame({ ...base(answer), choices: [], usage: usageOf(answer.used) })]),
      'data: [DONE]\n\n',
    ],
  }),
  more: (text) =>
    frame({ object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: text }, finish_reason: null }] }),
  whole: (answer) => ({
    ...base(answer),
    object: 'chat.completion',
    choices: [
      {
        index: 0,
        finish_reason: reasonOf(answer),
        message: {
          role: 'assistant',
          content: answer.text,
          ...(answer.tools.length === 0
            ? {}
            : {
                tool_calls: answer.tools.map(({ id, name, input }) => ({
                  id,
                  type: 'function',
                  function: { name, arguments: JSON.stringify(input) },
                })),
              }),
        },
      },
    ],
    ...(answer.used === null ? {} : { usage: usageOf(answer.used) }),
  }),
  error: (status, message) => ({ error: { message, type: `fake_${status}`, code: null } }),
  errorFrame: (message) => frame({ error: { message, type: 'server_error' } }),
};

const base = ({ id, model }: Said) => ({ id: `chatcmpl-${id}`, object: 'chat.completion.chunk', created: 1, model });

const chunk = (answer: Said, delta: Json, finish_reason: string | null = null): Json => ({
  ...base(answer),
  choices: [{ index: 0, delta, finish_reason }],
});

function reasonOf({ end, tools }: Said): string {
  if (end === 'length') return 'length';
  if (end === 'natural') return tools.length > 0 ? 'tool_calls' : 'stop';
  return 'content_filter';
}

/** The prompt's tokens hold the cached ones, the completion's those of reasoning. */
const usageOf = (used: Used): Json => {
  const prompt = used.in + used.cachedIn + used.cacheWrite;
  const completion = used.out + used.reasoning;
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: used.cachedIn },
    completion_tokens_details: { reasoning_tokens: used.reasoning },
  };
};
