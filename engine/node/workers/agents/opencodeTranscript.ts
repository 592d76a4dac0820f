import * as z from 'zod';
import type { Tokens, Usage } from '../../../ports';
import type { ProgramEnd } from '../ending';
import { endedAs } from '../ending';
import { agentAnswer } from './agentAnswer';
import { absent, addTokens, count, NO_TOKENS, sumOf, tokensReported } from './countedTokens';
import { recordIn } from './recordLine';
import { statusFlaw } from './refusal';
import type { TurnReader, Wanted } from './turnReader';
import { readWhole } from './turnReader';

/**
 * What a turn of `opencode run --format json` came to. Pure and total: any text gives an answer.
 *
 * R1 Good is only a turn with a `step_finish` of reason `stop`, every begun step finished, and no `error` record.
 *    A step that ended for its tools is not the end. Nothing stands for the whole turn: each step has a record.
 * R2 Usage is the sum over all `step_finish`, each part once. One that reports zeros spoils it: it is what it writes where
 *    the service told none. Reasoning is a part of the output or beside it, as the total says.
 * R3 A cost is its own, from its own prices; zero is no price.
 * R4 A refusal is known by `statusCode` of the error.
 * R5 Its text is that of the last step which said something. It claims the files that its edits reached. A tool that is
 *    not offered is a denial and no failure.
 */
export const classifyOpencode = (transcript: string, end: ProgramEnd, wanted: Wanted) =>
  readWhole(opencodeReader(wanted), transcript, end);

export function opencodeReader(wanted: Wanted): TurnReader {
  const seen: Seen = { begun: new Set(), steps: new Map(), texts: new Map(), edits: new Map(), denials: new Map() };
  return {
    line(line) {
      const record = recordIn(line);
      if (record === undefined) return undefined;
      if (typeof record.sessionID === 'string') seen.session = record.sessionID;
      switch (record.type) {
        case 'step_start': {
          const part = partSchema.safeParse(record.part).data;
          if (part !== undefined) seen.begun.add(part.messageID);
          return undefined;
        }
        case 'text': {
          const part = textSchema.safeParse(record.part).data;
          if (part === undefined || part.text === '') return undefined;
          seen.texts.set(part.messageID, (seen.texts.get(part.messageID) ?? new Map()).set(part.id, part.text));
          return part.text;
        }
        case 'tool_use': {
          const part = toolSchema.safeParse(record.part).data;
          return part === undefined ? undefined : withTool(seen, part);
        }
        case 'step_finish': {
          const part = finishSchema.safeParse(record.part).data;
          if (part === undefined) seen.broken = true;
          else seen.steps.set(part.id, part);
          return undefined;
        }
        case 'error': {
          const { name = 'error', data } = errorSchema.safeParse(record.error).data ?? {};
          const words = data?.message ?? '';
          seen.error ??=
            typeof data?.statusCode === 'number' && data.statusCode >= 400
              ? statusFlaw(data.statusCode, words)
              : {
                  status: 'failed',
                  why: `it ended with an error (${name})${words === '' ? '' : `: ${words}`}`.slice(0, 400),
                };
          return words === '' ? undefined : words;
        }
        default:
          return undefined;
      }
    },
    end: (end) => endedAs(end, answerOf(seen, end, wanted)),
  };
}

interface Seen {
  session?: string;
  error?: Flaw;
  /** A record of a step's end that cannot be read. */
  broken?: boolean;
  readonly begun: Set<string>;
  readonly steps: Map<string, Finish>;
  readonly texts: Map<string, Map<string, string>>;
  readonly edits: Map<string, string>;
  readonly denials: Map<string, string>;
}

interface Flaw {
  readonly status: 'failed' | 'refused' | 'protocol-error';
  readonly why: string;
}

const partSchema = z.looseObject({ messageID: z.string() });
const textSchema = partSchema.extend({ id: z.string(), text: z.string() });
const toolSchema = partSchema.extend({
  callID: z.string(),
  tool: z.string(),
  state: z.looseObject({
    status: z.string(),
    input: z
      .looseObject({ filePath: z.string().optional().catch(undefined), tool: z.string().optional().catch(undefined) })
      .catch({}),
    metadata: z
      .looseObject({ filepath: z.string().optional().catch(undefined) })
      .nullish()
      .catch(undefined),
  }),
});
const finishSchema = partSchema.extend({
  id: z.string(),
  reason: z.string(),
  cost: z.json().optional(),
  tokens: z.json(),
});
type Finish = z.infer<typeof finishSchema>;
const errorSchema = z.looseObject({
  name: z.string().optional().catch(undefined),
  data: z
    .looseObject({
      message: z.string().optional().catch(undefined),
      statusCode: z.number().nullish().catch(undefined),
    })
    .nullish()
    .catch(undefined),
});

