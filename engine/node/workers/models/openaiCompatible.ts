import * as z from 'zod';
import type { Json, JsonObject } from '../../../json';
import type { Worker } from '../../../ports';
import type { WorkerHost } from '../host';
import type { Saying, Talk } from './modelAnswer';
import { addressBehind, endpointOptions, keyIn, keyKept, keyName } from './modelEndpoint';
import { modelWorker } from './modelWorker';
import { openaiReader } from './openaiStream';

const OPENAI = 'https://api.openai.com/v1';

/** Any service that speaks Chat Completions: OpenAI, Ollama, LM Studio, vLLM, OpenRouter and others. */
const shape = z.strictObject({
  use: z.literal('openai-compatible'),
  ...endpointOptions,
  baseUrl: endpointOptions.baseUrl.describe('Where the service is, up to and with /v1. Default: OpenAI'),
  maxTokens: z.int().min(1).optional().describe('Of one answer'),
  temperature: z.number().min(0).max(2).optional(),
});

export type OpenaiOptions = z.infer<typeof shape>;

export const openaiOptions = keyKept(shape, OPENAI);

export function openaiWorker(options: OpenaiOptions, host: WorkerHost): Worker {
  const { use, model, baseUrl = OPENAI, maxTokens, maxTurns = 40, tools = 'all' } = options;
  return modelWorker(
    {
      service: {
        use,
        model,
        url: addressBehind(baseUrl, 'chat/completions'),
        body: (talk) => openaiBody({ ...options, own: baseUrl === OPENAI }, talk),
        reader: openaiReader,
        tools,
        maxTokens,
        maxTurns,
      },
      baseUrl,
      key: keyIn(host.env, keyName(options, 'OPENAI_API_KEY')),
      headers: (key): Readonly<Record<string, string>> => (key === undefined ? {} : { authorization: `Bearer ${key}` }),
      meters: 'sometimes',
    },
    host,
  );
}

interface Shape {
  readonly model: string;
  readonly temperature?: number | undefined;
  /** OpenAI itself has another name for the limit, which others do not know. */
  readonly own: boolean;
}

function openaiBody({ model, temperature, own }: Shape, { system, said, tools, maxTokens }: Talk): JsonObject {
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [{ role: 'system', content: system }, ...said.flatMap(messagesOf)],
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, input }) => ({
            type: 'function',
            function: { name, description, parameters: input },
          })),
        }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { [own ? 'max_completion_tokens' : 'max_tokens']: maxTokens }),
  };
}

function messagesOf(saying: Saying): readonly Json[] {
  switch (saying.by) {
    case 'person':
      return [{ role: 'user', content: saying.text }];
    case 'model':
      return [
        {
          role: 'assistant',
          content: saying.text,
          ...(saying.calls.length === 0
            ? {}
            : {
                // Services parse what the model wrote, and refuse what is no JSON.
                tool_calls: saying.calls.map(({ id, name, input = {} }) => ({
                  id,
                  type: 'function',
                  function: { name, arguments: JSON.stringify(input) },
                })),
              }),
        },
      ];
    case 'tools':
      return saying.results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text }));
  }
}
