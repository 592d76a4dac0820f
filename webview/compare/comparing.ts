import { createContext, useContext } from 'react';
import type { DiffLine } from '../../engine/flow/diff/lines';
import { loopKey, routeKey } from '../designer/selection';
import type { Comparison } from '../protocol';
import type { Store } from '../store';
import { createStore, useStore } from '../store';
import { centredOn, fitted, isInView } from './camera';
import type { CompareHost } from './compareHost';
import { compareTexts as texts } from './compareTexts';
import { inShownOrder } from './groups';
import type { Pictures } from './scenes';
import { picturesOf } from './scenes';
import { ghostId } from './union';
import type { Mode, View } from './view';
import { boundsOf, placeOf } from './where';

export interface ComparingState {
  readonly comparison: Comparison | null;
  readonly pictures: Pictures | null;
  readonly mode: Mode;
  readonly filter: string;
  /** Index of a line; null before any was chosen. */
  readonly chosen: number | null;
  /** One for both canvases. Null: not looked at yet, the whole is fitted in. */
  readonly view: View | null;
  /** Width and height of a canvas, in pixels. */
  readonly pane: readonly [number, number];
  readonly said: { readonly text: string; readonly count: number };
}

/** The state of the page and all that can be done to it. */
export interface Comparing {
  readonly store: Store<ComparingState>;
  readonly host: CompareHost;
  receive(comparison: Comparison): void;
  setMode(mode: Mode): void;
  setFilter(filter: string): void;
  /** Chooses a line and brings what it is about into view. */
  choose(line: number): void;
  /** The next line that fits the filter, or the one before; round at the ends. */
  step(by: 1 | -1): void;
  look(view: View): void;
  resize(width: number, height: number): void;
  fit(): void;
  zoom(by: number): void;
}

export function createComparing(host: CompareHost): Comparing {
  const store = createStore<ComparingState>({
    comparison: null,
    pictures: null,
    mode: host.remembered(),
    filter: '',
    chosen: null,
    view: null,
    pane: [0, 0],
    said: { text: '', count: 0 },
  });
  const fitAll = () => {
    const { pictures, pane } = store.get();
    if (pictures !== null && pane[0] > 0) store.set({ view: fitted(boundsOf(pictures), pane) });
  };
  const reveal = (key: string | null) => {
    const { pictures, view, pane } = store.get();
    const box = pictures === null || key === null ? null : placeOf(pictures.overlaid.scene, key);
    if (box === null || view === null || isInView(box, view, pane)) return;
    store.set({ view: centredOn(box, view, pane) });
  };
  const choose = (line: number) => {
    const { comparison, said } = store.get();
    const chosen = comparison?.lines[line];
    if (comparison === null || chosen === undefined) return;
    const place = inShownOrder(comparison, [...comparison.lines.keys()]).indexOf(line) + 1;
    const text = texts.saidOf(place, comparison.lines.length, [chosen.text, ...chosen.details].join(', '));
    store.set({ chosen: line, said: { text, count: said.count + 1 } });
    reveal(keyOfLine(comparison, line));
  };
  return {
    store,
    host,
    choose,
    fit: fitAll,
    receive(comparison) {
      const { comparison: before, chosen } = store.get();
      const was = chosen === null ? undefined : before?.lines[chosen];
      const still = was === undefined ? -1 : comparison.lines.findIndex((line) => sameLine(line, was));
      store.set({ comparison, pictures: picturesOf(comparison), chosen: still < 0 ? null : still });
      if (store.get().view === null) fitAll();
    },
    setMode(mode) {
      host.remember(mode);
      // The canvases are of another size then.
      store.set({ mode, view: null, pane: [0, 0] });
    },
    setFilter: (filter) => store.set({ filter }),
    step(by) {
      const { comparison, filter, chosen } = store.get();
      if (comparison === null) return;
      const fitting = inShownOrder(comparison, fittingLines(comparison.lines, filter));
      if (fitting.length === 0) return;
      const place = chosen === null ? -1 : fitting.indexOf(chosen);
      const next = place < 0 ? (by > 0 ? 0 : fitting.length - 1) : (place + by + fitting.length) % fitting.length;
      choose(fitting[next] ?? 0);
    },
    look: (view) => store.set({ view }),
    resize(width, height) {
      const [w, h] = store.get().pane;
      if (w === width && h === height) return;
      store.set({ pane: [width, height] });
      if (store.get().view === null) fitAll();
    },
    zoom(by) {
      const { view, pane } = store.get();
      if (view === null) return;
      const zoom = Math.min(2.5, Math.max(0.1, view.zoom * by));
      const [x, y] = [pane[0] / 2, pane[1] / 2];
      const more = zoom / view.zoom;
      store.set({ view: { x: x - (x - view.x) * more, y: y - (y - view.y) * more, zoom } });
    },
  };
}

/** The element of the union that a line is about; null for one about no element. */
export function keyOfLine(comparison: Comparison, line: number): string | null {
  const index = comparison.lines[line]?.change ?? null;
  const change = index === null ? undefined : comparison.diff.changes[index];
  if (change === undefined) return null;
  if (change.what === 'route') {
    if (change.after !== null) return routeKey(change.after.id);
    if (change.before === null) return null;
    const now = comparison.diff.renamed.steps[change.before.from] ?? change.before.from;
    return routeKey(ghostId(change.before.id, change.before.from, now));
  }
  const id = change.after ?? change.before;
  if (id === null) return null;
  return change.what === 'step' ? id : change.what === 'loop' ? loopKey(id) : null;
}

/** Indexes of the lines in which every word of the filter stands. */
export function fittingLines(lines: readonly DiffLine[], filter: string): readonly number[] {
  const words = filter.toLowerCase().split(/\s+/);
  return lines.flatMap(({ how, text, details }, index) => {
    const whole = [texts.how[how], text, ...details].join(' ').toLowerCase();
    return words.every((word) => whole.includes(word)) ? [index] : [];
  });
}

const sameLine = (a: DiffLine, b: DiffLine): boolean =>
  a.how === b.how && a.text.split(':')[0] === b.text.split(':')[0];

const ComparingContext = createContext<Comparing | null>(null);
export const ComparingProvider = ComparingContext.Provider;

export function useComparing(): Comparing {
  const comparing = useContext(ComparingContext);
  if (comparing === null) throw new Error('a part of the comparison is drawn outside of it');
  return comparing;
}

export const useComparingState = <T>(select: (state: ComparingState) => T): T => useStore(useComparing().store, select);