const EDITING = ['write', 'edit', 'multiedit', 'patch'];

function withTool(seen: Seen, { tool, callID, state }: z.infer<typeof toolSchema>): string {
  const file = state.metadata?.filepath ?? state.input.filePath;
  if (state.status === 'completed' && EDITING.includes(tool) && file !== undefined) seen.edits.set(callID, file);
  if (tool === NOT_THERE) seen.denials.set(callID, state.input.tool ?? callID);
  return file === undefined ? tool : `${tool} ${file}`;
}

/** The tool in whose name it answers a call of one that it does not offer, such as one that is denied. */
const NOT_THERE = 'invalid';

function answerOf(seen: Seen, end: ProgramEnd, wanted: Wanted) {
  const flaw = flawOf(seen, end);
  const said = [...seen.texts.values()].at(-1);
  return agentAnswer(
    {
      status: flaw?.status ?? 'ok',
      ...(flaw === undefined ? {} : { why: flaw.why }),
      exit: end.exit,
      text: said === undefined ? '' : [...said.values()].join(''),
      edited: [...seen.edits.values()],
      denials: [...seen.denials.values()],
      usage: usageOf(seen),
      ...(seen.session === undefined ? {} : { session: seen.session }),
    },
    wanted,
  );
}

function flawOf(seen: Seen, end: ProgramEnd): Flaw | undefined {
  if (seen.error !== undefined) return seen.error;
  const reasons = [...seen.steps.values()].map(({ reason }) => reason);
  const exit = `(exit ${end.exit ?? 'unknown'})`;
  if (seen.broken) return { status: 'protocol-error', why: 'the record of a step’s end cannot be read' };
  if (unfinished(seen)) return { status: 'protocol-error', why: `it ended in the middle of a step ${exit}` };
  const other = reasons.find((reason) => reason !== 'stop' && reason !== 'tool-calls');
  if (other !== undefined) return { status: 'failed', why: `a step ended by "${other}"` };
  if (!reasons.includes('stop'))
    return { status: 'protocol-error', why: `it ended without a record of its end ${exit}` };
  return undefined;
}

function unfinished(seen: Seen): boolean {
  const finished = new Set([...seen.steps.values()].map(({ messageID }) => messageID));
  return [...seen.begun].some((message) => !finished.has(message));
}

function usageOf(seen: Seen): Usage {
  if (seen.steps.size === 0 || seen.broken || seen.error !== undefined || unfinished(seen)) {
    return absent('it ended before it reported what it used');
  }
  let sum: Tokens = NO_TOKENS;
  let usd: number | null = 0;
  for (const step of seen.steps.values()) {
    const tokens = tokensOf(step);
    if (tokens === undefined) return absent('the usage it reported cannot be read');
    if (sumOf(tokens) === 0) return absent('a step reported zero tokens, as it does where the service told none');
    sum = addTokens(sum, tokens);
    const cost = price.safeParse(step.cost).data;
    usd = usd === null || cost === undefined ? null : usd + cost;
  }
  return tokensReported(sum, seen.texts.size > 0, usd);
}

const price = z.number().positive();

/** Cached tokens stand beside the input; reasoning beside the output, or in it where the total says so. */
function tokensOf({ tokens }: Finish): Tokens | undefined {
  const read = tokensSchema.safeParse(tokens).data;
  if (read === undefined) return undefined;
  const { total, input, output, reasoning, cache } = read;
  const beside = { in: input, cachedIn: cache.read, cacheWrite: cache.write, out: output, reasoning };
  const contained = reasoning > 0 && total === sumOf(beside) - reasoning;
  return contained ? { ...beside, out: Math.max(0, output - reasoning) } : beside;
}

const tokensSchema = z.looseObject({
  total: count.optional(),
  input: count,
  output: count,
  reasoning: count.default(0),
  cache: z.looseObject({ read: count.default(0), write: count.default(0) }).default({ read: 0, write: 0 }),
});
