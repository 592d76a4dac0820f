import type { Json, JsonObject } from '../../../engine/json';
import type { Said, Used, Wire } from './wire';
import { frame, list, pieces, textOf } from './wire';

/** Google's Generative Language API, which the `gemini` program speaks. Model and streaming stand in the path. */
export const geminiWire: Wire = {
  api: 'gemini',
  path: /\/models\/[^/]+:(?:streamGenerateContent|generateContent)$/,
  read: (body, path) => {
    const contents = list(body.contents);
    const parts = list(contents.at(-1)?.parts);
    return {
      model: /\/models\/([^/:]+):/.exec(path)?.[1] ?? '',
      stream: path.endsWith(':streamGenerateContent'),
      wantsUsage: true,
      tools: list(body.tools).flatMap((tool) => list(tool.functionDeclarations).map((one) => String(one.name))),
      said: textOf(contents.filter((content) => content.role === 'user' && textOf(content.parts) !== '').at(-1)?.parts),
      results: parts.flatMap((part) =>
        part.functionResponse === undefined ? [] : [JSON.stringify((part.functionResponse as JsonObject).response)],
      ),
    };
  },
  stream: (answer) => ({
    open: [],
    body: [
      ...pieces(answer.text).map((text) => frame(chunk(answer, [{ text }]))),
      ...(answer.tools.length === 0 ? [] : [frame(chunk(answer, calls(answer)))]),
    ],
    close: [frame({ ...chunk(answer, [], reasonOf(answer)), ...usageOf(answer.used) })],
  }),
  more: (text) => frame({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] } }] }),
  whole: (answer) => ({
    ...chunk(answer, [...(answer.text === '' ? [] : [{ text: answer.text }]), ...calls(answer)], reasonOf(answer)),
    ...usageOf(answer.used),
  }),
  error: (status, message) => ({ error: { code: status, message, status: `FAKE_${status}` } }),
  errorFrame: (message) => frame({ error: { code: 500, message, status: 'INTERNAL' } }),
};

const calls = ({ tools }: Said): readonly JsonObject[] =>
  tools.map(({ id, name, input }) => ({ functionCall: { id, name, args: input } }));

const chunk = ({ model, id }: Said, parts: readonly JsonObject[], finishReason?: string): JsonObject => ({
  responseId: `gemini-${id}`,
  modelVersion: model,
  candidates: [
    {
      index: 0,
      content: { role: 'model', parts: [...parts] },
      ...(finishReason === undefined ? {} : { finishReason }),
    },
  ],
});

function reasonOf({ end }: Said): string {
  if (end === 'length') return 'MAX_TOKENS';
  return end === 'natural' ? 'STOP' : 'SAFETY';
}

/** The prompt's tokens hold the cached ones; those of thinking stand beside the answer's. */
function usageOf(used: Used | null): { readonly usageMetadata?: Json } {
  if (used === null) return {};
  const prompt = used.in + used.cachedIn + used.cacheWrite;
  return {
    usageMetadata: {
      promptTokenCount: prompt,
      candidatesTokenCount: used.out,
      thoughtsTokenCount: used.reasoning,
      cachedContentTokenCount: used.cachedIn,
      totalTokenCount: prompt + used.out + used.reasoning,
    },
  };
}
