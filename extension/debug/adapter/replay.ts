import { messageOf } from '../../../engine/failure';
import type { Hits, Mode, Stop, Wishes } from '../../../engine/run/debug/stops';
import { stopText } from '../../../engine/run/debug/stopText';
import type { Place } from '../../../engine/run/inspect/places';
import { placesIn } from '../../../engine/run/inspect/places';
import { couldStop, decideReplayed, visitedIn } from '../../../engine/run/inspect/replayed';
import { say } from '../../rows/say';
import { shownAt } from './openRun';
import type { OpenRun, Shown, Target, TargetEvents } from './target';

/**
 * Looks at what a run recorded, forwards and backwards. Nothing is executed.
 *
 * R1 It stands where a debugger could have held the run, and stops for what would have held it: what decides a live run
 *    decides here too.
 * R2 A hit counts from the beginning of the recording, so that going back and forth comes to the same places.
 * R3 Going forwards ends at the end of the recording, going backwards at its beginning. Nothing is logged backwards.
 */
export function replayTarget(run: OpenRun, atStart: boolean, events: TargetEvents): Target {
  let wishes: Omit<Wishes, 'mode'> = { steps: [], events: [] };
  let hits: Hits = {};
  let shown: Shown | null = null;
  let cursor: Cursor = BEGINNING;
  let halted = false;

  const stand = async (at: Cursor, stop: Pick<Shown, 'why' | 'text' | 'hit'>, step?: string) => {
    cursor = at;
    shown = await shownAt(run, { line: at.line, spot: { within: at.within, step }, ...stop });
    events.onStopped(shown);
  };
  const standAtEnd = async () => {
    await run.recorded.grow();
    const line = run.recorded.lines();
    await stand({ entry: line, line, within: '' }, { why: 'end', text: say('The end of the recording'), hit: [] });
  };
  const standAtStart = async () => {
    const line = Math.min(1, run.recorded.lines());
    await stand(
      { entry: line, line, within: '' },
      { why: 'entry', text: say('The beginning of the recording'), hit: [] },
    );
  };

  /** Every place behind one and up to an entry at which something is decided. */
  async function* decided(from: Cursor, upTo: number, mode: Mode, counting: Hits) {
    const began = await run.recorded.stateAt(from.line);
    let so = { hits: counting, visited: visitedIn(began, (await run.texts(began))?.version ?? null, from.within) };
    let told = from.end !== undefined;
    for (let line = from.entry + 1; line <= upTo && !halted; ) {
      // One line further: whether an end that failed stands there.
      const end = Math.min(line + PAGE - 1, upTo);
      const lines = await run.recorded.page(line, end - line + 2);
      const size = Math.min(lines.length, end - line + 1);
      if (size === 0) return;
      // A page ends behind a place, so that what happened is told at the first one behind it.
      const places = placesIn(lines, told).filter(({ entry }) => entry <= end);
      const last = places.at(-1)?.entry;
      for (const place of places) {
        if (!couldStop({ ...wishes, mode }, place)) continue;
        const state = await run.recorded.stateAt(place.line);
        const flows = (await run.texts(state))?.version ?? null;
        const { stop, logs, fresh, ...rest } = decideReplayed({ ...wishes, mode }, so, place, state, flows);
        so = rest;
        const step = fresh.find((each) =>
          wishes.steps.some((one) => stop?.hit.includes(one.id) && one.step === each.step),
        );
        yield { place, stop, logs, hits: rest.hits, step: (step ?? fresh[0])?.step };
      }
      const whole = last === undefined || size < PAGE;
      told = !whole && places.at(-1)?.end !== undefined;
      line = whole ? line + size : last + 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  const countsHits = () => wishes.steps.some(({ hits: least = 1 }) => least > 1);
  const recount = async () => {
    hits = {};
    if (!countsHits()) return;
    for await (const at of decided(BEGINNING, cursor.entry, CONTINUE, {})) hits = at.hits;
  };

  const forwards = async (mode: Mode) => {
    await run.recorded.grow();
    for await (const at of decided(cursor, run.recorded.lines(), mode, hits)) {
      ({ hits } = at);
      for (const log of at.logs) events.onLog(log);
      if (at.stop !== null) return stand(at.place, told(at.stop), at.step);
    }
    return halted ? stand(cursor, paused()) : standAtEnd();
  };

  const backwards = async (mode: Mode) => {
    let until = cursor.entry;
    for (let length = 50; until > 1 && !halted; length *= 2) {
      const start = countsHits() ? 0 : ((await run.recorded.commit(Math.max(1, until - length), 'before')) ?? 0);
      let found: Parameters<typeof stand> | null = null;
      for await (const at of decided({ entry: start, line: start, within: '' }, until - 1, mode, {}))
        if (at.stop !== null) found = [at.place, told(at.stop), at.step];
      if (found !== null) {
        await stand(...found);
        return recount();
      }
      until = start + 1;
    }
    hits = {};
    return halted ? stand(cursor, paused()) : standAtStart();
  };

  /** While it walks nothing is shown; where it cannot go on it stands where it was, and says why. */
  const walk = async (go: () => Promise<void>) => {
    const before = shown;
    shown = null;
    halted = false;
    try {
      await go();
    } catch (thrown) {
      shown = before;
      if (before !== null) events.onStopped({ ...before, ...paused(), text: messageOf(thrown) });
    }
  };

  return {
    run,
    replay: true,
    shown: () => shown,
    setBreakpoints: async (steps, wanted) => {
      wishes = { steps, events: wanted };
      await recount();
    },
    begin: () => (atStart ? standAtStart() : standAtEnd()),
    go: (how) => walk(() => forwards(how === 'continue' ? CONTINUE : { do: how, from: cursor.within })),
    back: (how) => walk(() => backwards(how === 'continue' ? CONTINUE : { do: 'over', from: cursor.within })),
    pause: async () => {
      halted = true;
    },
    terminate: async () => undefined,
    leave: async () => {
      halted = true;
      run.recorded.close();
    },
  };
}

type Cursor = Pick<Place, 'entry' | 'line' | 'within' | 'end'>;

const BEGINNING: Cursor = { entry: 0, line: 0, within: '' };
const CONTINUE: Mode = { do: 'continue' };
const paused = () => ({ why: 'pause', text: say('Looking on was stopped here'), hit: [] }) as const;
const told = ({ why, said, hit }: Stop) => ({ why, text: stopText(said, say), hit });
const PAGE = 1000;
