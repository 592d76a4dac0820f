import { relative, resolve, sep } from 'node:path';
import * as vscode from 'vscode';
import type { LookedAt } from '../../engine/node/workspace/lookedAt';
import { lookAt } from '../../engine/node/workspace/lookedAt';
import type { RunView } from '../rows/runView';
import { newestFirst } from '../rows/runView';
import type { Runs } from '../runs';

/** A file of a workspace root in which something ran. */
export interface PlacedFile {
  readonly root: string;
  /** From the root, with `/`. */
  readonly path: string;
}

/** What is read of a uri here. */
export type FileUri = Pick<vscode.Uri, 'scheme' | 'fsPath'>;

/** The workspace roots of runs, opened once each. */
export interface Workspaces {
  readonly looked: (root: string) => Promise<LookedAt>;
  /** Opened anew: with the rules for ignored files as they are now. */
  readonly fresh: (root: string) => Promise<LookedAt>;
  /** Where a file stands; undefined: in no root of a run, or among our own files. */
  readonly placeOf: (uri: FileUri) => PlacedFile | undefined;
  /** Runs of a root, the newest first. */
  readonly runsOf: (root: string) => readonly RunView[];
  /** The run in that root that is shown, else the newest one. */
  readonly runFor: (root: string) => RunView | undefined;
}

export function runWorkspaces(runs: Runs): Workspaces {
  const opened = new Map<string, Promise<LookedAt>>();
  const fresh = (root: string) => {
    const opening = lookAt(root);
    opened.set(root, opening);
    opening.catch(() => opened.delete(root));
    return opening;
  };
  const runsOf = (root: string) => newestFirst(runs.all().filter((run) => runs.rootOf(run) === root));
  return {
    looked: (root) => opened.get(root) ?? fresh(root),
    fresh,
    placeOf: (uri) => {
      if (uri.scheme !== 'file') return undefined;
      const roots = [...new Set(runs.all().map(runs.rootOf))].filter((root) => isBelow(root, uri.fsPath));
      const root = roots.sort((a, b) => b.length - a.length)[0];
      if (root === undefined) return undefined;
      const path = relative(root, uri.fsPath).split(sep).join('/');
      return path === '' || path.startsWith('.converge/runs/') || path.startsWith('.converge/git/')
        ? undefined
        : { root, path };
    },
    runsOf,
    runFor: (root) => {
      const shown = runs.shown();
      return shown && runs.rootOf(shown) === root ? shown : runsOf(root)[0];
    },
  };
}

const isBelow = (folder: string, path: string): boolean =>
  path.startsWith(folder.endsWith(sep) ? folder : folder + sep);

/** The file of a path from a root. */
export const fileOf = (root: string, path: string): vscode.Uri => vscode.Uri.file(resolve(root, ...path.split('/')));
