import { setTimeout as sleep } from 'node:timers/promises';
import { ConvergeError } from '../../../engine/failure';
import type { LockRecord } from '../../../engine/node/lease';
import type { Wishes } from '../../../engine/run/debug/stops';
import { decideStop } from '../../../engine/run/debug/stops';
import { heldText, stopText } from '../../../engine/run/debug/stopText';
import { fold } from '../../../engine/run/fold';
import { pointAt } from '../../../engine/run/inspect/pointAt';
import { resultOf } from '../../../engine/run/result';
import type { RunResult, RunState } from '../../../engine/run/state';
import type { RunClient } from '../../../engine/runner/client';
import { connectRun } from '../../../engine/runner/client';
import type { DebugWish, HeldAt } from '../../../engine/runner/debugWish';
import { holderOf, readRun } from '../../../engine/runner/runs';
import { say } from '../../rows/say';
import { shownAt } from './openRun';
import type { OpenRun, Shown, Target, TargetEvents } from './target';

export interface LiveWish {
  /** `started`: it was started to be held, and soon is. `now`: hold it before its next action, if nothing does. */
  readonly hold: 'started' | 'now' | 'no';
  /** Let go of the hold that it was started with, once breakpoints are set. */
  readonly letGo: boolean;
  /** Tell what it says from its first entry on, not only from now on. */
  readonly fromStart: boolean;
  /** Who stops it, as it stands in the trace. */
  readonly person: string;
}

/**
 * A run that is carried now. Its runner holds it; what is shown while it is held is read from the trace, as for a run of the
 * past. Throws `run-unknown` where nobody carries it.
 */
export async function liveTarget(run: OpenRun, wish: LiveWish, events: TargetEvents): Promise<Target> {
  const holder = await holderOf(run.folder);
  if (holder === null) {
    const message = say('Nobody carries the run in {0} any more. Look at its recording.', run.folder);
    throw new ConvergeError('run-unknown', message);
  }
  let shown: Shown | null = null;
  let begun = false;
  let told = wish.fromStart ? 0 : run.recorded.lines();
  let toldState: RunState = await run.recorded.stateAt(told);
  let lastHold = 0;
  let entered = false;
  let wishes: Omit<Wishes, 'mode'> = { steps: [], events: [] };

  // One thing after the other: pushes may come faster than the trace is read.
  let queue: Promise<unknown> = Promise.resolve();
  const inTurn = (act: () => Promise<void>): Promise<void> => {
    const next = queue.then(act);
    queue = next.catch(() => undefined);
    return next;
  };

  const tell = async () => {
    await run.recorded.grow();
    for (let lines = await run.recorded.page(told + 1, PAGE); lines.length > 0; ) {
      for (const line of lines) {
        if ('hidden' in line) continue;
        toldState = fold(toldState, line.entry);
        events.onEntry(line.entry, toldState, await run.texts(toldState));
      }
      told += lines.length;
      lines = await run.recorded.page(told + 1, PAGE);
    }
  };
  const look = (held: HeldAt | null) =>
    inTurn(async () => {
      await tell();
      if (!begun || held?.count === lastHold) return;
      if (held === null) {
        if (shown === null) return;
        shown = null;
        events.onContinued();
        return;
      }
      lastHold = held.count;
      const first = held.why === 'entry' && wish.letGo && !entered;
      entered = true;
      // Nothing is appended while it is held; where a line could not be read there are more lines than entries.
      const line = held.entries;
      const step = onTop(held, wishes.steps)?.step;
      const { why, hit, within } = held;
      const text = heldText(held, say);
      const now = await shownAt(run, { line, spot: { within, step }, why, text, hit });
      const stop = first ? stopAtFirst(now, wishes, events) : now;
      if (stop === null) return client.debug({ do: 'go', how: 'continue' });
      shown = stop;
      events.onStopped(stop);
    });

  let firstHold: () => void = () => undefined;
  const isHeld = new Promise<void>((resolve) => {
    firstHold = resolve;
  });
  const pushed = ({ held }: { readonly held: HeldAt | null }) => {
    if (held !== null) firstHold();
    void look(held);
  };
  const client: RunClient = await connectRun(holder, 'window', pushed, events.onLog);
  let left = false;
  void client.over.then((result) =>
    inTurn(async () => {
      if (left) return;
      await tell();
      shown = null;
      events.onOver(result ?? (await resultOfLost(run.folder, holder)));
    }),
  );

  // Breakpoints that are set before it stands at its first action would have to be told from that stop.
  if (wish.hold === 'started') await Promise.race([isHeld, client.over, sleep(PATIENCE_MS)]);

  /** It goes on at this debugger's wish: whoever asked knows. */
  const going = async (how: DebugWish) => {
    const before = shown;
    shown = null;
    try {
      await client.debug(how);
    } catch (thrown) {
      shown = before;
      throw thrown;
    }
  };
  return {
    run,
    replay: false,
    shown: () => shown,
    setBreakpoints: (steps, wanted) => {
      wishes = { steps, events: wanted };
      return client.debug({ do: 'breakpoints', steps, events: wanted });
    },
    begin: async () => {
      begun = true;
      const { held } = await client.status();
      if (held === null) {
        if (wish.hold === 'now') await client.debug({ do: 'hold' });
      } else await look(held);
    },
    go: (how) => going({ do: 'go', how }),
    back: null,
    pause: () => client.debug({ do: 'hold' }),
    terminate: () => client.act({ do: 'cancel' }, wish.person),
    leave: async (how) => {
      left = true;
      if (how === 'going') await client.debug({ do: 'detach' }).catch(() => undefined);
      client.close();
      run.recorded.close();
    },
  };
}

/**
 * How a run stands whose connection ended without a result. Where nobody answers any more its process was killed, whose lock
 * may be there for another moment.
 */
async function resultOfLost(folder: string, holder: LockRecord): Promise<RunResult> {
  const again = await connectRun(holder, 'window').catch(() => null);
  again?.close();
  const { run, state, history, result } = await readRun(folder);
  if (again !== null) return result;
  const { startedAt, trace } = result;
  return { ...resultOf(state, { startedAt, endedAt: history.lastAt, trace, holding: 'free' }), run };
}

/** The step whose breakpoint holds it, else the first one that is due. */
const onTop = ({ due, hit }: HeldAt, steps: Wishes['steps']) =>
  due.find(({ step }) => steps.some((one) => one.step === step && hit.includes(one.id))) ?? due[0];

/** Breakpoints came after the hold that a run is started with: what stands at its first action is looked at here. */
function stopAtFirst(at: Shown, wishes: Omit<Wishes, 'mode'>, events: TargetEvents): Shown | null {
  const point = at.texts === null ? null : pointAt(at.state, at.texts.version, at.spot.within);
  if (point === null) return null;
  const { stop, logs } = decideStop({ ...wishes, mode: { do: 'continue' } }, {}, [], point);
  for (const log of logs) events.onLog(log);
  const hit = wishes.steps.find(({ id }) => stop?.hit.includes(id));
  return stop === null
    ? null
    : { ...at, ...stop, text: stopText(stop.said, say), spot: { ...at.spot, step: hit?.step } };
}

const PAGE = 500;
const PATIENCE_MS = 10_000;
