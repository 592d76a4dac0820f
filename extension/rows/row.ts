import type { TreeId } from '../../engine/ports';

/** One line of a tree, as data: what VS Code shows is made from it, and tests read it as text. */
export interface Row {
  /** Unique in its view and the same for the same thing over time: expansion and selection hang on it. */
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  /** Plain text. */
  readonly tooltip?: string;
  /** A codicon's name. */
  readonly icon?: string;
  readonly colour?: RowColour;
  /** What `when` clauses of menus see. */
  readonly contextValue: string;
  /** What a screen reader says; the label and the description where absent. */
  readonly spoken?: string;
  readonly children: readonly Row[];
  /** How a row with children first appears; a person's own choice is kept after that. */
  readonly collapsed?: boolean;
  readonly target?: RowTarget;
}

export type RowColour = 'good' | 'bad' | 'warning' | 'quiet';

/** What a click on a row opens. `folder` is the absolute path of a run folder. */
export type RowTarget =
  /** `select`: a step or loop of it, by its key in the shared selection. */
  | { readonly open: 'flow'; readonly uri: string; readonly select?: string }
  | { readonly open: 'step'; readonly folder: string; readonly step: string }
  /** `find`: it is shown where one of these is said first. */
  | { readonly open: 'log'; readonly folder: string; readonly path: string; readonly find?: readonly string[] }
  | { readonly open: 'entry'; readonly folder: string; readonly seq: number }
  | { readonly open: 'line'; readonly folder: string; readonly line: number }
  | {
      readonly open: 'changes';
      readonly folder: string;
      readonly title: string;
      readonly from: TreeId;
      readonly to: TreeId;
    }
  /** `path`: as an output names it. `log`: what is shown where no such file is in the workspace. */
  | {
      readonly open: 'file';
      readonly folder: string;
      readonly path: string;
      readonly line: number;
      readonly log?: string;
    }
  /** What the visit of a step changed, or the log of a turn in it. */
  | {
      readonly open: 'visit';
      readonly folder: string;
      readonly within: string;
      readonly step: string;
      readonly visit: number;
      readonly show: 'changes' | 'log';
      readonly attempt?: number;
    }
  /** What a pass changed. */
  | {
      readonly open: 'pass';
      readonly folder: string;
      readonly within: string;
      readonly loop: string;
      readonly pass: number;
    }
  /** What was claimed beside what was seen. */
  | { readonly open: 'claim'; readonly folder: string; readonly latch: string }
  | { readonly open: 'latch'; readonly folder: string; readonly latch: string }
  | { readonly open: 'run'; readonly folder: string }
  | { readonly open: 'earlier' };
