import type { Json } from '../../../engine/json';
import type { Mode } from '../../../engine/trace/control';
import type { Intent, RunMarks, SimulationShown, Snapshot } from '../../protocol';
import type { Store } from '../../store';
import { createStore } from '../../store';
import type { Played } from './marks';
import { lastMoment, marksAt } from './marks';

/** What the webview knows of a simulation beside what the extension played. */
export interface Simulating {
  readonly script: Json;
  readonly mode: Mode;
  /** A request is on its way: `shown` is of another script, or of none. */
  readonly awaited: boolean;
  readonly shown: SimulationShown | null;
  /** The moment at which a person stands; the canvas then shows it instead of a run. Null: at none. */
  readonly moment: number | null;
  /** It steps on by itself. */
  readonly playing: boolean;
  /** The flow's own run, which the canvas shows while nobody stands at a moment. */
  readonly run: RunMarks | null;
}

/**
 * R1 What was chosen here stands until the simulation of it has come. Any other that comes then, from another designer of
 *    the document or from before the page was made anew, takes its place.
 * R2 A moment is kept over a simulation that has one of that number, else it is the last one.
 */
export interface Simulator {
  readonly store: Store<Simulating>;
  /** Takes over what a snapshot says, and gives the run that is to be drawn. */
  receive(snapshot: Snapshot): RunMarks | null;
  /** Asks for the simulation of these outcomes. */
  play(script: Json): void;
  /** The mode of what is simulated and started from here; what was simulated is played anew. */
  setMode(mode: Mode): void;
  /** Null: the canvas shows the run again. `playing`: it goes on from there by itself. */
  standAt(moment: number | null, playing?: boolean): void;
}

interface Needs {
  readonly post: (intent: Intent) => void;
  readonly draw: (run: RunMarks | null) => void;
  readonly moment: number | null;
}

export function createSimulator({ post, draw, moment: remembered }: Needs): Simulator {
  const store = createStore<Simulating>({
    script: {},
    mode: 'autonomous',
    awaited: false,
    shown: null,
    moment: remembered,
    playing: false,
    run: null,
  });
  const marks = (): RunMarks | null => {
    const { moment, run } = store.get();
    const played = playedOf(store.get());
    return played === null || moment === null ? run : marksAt(played, moment);
  };
  const clamp = (moment: number | null) => {
    const played = playedOf(store.get());
    store.set({
      moment: played === null || moment === null ? null : Math.max(0, Math.min(moment, lastMoment(played))),
    });
  };
  const play = (script: Json) => {
    const { mode } = store.get();
    store.set({ script, awaited: true });
    post({ type: 'simulate', mode, script });
  };
  return {
    store,
    receive({ simulation, run }) {
      const { script, mode, awaited, shown, moment } = store.get();
      const isAnswer = simulation !== null && simulation.mode === mode && equal(simulation.script, script);
      const isKnown = shown !== null && simulation !== null && equalShown(shown, simulation);
      const taken = simulation === null || awaited ? {} : { script: simulation.script, mode: simulation.mode };
      store.set({ run, ...(isKnown ? {} : { shown: simulation, ...taken }), awaited: awaited && !isAnswer });
      clamp(moment);
      return marks();
    },
    play,
    setMode(mode) {
      if (mode === store.get().mode) return;
      store.set({ mode });
      if (store.get().shown !== null) play(store.get().script);
    },
    standAt(moment, playing = false) {
      store.set({ playing });
      clamp(moment);
      draw(marks());
    },
  };
}

/** What was played, where it was the script and not a refusal of it. */
export const playedOf = ({ shown }: Pick<Simulating, 'shown'>): Played | null =>
  shown?.result.ok === true ? shown.result : null;

const equal = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Each snapshot brings the simulation anew, as another object. */
const equalShown = (one: SimulationShown, other: SimulationShown): boolean =>
  one.version === other.version && one.stale === other.stale && JSON.stringify(one) === JSON.stringify(other);
