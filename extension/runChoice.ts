import * as vscode from 'vscode';
import { pickRun } from './pickRun';
import { showInformation } from './plainNotice';
import type { RunView } from './rows/runView';
import { newestFirst } from './rows/runView';
import type { RunCommandNeeds } from './runCommandNeeds';

/**
 * The run that a command is about. `given`: nothing (the palette), a run folder, a row's id, or a flow's uri (its title bar).
 * `fits` says which runs it can be; `none` is said where there is none.
 */
export async function chooseRun(
  needs: RunCommandNeeds,
  given: unknown,
  fits: (run: RunView) => boolean,
  title: string,
  none: string,
): Promise<RunView | undefined> {
  const named = runGiven(given, needs);
  if (named && fits(named)) return named;
  // What was pointed at and does not fit is never replaced by another one.
  const fitting = given === undefined ? newestFirst(needs.runs.all()).filter(fits) : [];
  if (fitting.length === 0) void showInformation(none);
  return pickRun(fitting, title);
}

/** The run that was pointed at, whether the command fits it or not. */
export function runGiven(given: unknown, needs: RunCommandNeeds): RunView | undefined {
  if (given instanceof vscode.Uri) return needs.runOfFlow(given);
  if (typeof given !== 'string') return undefined;
  const target = needs.views.of.flows.row(given)?.target;
  if (target?.open === 'flow') return needs.runOfFlow(vscode.Uri.parse(target.uri));
  return needs.runs
    .all()
    .find((run) => given === run.folder || given === `run:${run.folder}` || given.startsWith(`run:${run.folder}/`));
}
