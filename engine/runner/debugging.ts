import type { Happened } from '../run/debug/happened';
import { happenedIn } from '../run/debug/happened';
import type { Hits, Wishes } from '../run/debug/stops';
import { decideStop } from '../run/debug/stops';
import { stopText } from '../run/debug/stopText';
import type { Observer } from '../run/driving';
import type { Holding, HoldPoint, HoldWays } from '../run/hold';
import type { RunState } from '../run/state';
import type { Control } from '../trace/control';
import type { Refusal } from './acts';
import type { DebugLog, DebugWish, HeldAt } from './debugWish';

/** What debuggers want of a run that this process carries. It lives as long as the process and stands nowhere else. */
export interface Debugging {
  readonly holding: Holding;
  readonly held: () => HeldAt | null;
  /** Why the wish cannot be taken, or null: it was. */
  readonly wish: (wish: DebugWish) => Refusal | null;
  /** To be told of each entry that is durable. */
  readonly observe: Observer;
  /** To be told of each act that the run has taken: one that stops or parks it lets it go. */
  readonly took: (act: Control) => void;
  /** The run is to be interrupted: nothing is held any more. */
  readonly leave: () => void;
}

/**
 * R1 One place is held at a time. Who comes to another meanwhile waits behind it, and is decided when it is let go.
 * R2 Hits of a breakpoint that is set again as it was are kept.
 * R3 A hold ends what was asked before it: a step that is not over, a wish to hold.
 * R4 It is held once nothing else is at work: what was begun beside it comes to its end, or to a place of its own, first.
 */
export function createDebugging(how: {
  /** Held before the first action. */
  readonly hold: boolean;
  readonly onHeld: (held: HeldAt | null) => void;
  readonly onLog: (log: DebugLog) => void;
}): Debugging {
  let wishes: Wishes = { ...NO_WISHES, mode: { do: how.hold ? 'entry' : 'continue' } };
  let hits: Hits = {};
  let happened: readonly Happened[] = [];
  let durable: RunState | null = null;
  let count = 0;
  let leaving = false;
  let current: { at: HeldAt; said: boolean; readonly go: () => void } | null = null;
  const waiting: { readonly point: HoldPoint; readonly ways: HoldWays }[] = [];

  const sayOnceQuiet = async (held: NonNullable<typeof current>, { quiet }: HoldWays) => {
    await quiet();
    if (current !== held) return;
    held.at = { ...held.at, entries: durable?.nextSeq ?? held.at.entries };
    held.said = true;
    how.onHeld(held.at);
  };
  const decideWaiting = () => {
    while (current === null) {
      const next = waiting.shift();
      if (next === undefined) return;
      const point = { ...next.point, state: durable ?? next.point.state };
      const decided = leaving ? GOES_ON : decideStop(wishes, hits, happened, point);
      hits = decided.hits ?? hits;
      happened = [];
      for (const log of decided.logs) how.onLog(log);
      if (decided.stop === null) {
        next.ways.go();
        continue;
      }
      count++;
      wishes = { ...wishes, mode: { do: 'continue' } };
      const due = point.due.map(({ step, visit }) => ({ step, visit }));
      const text = stopText(decided.stop.said);
      const at = { count, ...decided.stop, text, within: point.within, due, entries: point.state.nextSeq };
      current = { at, said: false, go: next.ways.go };
      void sayOnceQuiet(current, next.ways);
    }
  };
  const letGo = () => {
    const held = current;
    current = null;
    held?.go();
    decideWaiting();
    if (held?.said === true) how.onHeld(null);
  };

  const leave = () => {
    leaving = true;
    letGo();
  };

  const wish = (asked: DebugWish): Refusal | null => {
    switch (asked.do) {
      case 'breakpoints': {
        const same = asked.steps.filter((step) => wishes.steps.some((known) => isSame(known, step)));
        hits = Object.fromEntries(same.map(({ id }) => [id, hits[id] ?? 0]));
        wishes = { ...wishes, steps: asked.steps, events: asked.events };
        return null;
      }
      case 'hold':
        if (leaving) return LEAVING;
        if (current === null) wishes = { ...wishes, mode: { do: 'hold' } };
        return null;
      case 'go': {
        if (asked.how === 'continue') wishes = { ...wishes, mode: { do: 'continue' } };
        else if (current?.said !== true) return NOT_HELD;
        else wishes = { ...wishes, mode: { do: asked.how, from: current.at.within } };
        letGo();
        return null;
      }
      case 'detach':
        wishes = NO_WISHES;
        hits = {};
        happened = [];
        letGo();
        return null;
    }
  };

  return {
    holding: {
      wanted: () => {
        // Once it was held, items that have not begun are to hear of the stop that let it go.
        if (leaving) return count > 0;
        const { steps, events, mode } = wishes;
        return steps.length > 0 || events.length > 0 || mode.do !== 'continue' || current !== null;
      },
      hold: (point, ways) => {
        waiting.push({ point, ways });
        decideWaiting();
      },
    },
    held: () => (current?.said === true ? current.at : null),
    wish,
    observe: (entry, state) => {
      durable = state;
      const { events } = wishes;
      if (events.length > 0)
        happened = [...happened, ...happenedIn(entry).filter(({ event }) => events.includes(event))];
    },
    took: (act) => {
      if (letsGo(act)) leave();
    },
    leave,
  };
}

/** Whether the run is to go no further for it. One that stops at the end of its pass goes on until then, when it may. */
const letsGo = (act: Control): boolean =>
  act.do === 'cancel' || act.do === 'pause' || (act.do === 'stop' && act.when === undefined);

const NO_WISHES: Wishes = { steps: [], events: [], mode: { do: 'continue' } };
const GOES_ON = { stop: null, logs: [], hits: null };

const isSame = (one: object, other: object): boolean => JSON.stringify(one) === JSON.stringify(other);

const refused = (message: string): Refusal => ({ code: 'not-waiting', message });
const NOT_HELD = refused('Nothing holds the run, so there is nothing to step over. Hold it first.');
const LEAVING = refused('The run is about to stop or to park. Resume it to hold it.');
