import type { FlowDiff } from '../engine/flow/diff/change';
import type { DiffLine } from '../engine/flow/diff/lines';
import type { FlowEdit } from '../engine/flow/edit';
import type { Flow } from '../engine/flow/schema';
import type { Issue } from '../engine/issue';
import type { Json, JsonPath } from '../engine/json';
import type { SimulationResult } from '../engine/run/simulated/shown';
import type { Mode } from '../engine/trace/control';

/**
 * What passes between the extension and a designer. Snapshots go down, each replaces the one before; intents come up.
 * No replies, no correlation ids: what an intent led to is seen in the next snapshot.
 */
export interface Snapshot {
  readonly type: 'snapshot';
  readonly document: {
    readonly name: string;
    /** The text document's version: an intent carries the one it was meant for. */
    readonly version: number;
    /** Why nothing can be edited, in words; null where it can. */
    readonly readOnly: string | null;
  };
  /** The flow as plain JSON: that of the text, or the last good one where the text does not parse. Null: never parsed. */
  readonly flow: Json | null;
  /** Set where the text does not parse, is of a newer format or holds conflict markers: the canvas is then read-only. */
  readonly broken: {
    readonly message: string;
    readonly line: number;
    /** It has conflict markers of a merge: both sides can be compared. */
    readonly conflict?: boolean;
  } | null;
  readonly issues: readonly Issue[];
  /** One selection for canvas, text, trees and Problems: ids of steps, or `loop:<id>`, or `route:<Route.id>`. */
  readonly selection: readonly string[];
  /** Names of workers that steps may use: the flow's own and the settings'. */
  readonly workers: readonly string[];
  /** Who would do a step here and what they prove of its cost, a sentence for each worker that it names; by step. */
  readonly whoDoes?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The run of this flow that is going on or was last looked at. */
  readonly run: RunMarks | null;
  /** What would really bound a run, by mode, in the engine's sentences; null where the flow has errors. */
  readonly limits: Readonly<Record<Mode, readonly string[]>> | null;
  /** The last simulation that was asked for, and whether it is of the flow as it stands now. Null: none was. */
  readonly simulation: SimulationShown | null;
  /** Templates that can be inserted as snippets. */
  readonly templates: readonly TemplateInfo[];
  /** Flows of the workspace that a `call` step may name, as such a step writes them. */
  readonly callable: readonly string[];
  /** Set in the one snapshot that follows an intent that was refused: why, for the person who is at this page. */
  readonly refused?: string;
  /** A command asked for this tab below the canvas; each time with another `count`. */
  readonly focus?: { readonly tab: 'simulate'; readonly count: number };
  /** Breakpoints of the editor on steps of this flow, by step; absent: none. */
  readonly breakpoints?: Readonly<Record<string, BreakpointMark>>;
}

export interface BreakpointMark {
  readonly kind: 'plain' | 'conditional' | 'log';
  /** False: it is there and holds nothing. */
  readonly enabled: boolean;
  /** Its condition or message as it was typed; empty: it has none. */
  readonly text: string;
}

export interface TemplateInfo {
  readonly name: string;
  readonly title: string;
  readonly purpose: string;
}

/** What the gallery of templates shows; handed to its page whole. */
export interface GallerySnapshot {
  readonly type: 'gallery';
  readonly templates: readonly GalleryTemplate[];
}

export interface GalleryTemplate extends TemplateInfo {
  /** Kinds of its steps and types of its loops, each once. */
  readonly kinds: readonly string[];
  readonly loops: readonly string[];
  /** Its graph as SVG text; empty where there is none. */
  readonly picture: string;
}

export type GalleryIntent =
  /** The page has drawn itself and wants the templates. */
  | { readonly type: 'ready' }
  /** A new flow from this template. */
  | { readonly type: 'choose'; readonly name: string }
  | { readonly type: 'failed'; readonly message: string };

/** A simulation as it came out: the whole of it, to be stepped through without asking again. */
export interface SimulationShown {
  /** The document's version that it was played of. */
  readonly version: number;
  readonly mode: Mode;
  readonly script: Json;
  readonly result: SimulationResult;
  /** The flows that it calls, by the name that `call` steps give. */
  readonly called: Readonly<Record<string, Flow>>;
  /** The flow, or one that it calls, has changed since: it may come out otherwise now. */
  readonly stale: boolean;
}

/** How a run stands, for the canvas. */
export interface RunMarks {
  readonly id: string;
  readonly status: string;
  readonly pass: string;
  readonly steps: Readonly<Record<string, 'running' | 'done' | 'failed' | 'due'>>;
  /** Steps with an open latch, and why. */
  readonly latches: Readonly<Record<string, string>>;
  /** Set while the run is drawn as it was at a moment of its past: which one, for people. */
  readonly moment?: string;
  /** Set while a debugger stands somewhere in it. */
  readonly held?: HeldMark;
}

