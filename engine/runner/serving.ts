import * as z from 'zod';
import type { JsonObject } from '../json';
import { isObject } from '../json';
import type { ModelAnswer, Talk } from '../node/workers/models/modelAnswer';
import { toolCall } from '../node/workers/models/modelAnswer';
import type { Usage } from '../ports';

/**
 * What only a window can do for a run: ask a language model of VS Code. The window sends and receives what the model says;
 * tools are carried out by whoever carries the run.
 *
 * R1 Only a window that said so in its `hello` is asked, the one that came last.
 * R2 `ready` asks nobody anything: it says whether a request would be allowed without a person.
 * R3 Where the window goes away while it serves, the request is over: it is not asked again, since what it cost is not known.
 * R4 Usage is what the window was told by the model; nothing is counted in its place.
 */
export type Serve =
  | { readonly ask: 'ready'; readonly model: string }
  | { readonly ask: 'answer'; readonly model: string; readonly talk: Talk };

/** What the window answers. `ready` and `answer` alike: an end that is not whole says why. */
export interface Served {
  readonly end: 'whole' | 'refused' | 'failed';
  readonly why?: string | undefined;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly input: JsonObject }[];
  /** Null: the model sent none. */
  readonly usage: { readonly in: number; readonly cachedIn: number; readonly out: number } | null;
}

export type ServeWindow = (request: Serve, signal: AbortSignal, progress: () => void) => Promise<Served>;

const count = z.int().min(0);
export const servedSchema: z.ZodType<Served> = z.strictObject({
  end: z.enum(['whole', 'refused', 'failed']),
  why: z.string().optional(),
  text: z.string(),
  calls: z.array(z.strictObject({ id: z.string(), name: z.string(), input: z.record(z.string(), z.json()) })),
  usage: z.strictObject({ in: count, cachedIn: count, out: count }).nullable(),
});

export const serveSchema: z.ZodType<Serve> = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('ready'), model: z.string() }),
  z.object({ ask: z.literal('answer'), model: z.string(), talk: z.custom<Talk>(isObject) }),
]);

export const nothingServed = (end: Served['end'], why: string): Served => ({
  end,
  why,
  text: '',
  calls: [],
  usage: null,
});

/** The answer of the model as a turn reads it. Zeros beside an answer are no report. */
export function answerServed({ end, why, text, calls, usage }: Served): ModelAnswer {
  return {
    end,
    ...(why === undefined ? {} : { why }),
    text,
    calls: calls.map(({ id, name, input }) => toolCall(id, name, JSON.stringify(input))),
    usage: usageServed(usage),
  };
}

function usageServed(usage: Served['usage']): Usage {
  if (usage === null) return { state: 'absent', why: 'the language model of VS Code sent no usage' };
  if (usage.in + usage.cachedIn === 0 || usage.out === 0)
    return { state: 'absent', why: 'the language model of VS Code reported zero tokens' };
  const tokens = { in: usage.in, cachedIn: usage.cachedIn, cacheWrite: 0, out: usage.out, reasoning: 0 };
  return { state: 'reported', tokens, usd: null, basis: null };
}
