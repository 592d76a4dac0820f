import { createContext, useContext } from 'react';
import type { Connectable } from '../../engine/flow/connect';
import type { FlowEdit } from '../../engine/flow/edit';
import type { Json, JsonPath } from '../../engine/json';
import { at } from '../../engine/json';
import type { Host } from '../host';
import type { DesignerMemory, DockMemory, Snapshot } from '../protocol';
import type { Store } from '../store';
import { createStore, useStore } from '../store';
import { verdictFrom } from './canvas/connectable';
import { selectionOver, unfoldedFor } from './folding';
import type { Scene } from './scene';
import { sceneOf } from './scene';
import { existing, sameSelection } from './selection';
import type { Simulator } from './simulate/simulator';
import { createSimulator } from './simulate/simulator';
import { texts } from './texts';

/** What the webview itself knows. The document is not among it: `scene` is replaced whole by every snapshot. */
export interface DesignerState {
  readonly scene: Scene | null;
  readonly selection: readonly string[];
  readonly viewport: DesignerMemory['viewport'];
  /** Half-typed fields by `fieldKey`. */
  readonly drafts: Readonly<Record<string, string>>;
  /** The field whose draft was remembered while the webview was hidden: it takes the focus again. */
  readonly restored: string | null;
  /** Set while a route is being drawn. */
  readonly connecting: Connecting | null;
  readonly picker: Picking | null;
  /** The last thing that happened, for the live region; `count` tells two equal sentences apart. */
  readonly said: { readonly text: string; readonly count: number };
  /** Ids of loops that are shown folded. */
  readonly collapsed: readonly string[];
  /** What stands below the canvas: open or folded, and which of its tabs. */
  readonly dock: DockMemory;
  /** The outline stands in place of the canvas. */
  readonly outlineOpen: boolean;
  readonly menu: MenuPlace | null;
  /** The list of keys is shown. */
  readonly help: boolean;
  /** The canvas's camera while a canvas is drawn. */
  readonly camera: Camera | null;
}

/** Each moves the view because a person asked; `reveal` (by selection key) only where that is out of view. */
export interface Camera {
  fit(): void;
  zoomIn(): void;
  zoomOut(): void;
  reveal(key: string): void;
  /** Where on the canvas a point of the window is, in whole units. */
  positionAt(point: { readonly x: number; readonly y: number }): readonly [number, number];
}

/** A context menu: what it is about (null: the flow), and where it was asked for. */
export interface MenuPlace {
  readonly key: string | null;
  /** In the window. */
  readonly x: number;
  readonly y: number;
  /** On the canvas, where it was opened there by the pointer. */
  readonly position?: readonly [number, number];
}

/** Where a route starts (a step, or `loop:<id>` for its exhaustion) and where it may end. */
export interface Connecting {
  readonly from: string;
  readonly to: (target: string) => Connectable;
}

export type Picking =
  | { readonly type: 'add'; readonly after?: string; readonly position?: readonly [number, number] }
  /** From a step, or from `loop:<id>` running out. */
  | { readonly type: 'connect'; readonly from: string }
  | { readonly type: 'reconnect'; readonly route: string }
  | { readonly type: 'wrap' }
  | { readonly type: 'align' }
  /** A new id for a step or a loop, by its selection key. */
  | { readonly type: 'rename'; readonly key: string }
  | { readonly type: 'find' }
  /** What is wrong with the selection, and what mends it. */
  | { readonly type: 'fixes' };

