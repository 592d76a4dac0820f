import { join } from 'node:path';
import * as vscode from 'vscode';
import { openAsks, openLatches } from '../engine/run/state';
import { enteredLoops } from '../engine/runner/knownLoops';
import type { Control, Mode } from '../engine/trace/control';
import type { Register } from './flowCommands';
import { flowUri } from './flowCommands';
import { COMMANDS } from './ids';
import { openRow } from './openRow';
import { showInformation } from './plainNotice';
import type { Row } from './rows/row';
import type { RunView } from './rows/runView';
import { isResumable } from './rows/runView';
import { chooseRun, runGiven } from './runChoice';
import type { RunCommandNeeds } from './runCommandNeeds';
import { registerRunControls } from './runControls';
import type { Views } from './trees';

/** Commands about runs. `given`: nothing (the palette), a run folder, a row's id, or a flow's uri (its title bar). */
export function registerRunCommands(register: Register, needs: RunCommandNeeds): vscode.Disposable {
  const { runs, views, starter, opener } = needs;

  const pick = (given: unknown, fits: (run: RunView) => boolean, title: string, none: string) =>
    chooseRun(needs, given, fits, title, none);
  const live = (run: RunView) => run.held;
  const noneLive = () => vscode.l10n.t('No run is going on.');
  /** To whoever carries the run; where nobody does, the run goes on with it. */
  const act = async (run: RunView, control: Control) => {
    if (await runs.act(run.folder, control)) return;
    if (control.do === 'stop' || control.do === 'cancel') void showInformation(noneLive());
    else await starter.resume(run, { acts: [control] });
  };
  const stop = (how: 'stop' | 'cancel') => async (given?: unknown) => {
    const run = await pick(given, live, vscode.l10n.t('Stop'), noneLive());
    if (run) await act(run, { do: how });
  };

  return vscode.Disposable.from(
    register(COMMANDS.run, async (given?: unknown, mode?: unknown) => {
      const uri = await flowUri(given, needs.flows, views.of.flows);
      return uri && starter.run(uri, isMode(mode) ? mode : undefined);
    }),
    register(COMMANDS.stop, stop('stop')),
    register(COMMANDS.stopNow, stop('cancel')),
    register(COMMANDS.resume, async (given?: unknown) => {
      const none = vscode.l10n.t('There is no run to resume.');
      const run = await pick(given, isResumable, vscode.l10n.t('Resume'), none);
      if (run) await starter.resume(run);
    }),
    register(COMMANDS.answer, async (given?: unknown) => {
      const asks = (each: RunView) => openAsks(each.state).length > 0;
      const run = await pick(given, asks, vscode.l10n.t('Answer'), vscode.l10n.t('No run waits for an answer.'));
      const answer = run && (await (await questions()).askAnswer(run, given));
      if (run && answer) await act(run, answer);
    }),
    register(COMMANDS.addNote, async (given?: unknown) => {
      const inLoop = (each: RunView) => each.held && enteredLoops(each.state).length > 0;
      const none = vscode.l10n.t('A note goes to the next pass of a running loop, and none is running.');
      const run = await pick(given, inLoop, vscode.l10n.t('Note'), none);
      const note = run && (await (await questions()).askNote(run));
      if (run && note) await act(run, note);
    }),
    register(COMMANDS.acceptLatch, async (given?: unknown) => {
      const none = vscode.l10n.t('No latch of a run that can go on is open.');
      const latched = (each: RunView) => openLatches(each.state).length > 0 && (each.held || isResumable(each));
      const shown = runs.shown();
      const first = shown && latched(shown) ? shown.folder : given;
      const run = await pick(first, latched, vscode.l10n.t('Accept'), none);
      const latch = run?.state.ledger.find((each) => typeof given === 'string' && given.endsWith(`/${each.id}`));
      const accept = run && (await (await questions()).askAccept(run, latch?.id));
      if (run && accept) await act(run, accept);
    }),
    register(COMMANDS.openRun, async (given?: unknown) => {
      const run = await pick(given, () => true, vscode.l10n.t('Run'), vscode.l10n.t('Nothing has run here yet.'));
      if (run) await views.revealRun(run.folder);
    }),
    register(COMMANDS.showLog, async (given?: unknown) => {
      const target = rowGiven(given, views)?.target;
      if (target?.open === 'log') return openRow(target, opener);
      const run = runGiven(given, needs) ?? runs.shown();
      if (!run) return needs.log.show();
      const trace = vscode.Uri.file(join(run.folder, 'trace.ndjson'));
      return vscode.window.showTextDocument(trace, { preview: true, viewColumn: vscode.ViewColumn.Beside });
    }),
    register(COMMANDS.passDiff, async (given?: unknown) => {
      const target = rowGiven(given, views)?.target ?? (await pickPass(runs.shown(), views));
      if (target?.open === 'changes') await openRow(target, opener);
    }),
    registerRunControls(register, needs),
    register(COMMANDS.refresh, async () => {
      await needs.flows.refresh();
      await runs.refresh();
    }),
  );
}

const isMode = (value: unknown): value is Mode => value === 'autonomous' || value === 'supervised';

function rowGiven(given: unknown, views: Views): Row | undefined {
  if (typeof given !== 'string') return undefined;
  return Object.values(views.of)
    .map((view) => view.row(given))
    .find(Boolean);
}

async function pickPass(run: RunView | undefined, views: Views) {
  const row = run && views.of.runs.row(`run:${run.folder}`);
  const items = (row?.children ?? [])
    .filter((child) => child.target?.open === 'changes')
    .map((pass) => ({ label: pass.label, description: pass.description ?? '', pass }));
  if (items.length === 0) {
    void showInformation(vscode.l10n.t('No pass of this run changed a file.'));
    return undefined;
  }
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Changes of a Pass') }))?.pass.target;
}

const questions = () => import('./runQuestions');
