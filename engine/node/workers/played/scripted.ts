import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { messageOf } from '../../../failure';
import type { Turn, TurnIo, Usage, Worker } from '../../../ports';
import type { Answer } from '../ending';
import { NOTHING_SPENT, noAnswer } from '../ending';
import type { WorkerHost } from '../host';
import { playedWorker } from './playedWorker';
import { applyEdits, placeOf } from './scriptedEdits';
import type { ScriptedTurn } from './scriptedTurns';
import { scriptedTurns, scriptedUsage, turnFor } from './scriptedTurns';
import { textIn } from './textFile';
import { placeOfTurn, placeText } from './turnPlace';

/**
 * Outcomes given as data, in the flow or in a JSON file of the workspace: for samples without a network, for trying a
 * flow's routes, for tests. The first turn whose fields name the place is played: its edits are made, then its delay
 * passes, then it answers.
 */
export const scriptedOptions = z
  .strictObject({
    use: z.literal('scripted'),
    model: z.string().optional(),
    turns: scriptedTurns.optional(),
    file: z.string().min(1).optional().describe('A JSON file in the workspace: { "turns": […] }, or the list alone'),
  })
  .refine((options) => (options.turns === undefined) !== (options.file === undefined), 'give either "turns" or "file"');

export type ScriptedOptions = z.infer<typeof scriptedOptions>;

export function scriptedWorker(options: ScriptedOptions, host: WorkerHost): Worker {
  return playedWorker({
    use: 'scripted',
    model: options.model,
    load: () => turnsOf(options, host.home ?? host.workspaceRoot),
    answer: (turns, turn, io) =>
      typeof turns === 'string' ? noAnswer('not-started', turns, NOTHING_SPENT) : play(turns, turn, io, host),
  });
}

async function turnsOf(options: ScriptedOptions, root: string): Promise<readonly ScriptedTurn[] | string> {
  const { turns, file = '' } = options;
  if (turns !== undefined) return turns;
  try {
    const place = await placeOf(root, file);
    if ('why' in place) return `The script "${file}" cannot be used: ${place.why}`;
    const text = await textIn(place.at);
    if (text === undefined) return `The script "${file}" was not found in ${root}.`;
    const script: unknown = JSON.parse(text);
    const listed = typeof script === 'object' && script !== null && 'turns' in script ? script.turns : script;
    const read = scriptedTurns.safeParse(listed);
    return read.success ? read.data : `The script "${file}" is no list of turns: ${z.prettifyError(read.error)}`;
  } catch (error) {
    return `The script "${file}" cannot be read: ${messageOf(error)}`;
  }
}

async function play(turns: readonly ScriptedTurn[], turn: Turn, io: TurnIo, host: WorkerHost): Promise<Answer> {
  const script = turnFor(turns, turn.request);
  if (script === undefined) {
    const why = `The script has no turn for ${placeText(placeOfTurn(turn))}. Add one, or one that names less.`;
    return noAnswer('failed', why, NOTHING_SPENT);
  }
  const usage = scriptedUsage(script.usage);
  const cutShort: Usage = usage.state === 'free' ? usage : { state: 'absent', why: 'it ended before it reported' };
  if (io.stop.wanted() === 'now') return noAnswer('cancelled', 'it was stopped before it was done', cutShort);
  const undone = await applyEdits(host.workspaceRoot, script.edits ?? [], host.ready ?? host.runFolder);
  if (undone !== undefined) return noAnswer('failed', undone, usage);
  const { delayMs = 0 } = script;
  if (delayMs > 0) {
    const wallMs = Math.min(delayMs, turn.limits.wallMs);
    if (!(await passed(wallMs, io))) return noAnswer('cancelled', 'it was stopped before it was done', cutShort);
    if (wallMs < delayMs) return noAnswer('timed-out', `It ran longer than its limit of ${wallMs} ms.`, cutShort);
  }
  return {
    status: script.fail ?? 'ok',
    ...(script.fail === undefined ? {} : { why: 'the script says so' }),
    exit: null,
    text: script.text ?? '',
    ...(script.structured === undefined ? {} : { structured: script.structured }),
    ...(script.branch === undefined ? {} : { branch: script.branch }),
    ...(script.claims === undefined ? {} : { claims: script.claims }),
    denials: script.denials ?? [],
    usage,
  };
}

/** Resolves to false as soon as a stop is wanted. */
async function passed(ms: number, io: TurnIo): Promise<boolean> {
  const abort = new AbortController();
  const forget = io.stop.onNow(() => abort.abort());
  try {
    await sleep(ms, undefined, { signal: abort.signal });
    return true;
  } catch {
    return false;
  } finally {
    forget();
  }
}
