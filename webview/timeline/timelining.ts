import type { Store } from '../store';
import { createStore } from '../store';
import type { TimelineIntent, TimelineSnapshot } from '../timelineProtocol';
import type { Stretch } from './axis';
import { moved, revealing, zoomed } from './axis';
import type { TimelineHost } from './timelineHost';

export interface TimelineState {
  readonly snapshot: TimelineSnapshot | null;
  /** The stretch that is shown; null: all of the run, also as it grows. */
  readonly view: Stretch | null;
  /** Of the drawing, in CSS pixels. */
  readonly width: number;
  /** Where the pointer drags the scrubber, until the run behind it is there. */
  readonly dragged: number | null;
}

/** What the page does: what it shows is what was last sent, moved and zoomed at once, and asked for anew. */
export interface Timelining {
  readonly store: Store<TimelineState>;
  receive(snapshot: TimelineSnapshot): void;
  post(intent: TimelineIntent): void;
  setWidth(width: number): void;
  zoom(factor: number, at?: number): void;
  pan(pixels: number): void;
  showWhole(): void;
  scrub(at: number): void;
  /** What is looked at, or the present. */
  openHere(): void;
}

/** Between two questions for another stretch, and for another moment. */
const ASK_MS = 60;
/** So much of a view is asked for on each side of it, so that moving it does not lead into nothing. */
const BESIDE = 0.5;

export function createTimelining(host: TimelineHost): Timelining {
  const store = createStore<TimelineState>({
    snapshot: null,
    view: host.remembered()?.view ?? null,
    width: 0,
    dragged: null,
  });
  const asking = throttled(ASK_MS, () => {
    const { view, width } = store.get();
    if (width < 1) return;
    if (view === null) return host.post({ type: 'window', from: null, to: null, pixels: width });
    const beside = (view.to - view.from) * BESIDE;
    host.post({ type: 'window', from: view.from - beside, to: view.to + beside, pixels: width * (1 + 2 * BESIDE) });
  });
  let wanted = 0;
  const scrubbing = throttled(ASK_MS, () => host.post({ type: 'scrub', at: wanted }));
  const show = (view: Stretch | null) => {
    store.set({ view });
    const folder = store.get().snapshot?.run?.folder;
    if (folder !== undefined) host.remember({ folder, view });
    asking();
  };
  return {
    store,
    receive: (snapshot) => {
      const before = store.get();
      const known = before.snapshot?.moment?.line;
      store.set({ snapshot, ...(snapshot.moment?.line === known ? {} : { dragged: null }) });
      const folder = snapshot.run?.folder;
      if (folder !== undefined && folder !== before.snapshot?.run?.folder) host.remember({ folder, view: before.view });
      const { view } = before;
      if (view === null || snapshot.moment === null || snapshot.moment.line === known || before.dragged !== null)
        return;
      const seen = revealing(view, snapshot.whole, snapshot.moment.at);
      if (seen !== view) show(seen);
    },
    post: (intent) => host.post(intent),
    setWidth: (width) => {
      if (width === store.get().width) return;
      store.set({ width });
      asking();
    },
    zoom: (factor, at) => {
      const { snapshot, view } = store.get();
      if (snapshot === null) return;
      const shown = view ?? snapshot.whole;
      const middle = (shown.from + shown.to) / 2;
      const moment = snapshot.moment?.at ?? middle;
      const around = at ?? (moment >= shown.from && moment <= shown.to ? moment : middle);
      show(zoomed(shown, snapshot.whole, factor, around));
    },
    pan: (pixels) => {
      const { snapshot, view, width } = store.get();
      if (snapshot === null || view === null || width < 1) return;
      show(moved(view, snapshot.whole, (pixels / width) * (view.to - view.from)));
    },
    showWhole: () => show(null),
    scrub: (at) => {
      wanted = at;
      store.set({ dragged: at });
      scrubbing();
    },
    openHere: () => {
      const { snapshot } = store.get();
      if (snapshot === null) return;
      host.post({ type: 'open', line: snapshot.moment?.line ?? snapshot.whole.lines });
    },
  };
}

/** Calls at once, then at most once in this time, and once more for what came meanwhile. */
function throttled(ms: number, call: () => void): () => void {
  let waiting = false;
  let again = false;
  const run = () => {
    if (waiting) {
      again = true;
      return;
    }
    waiting = true;
    call();
    setTimeout(() => {
      waiting = false;
      if (!again) return;
      again = false;
      run();
    }, ms);
  };
  return run;
}