/** The local state and all that can be done to it. Nothing here changes the document: edits are posted and awaited. */
export interface Designer {
  readonly store: Store<DesignerState>;
  readonly host: Host;
  readonly simulator: Simulator;
  receive(snapshot: Snapshot): void;
  select(selection: readonly string[]): void;
  /** Posts an edit for the version that is shown; where nothing can be edited, says why instead. */
  edit(edit: FlowEdit, said?: string): boolean;
  draft(path: JsonPath, text: string | null): void;
  /** The draft is on its way as an edit: it is shown until the next snapshot and is nobody's any more. */
  sent(path: JsonPath): void;
  isSent(path: JsonPath): boolean;
  /** Whether any field holds something that is not yet on its way. */
  isTyping(): boolean;
  /** A route is being drawn from here, perhaps in place of one that is there; null: no longer. */
  connectFrom(from: string | null, instead?: string): void;
  look(viewport: NonNullable<DesignerMemory['viewport']>): void;
  /** Shows a loop folded, or whole again. */
  fold(loop: string, folded: boolean): void;
  /** Opens, folds, sizes what stands below the canvas, or shows another tab of it. */
  showDock(part: Partial<DockMemory>): void;
  say(text: string): void;
}

export const fieldKey = (path: JsonPath): string => JSON.stringify(path);

export function createDesigner(host: Host): Designer {
  const memory = host.remembered();
  const drafts: Record<string, string> = memory?.draft ? { [fieldKey(memory.draft.path)]: memory.draft.text } : {};
  const store = createStore<DesignerState>({
    scene: null,
    selection: memory?.selection ?? [],
    viewport: memory?.viewport ?? null,
    drafts,
    restored: memory?.draft ? fieldKey(memory.draft.path) : null,
    connecting: null,
    picker: null,
    said: { text: '', count: 0 },
    collapsed: memory?.collapsed ?? [],
    dock: memory?.dock ?? { open: true, tab: 'problems', height: 320 },
    outlineOpen: false,
    menu: null,
    help: false,
    camera: null,
  });
  /** Selections that were posted and may still come back; a late one must not undo a newer local one. */
  let posted: readonly (readonly string[])[] = [];
  const onTheirWay = new Set<string>();
  let focused = memory?.focused ?? 0;

  const remember = () => {
    const { viewport, selection, collapsed, drafts: typed, dock } = store.get();
    const { moment } = simulator.store.get();
    const last = Object.entries(typed)
      .filter(([key]) => !onTheirWay.has(key))
      .at(-1);
    host.remember({
      viewport,
      selection,
      collapsed,
      dock,
      focused,
      ...(moment === null ? {} : { moment }),
      draft: last ? { path: JSON.parse(last[0]), text: last[1] } : null,
    });
  };
  const change = (given: Partial<DesignerState>) => {
    const part = withFolds({ ...store.get(), ...given }, given);
    store.set(part);
    if (part.viewport || part.selection || part.drafts || part.collapsed || part.dock) remember();
  };
  const say = (text: string) => store.set({ said: { text, count: store.get().said.count + 1 } });

  const select = (selection: readonly string[]) => {
    if (sameSelection(selection, store.get().selection)) return;
    change({ selection, restored: null });
    posted = [...posted.slice(-20), selection];
    host.post({ type: 'select', selection });
  };

  const showDock = (part: Partial<DockMemory>) => change({ dock: { ...store.get().dock, ...part } });
  const simulator = createSimulator({
    post: host.post,
    moment: memory?.moment ?? null,
    draw(run) {
      const { scene } = store.get();
      if (scene) store.set({ scene: { ...scene, snapshot: { ...scene.snapshot, run } } });
      remember();
    },
  });
  /** A command asked for a tab: each time once, over a reload of the page too. */
  const follow = ({ focus }: Snapshot) => {
    if (!focus || focus.count <= focused) return;
    focused = focus.count;
    showDock({ open: true, tab: focus.tab });
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.dock [role="tab"][aria-selected="true"]')?.focus(),
    );
  };

  /** The first snapshot meets what was remembered; each later one rules where its own selection has moved. */
  const selectionAfter = (scene: Scene): readonly string[] => {
    const { scene: before, selection } = store.get();
    const theirs = scene.snapshot.selection;
    const echo = posted.findIndex((item) => sameSelection(item, theirs));
    if (echo >= 0) posted = posted.slice(echo + 1);
    const moved = before ? !sameSelection(theirs, before.snapshot.selection) : theirs.length > 0;
    return existing(scene.graph, moved && echo < 0 ? theirs : selection);
  };

  return {
    store,
    host,
    simulator,
    showDock,
    say,
    select,
    receive(snapshot) {
      const scene = sceneOf({ ...snapshot, run: simulator.receive(snapshot) }, store.get().scene);
      const selection = selectionAfter(scene);
      const kept = sameSelection(selection, store.get().selection) ? store.get().selection : selection;
      const typed = Object.entries(store.get().drafts).filter(
        ([key]) => !onTheirWay.has(key) && stillThere(scene.flow, JSON.parse(key)),
      );
      onTheirWay.clear();
      const all = typed.length === Object.keys(store.get().drafts).length;
      change({ scene, selection: kept, drafts: all ? store.get().drafts : Object.fromEntries(typed) });
      if (!sameSelection(kept, snapshot.selection) && posted.length === 0) {
        posted = [kept];
        host.post({ type: 'select', selection: kept });
      }
      follow(snapshot);
      if (snapshot.refused !== undefined) say(snapshot.refused);
    },
    edit(edit, said) {
      const { scene } = store.get();
      if (!scene) return false;
      if (scene.locked !== null) {
        say(texts.said.readOnly(scene.locked));
        return false;
      }
      host.post({ type: 'edit', version: scene.snapshot.document.version, edit });
      if (said !== undefined) say(said);
      return true;
    },
    draft(path, text) {
      const key = fieldKey(path);
      onTheirWay.delete(key);
      const { [key]: before, ...others } = store.get().drafts;
      if (text === null && before === undefined) return;
      change({ drafts: text === null ? others : { ...others, [key]: text }, restored: null });
    },
    sent(path) {
      onTheirWay.add(fieldKey(path));
      remember();
    },
    isSent: (path) => onTheirWay.has(fieldKey(path)),
    isTyping: () => Object.keys(store.get().drafts).some((key) => !onTheirWay.has(key)),
    connectFrom(from, instead) {
      const { scene } = store.get();
      store.set({ connecting: from === null || !scene ? null : { from, to: verdictFrom(scene.graph, from, instead) } });
    },
    look: (viewport) => change({ viewport }),
    fold(loop, folded) {
      const { collapsed, scene, selection } = store.get();
      const others = collapsed.filter((id) => id !== loop);
      if (folded && scene) select(selectionOver(scene.graph, loop, selection));
      change({ collapsed: folded ? [...others, loop] : others });
    },
  };
}

