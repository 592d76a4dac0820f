import path from 'node:path';
import * as z from 'zod';
import { messageOf } from '../../../failure';
import type { Usage, Worker } from '../../../ports';
import type { Answer } from '../ending';
import { NOTHING_SPENT, noAnswer } from '../ending';
import type { WorkerHost } from '../host';
import { playedWorker } from './playedWorker';
import { textIn } from './textFile';
import type { TurnPlace } from './turnPlace';
import { placeOfTurn, placeText } from './turnPlace';

/**
 * Plays the turns of an earlier run's trace, by step, visit and attempt: status, answer, usage and claims are as recorded.
 * What a turn did to the files is in no trace and is not done again: a replay shows what was said, and a check that looks
 * at the files sees that nothing changed. Of a long answer the trace holds the beginning.
 */
export const recordedOptions = z.strictObject({
  use: z.literal('recorded'),
  model: z.string().optional(),
  trace: z.string().min(1).describe('The trace file, relative to the workspace'),
});

export type RecordedOptions = z.infer<typeof recordedOptions>;

export function recordedWorker(options: RecordedOptions, host: WorkerHost): Worker {
  return playedWorker({
    use: 'recorded',
    model: options.model,
    load: () => recordedTurns(path.resolve(host.home ?? host.workspaceRoot, options.trace)),
    answer: (turns, turn, io) =>
      io.stop.wanted() === 'now'
        ? noAnswer('cancelled', 'it was stopped before it was done', NOTHING_SPENT)
        : played(turns, placeOfTurn(turn), options.trace),
  });
}

function played(turns: readonly RecordedTurn[] | string, place: TurnPlace, trace: string): Answer {
  if (typeof turns === 'string') return noAnswer('not-started', turns, NOTHING_SPENT);
  const here = turns.filter(
    (turn) => turn.step === place.step && turn.visit === place.visit && turn.attempt === place.attempt,
  );
  // A turn that was stopped was run again by the resume that followed: the later one is what the run went on with.
  const turn = here.filter(({ status }) => status !== 'cancelled').at(-1) ?? here.at(-1);
  if (turn === undefined) {
    const why = `The trace "${trace}" has no turn for ${placeText(place)}: the flow has gone another way than that run.`;
    return noAnswer('failed', why, NOTHING_SPENT);
  }
  const { status, why, exit, text, structured, branch, claims, denials, usage, session } = turn;
  return {
    status,
    ...(why === undefined ? {} : { why }),
    exit,
    text,
    ...(structured === undefined ? {} : { structured }),
    ...(branch === undefined ? {} : { branch }),
    ...(claims === undefined ? {} : { claims }),
    denials,
    usage,
    ...(session === undefined ? {} : { session }),
  };
}

const count = z.number().min(0);
const usage: z.ZodType<Usage> = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('reported'),
    tokens: z.object({ in: count, cachedIn: count, cacheWrite: count, out: count, reasoning: count }).nullable(),
    usd: count.nullable(),
    basis: z.enum(['worker-estimate', 'price-table']).nullable(),
  }),
  z.object({ state: z.literal('free') }),
  z.object({ state: z.literal('absent'), why: z.string() }),
]);

const recordedTurn = z.object({
  type: z.literal('worker.turn'),
  step: z.string(),
  visit: z.int(),
  attempt: z.int(),
  status: z.enum(['ok', 'failed', 'refused', 'timed-out', 'cancelled', 'protocol-error', 'not-started']),
  why: z.string().optional(),
  exit: z.int().nullable(),
  text: z.string(),
  structured: z.json().optional(),
  branch: z.string().optional(),
  claims: z.object({ changedFiles: z.array(z.string()).optional() }).optional(),
  denials: z.array(z.string()),
  usage,
  session: z.string().optional(),
});

type RecordedTurn = z.infer<typeof recordedTurn>;

/** The turns of a trace in order; lines that are no turn or cannot be read are passed over. A text says what is wrong. */
async function recordedTurns(file: string): Promise<readonly RecordedTurn[] | string> {
  try {
    const text = await textIn(file);
    if (text === undefined) return `The trace ${file} was not found.`;
    const turns = text.split('\n').flatMap((line) => turnIn(line));
    return turns.length === 0 ? `The trace ${file} has no turn of a worker.` : turns;
  } catch (error) {
    return `The trace ${file} cannot be read: ${messageOf(error)}`;
  }
}

function turnIn(line: string): readonly RecordedTurn[] {
  if (!line.includes('"worker.turn"')) return [];
  try {
    const read = recordedTurn.safeParse(JSON.parse(line));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}
