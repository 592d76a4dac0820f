import * as vscode from 'vscode';
import type { HeldMark, RunMarks } from '../../webview/protocol';
import type { Moments } from '../moments';
import type { RunView } from '../rows/runView';
import type { Runs } from '../runs';
import type { AtBody, RunBody } from './adapter/launcher';
import { AT_EVENT, DEBUG_TYPE, RUN_EVENT } from './adapter/launcher';

/**
 * Where debuggers stand in runs. What one shows of a run's past, everything shows: ledger, notes, canvas and timeline follow
 * it, and are back in the present when it goes.
 */
export interface DebugStanding extends vscode.Disposable {
  /** How a run stands, with the mark of a debugger that stands in its past. One that holds it is in the marks already. */
  readonly within: (marks: RunMarks, run: RunView) => RunMarks;
}

export function debugStanding(moments: Moments, runs: Runs): DebugStanding {
  const past = new Map<string, AtBody>();
  const isShown = ({ folder, line }: AtBody): boolean => {
    const now = moments.now();
    return now?.folder === folder && now.line === line;
  };
  const at = (session: string, body: AtBody) => {
    const before = past.get(session);
    if (body.line !== null) {
      past.set(session, body);
      void moments.look(body.folder, body.line);
      return;
    }
    past.delete(session);
    // A moment that a person went to meanwhile stays.
    if (before && isShown(before)) void moments.look(before.folder, null);
  };
  const subscriptions = [
    vscode.debug.onDidReceiveDebugSessionCustomEvent(({ session, event, body }) => {
      if (session.type !== DEBUG_TYPE) return;
      if (event === AT_EVENT && isAt(body)) at(session.id, body);
      if (event === RUN_EVENT && isRun(body)) void runs.refresh().then(() => runs.show(body.folder));
    }),
    vscode.debug.onDidTerminateDebugSession(({ id }) => {
      const before = past.get(id);
      if (before) at(id, { folder: before.folder, line: null });
    }),
  ];
  return {
    within: (marks, { folder }) => {
      const stands = [...past.values()].find((body) => body.folder === folder && isShown(body));
      const view = moments.now()?.view;
      if (!stands || !view) return marks;
      const steps = view.state.end === null ? view.state.frontier.map(({ step }) => step) : [];
      const held: HeldMark = { steps, why: vscode.l10n.t('replay'), count: stands.line ?? 0 };
      return { ...marks, held };
    },
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

const isObject = (body: unknown): body is Record<string, unknown> => typeof body === 'object' && body !== null;
const isAt = (body: unknown): body is AtBody =>
  isObject(body) && typeof body.folder === 'string' && (body.line === null || typeof body.line === 'number');
const isRun = (body: unknown): body is RunBody => isObject(body) && typeof body.folder === 'string';