/** What else follows from a change: what is selected is not hidden, and the scene is drawn as it is folded. */
function withFolds(next: DesignerState, given: Partial<DesignerState>): Partial<DesignerState> {
  const { scene } = next;
  if (scene === null || !(given.selection || given.collapsed || given.scene)) return given;
  const collapsed = given.selection ? unfoldedFor(scene.graph, next.collapsed, next.selection) : next.collapsed;
  if (collapsed === scene.folded) return given;
  const drawn = sceneOf(scene.snapshot, scene, collapsed);
  return { ...given, scene: drawn, ...(collapsed === next.collapsed ? {} : { collapsed }) };
}

/** A draft outlives everything but the step, loop or worker that it is about. */
function stillThere(flow: Json, path: JsonPath): boolean {
  const [room] = path;
  const owned = room === 'steps' || room === 'loops' || room === 'workers';
  return !owned || path.length < 2 || at(flow, path.slice(0, 2)) !== undefined;
}

const DesignerContext = createContext<Designer | null>(null);
export const DesignerProvider = DesignerContext.Provider;

export function useDesigner(): Designer {
  const designer = useContext(DesignerContext);
  if (!designer) throw new Error('a part of the designer is drawn outside of it');
  return designer;
}

export function useDesignerState<T>(select: (state: DesignerState) => T): T {
  return useStore(useDesigner().store, select);
}

/** The scene; only for parts that are drawn where there is one. */
export function useScene(): Scene {
  const scene = useDesignerState((state) => state.scene);
  if (!scene) throw new Error('a part of the scene is drawn before the first snapshot');
  return scene;
}
