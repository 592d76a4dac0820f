import * as z from 'zod';
import type { Json, JsonObject } from '../../../json';
import type { Worker } from '../../../ports';
import type { WorkerHost } from '../host';
import { anthropicReader } from './anthropicStream';
import type { Saying, Talk } from './modelAnswer';
import { addressBehind, endpointOptions, keyIn, keyKept, keyName } from './modelEndpoint';
import { modelWorker } from './modelWorker';

const ANTHROPIC = 'https://api.anthropic.com';

/** Anthropic's Messages API, or another service that speaks it. */
const shape = z.strictObject({
  use: z.literal('anthropic'),
  ...endpointOptions,
  baseUrl: endpointOptions.baseUrl.describe('Where the service is, up to and without /v1. Default: Anthropic'),
  maxTokens: z.int().min(1).optional().describe('Of one answer (default 8192)'),
  temperature: z.number().min(0).max(1).optional(),
});

export type AnthropicOptions = z.infer<typeof shape>;

export const anthropicOptions = keyKept(shape, ANTHROPIC);

export function anthropicWorker(options: AnthropicOptions, host: WorkerHost): Worker {
  const { use, model, baseUrl = ANTHROPIC, maxTokens = 8192, maxTurns = 40, tools = 'all' } = options;
  const versioned = addressBehind(baseUrl, 'v1');
  return modelWorker(
    {
      service: {
        use,
        model,
        url: addressBehind(versioned, 'messages'),
        body: (talk) => anthropicBody(options, talk),
        reader: anthropicReader,
        tools,
        maxTokens,
        maxTurns,
      },
      baseUrl: versioned,
      key: keyIn(host.env, keyName(options, 'ANTHROPIC_API_KEY')),
      headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key === undefined ? {} : { 'x-api-key': key }) }),
      meters: 'tokens',
    },
    host,
  );
}

type Shape = Pick<AnthropicOptions, 'model' | 'temperature'>;

/** What was said before is marked to be kept by the service: each round would else pay for all rounds before it. */
function anthropicBody({ model, temperature }: Shape, { system, said, tools, maxTokens = 8192 }: Talk): JsonObject {
  const messages = said.map(messageOf);
  const last = messages.at(-1);
  return {
    model,
    stream: true,
    max_tokens: maxTokens,
    system: [{ type: 'text', text: system }],
    messages: last === undefined ? [] : [...messages.slice(0, -1), { ...last, content: keptFrom(last.content) }],
    ...(tools.length === 0
      ? {}
      : { tools: tools.map(({ name, description, input }) => ({ name, description, input_schema: input })) }),
    ...(temperature === undefined ? {} : { temperature }),
  };
}

const keptFrom = (content: readonly JsonObject[]): JsonObject[] =>
  content.map((part, at) => (at === content.length - 1 ? { ...part, cache_control: { type: 'ephemeral' } } : part));

interface Message {
  readonly [key: string]: Json;
  readonly role: string;
  readonly content: JsonObject[];
}

/** A text that is empty is none: the service refuses it. */
function messageOf(saying: Saying): Message {
  switch (saying.by) {
    case 'person':
      return { role: 'user', content: [{ type: 'text', text: saying.text }] };
    case 'model': {
      const uses = saying.calls.map(({ id, name, input = {} }) => ({ type: 'tool_use', id, name, input }));
      const text = saying.text.trim() === '' && uses.length > 0 ? [] : [{ type: 'text', text: saying.text || '.' }];
      return { role: 'assistant', content: [...text, ...uses] };
    }
    case 'tools':
      return {
        role: 'user',
        content: saying.results.map(({ id, text, failed }) => ({
          type: 'tool_result',
          tool_use_id: id,
          content: text,
          ...(failed ? { is_error: true } : {}),
        })),
      };
  }
}