/** Where a debugger stands in a run. */
export interface HeldMark {
  /** What is due there, the first one first; empty where nothing is. */
  readonly steps: readonly string[];
  /** For people. */
  readonly why: string;
  /** Tells one hold from the next. */
  readonly count: number;
}

export type Intent =
  /** The webview has drawn itself and wants the first snapshot. */
  | { readonly type: 'ready' }
  | { readonly type: 'edit'; readonly version: number; readonly edit: FlowEdit }
  | { readonly type: 'select'; readonly selection: readonly string[] }
  /** Show the text, at this value. */
  | { readonly type: 'openText'; readonly path: JsonPath }
  /** Show the string that stands here in an editor tab of its own, such as a prompt. */
  | { readonly type: 'editString'; readonly path: JsonPath }
  /** Open the flow that the `call` step of this id runs. */
  | { readonly type: 'openCalled'; readonly step: string }
  /** Play the flow out with these outcomes; nothing is executed. `script` as `engine/run/simulated/script` has it. */
  | { readonly type: 'simulate'; readonly mode: Mode; readonly script: Json }
  /** Insert a template's steps and loops, as a paste does. */
  | {
      readonly type: 'insertTemplate';
      readonly version: number;
      readonly name: string;
      readonly position?: readonly [number, number];
    }
  | { readonly type: 'export'; readonly format: 'svg' | 'mermaid' }
  /** Mends a finding; with `all` every one of its code that can be mended. */
  | {
      readonly type: 'applyFix';
      readonly version: number;
      readonly code: string;
      readonly path: JsonPath;
      readonly all?: boolean;
    }
  /** `mode`: as it was chosen in the designer; absent: the person is asked. */
  | { readonly type: 'run'; readonly mode?: Mode }
  | { readonly type: 'stop' }
  /** Breakpoints on those of these steps that have none; where all have one, they go. */
  | { readonly type: 'toggleBreakpoint'; readonly steps: readonly string[] }
  /** Show the step's line in the text, with the editor's own box for the condition of a breakpoint. */
  | { readonly type: 'editBreakpoint'; readonly step: string }
  /** Of a text with conflict markers: compare both sides, or open VS Code's editor for merges. */
  | { readonly type: 'conflict'; readonly show: 'sides' | 'merge' }
  /** Saves the document once every edit before this is in it: a key that VS Code handled itself would overtake them. */
  | { readonly type: 'save' }
  /** Undo and redo belong to VS Code's own stack of the document. */
  | { readonly type: 'undo' }
  | { readonly type: 'redo' }
  /** An error inside the webview: the extension's log keeps it. */
  | { readonly type: 'failed'; readonly message: string };

/** What a webview remembers over being hidden; kept by VS Code, never in the file. */
export interface DesignerMemory {
  readonly viewport: { readonly x: number; readonly y: number; readonly zoom: number } | null;
  readonly selection: readonly string[];
  /** Ids of loops that are shown folded. */
  readonly collapsed: readonly string[];
  /** What stands below the canvas; absent: as it is at first. */
  readonly dock?: DockMemory;
  /** Where a person stands in the simulation; absent: nowhere. */
  readonly moment?: number;
  /** The last `Snapshot.focus` that was followed. */
  readonly focused?: number;
  /** A half-typed field: where and what. */
  readonly draft: { readonly path: JsonPath; readonly text: string } | null;
}

export interface DockMemory {
  readonly open: boolean;
  readonly tab: 'problems' | 'simulate';
  /** In CSS pixels. */
  readonly height: number;
}

/** What a page that compares two states of a flow is shown; each replaces the one before. */
export interface Comparison {
  readonly type: 'comparison';
  /** The flow's name. */
  readonly title: string;
  readonly before: ComparedSide;
  readonly after: ComparedSide;
  readonly diff: FlowDiff;
  /** The same in words, as `diffLines` makes them. */
  readonly lines: readonly DiffLine[];
}

export interface ComparedSide {
  /** Which state it is: a commit, the working tree, a run. */
  readonly label: string;
  /** Null where there is none to show. */
  readonly flow: Json | null;
  /** Why there is none, or why it is not the newest text; null where there is nothing to say. */
  readonly note: string | null;
}

/** What a page that compares can ask for. */
export type CompareIntent =
  | { readonly type: 'ready' }
  | { readonly type: 'textDiff' }
  /** Open the flow that is on the right in its designer, with this selected. */
  | { readonly type: 'open'; readonly selection: readonly string[] }
  | { readonly type: 'failed'; readonly message: string };
