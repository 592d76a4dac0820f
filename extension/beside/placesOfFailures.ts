import type * as vscode from 'vscode';
import { pathsInside } from '../../engine/run/attribution/failingLines';
import { folderOf } from '../../engine/run/attribution/runProblems';
import type { Runs } from '../runs';
import { firstThere } from './problemsOfRuns';
import { fileOf } from './workspaces';

/**
 * The file of a run's workspace that an output names: from its root, or from a folder in which one of its commands ran.
 * Undefined where it lies outside, belongs to a library, or is not there.
 */
export function placesOfFailures(runs: Runs): (folder: string, file: string) => Promise<vscode.Uri | undefined> {
  return async (folder, file) => {
    const run = runs.get(folder);
    if (!run) return undefined;
    const root = runs.rootOf(run);
    const steps = Object.entries(run.flow?.steps ?? {});
    const folders = steps.flatMap(([id, step]) =>
      step.kind === 'verify' ? step.commands.map((_, index) => folderOf(run.flow ?? null, id, index)) : [],
    );
    const paths = ['', ...folders].flatMap((cwd) => pathsInside(file, { root, cwd }));
    const path = await firstThere(root, [...new Set(paths)]);
    return path === undefined ? undefined : fileOf(root, path);
  };
}
