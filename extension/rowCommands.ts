import * as vscode from 'vscode';
import type { RecordedRun } from '../engine/node/recordedRun';
import type { Register } from './flowCommands';
import { COMMANDS, CONTEXT } from './ids';
import type { Moments } from './moments';
import type { RowOpener } from './openRow';
import { openRow } from './openRow';
import { showInformation } from './plainNotice';
import type { RunView } from './rows/runView';
import type { RunCommandNeeds } from './runCommandNeeds';

/**
 * What is done from a row beside acting on its run: a latch's claim beside its evidence, its files, and looking back at a
 * moment. From the palette each is about the latches or the run that is shown.
 */
export function registerRowCommands(
  register: Register,
  needs: Pick<RunCommandNeeds, 'runs' | 'views' | 'opener'>,
  moments: Moments,
): vscode.Disposable {
  const { runs, views, opener } = needs;
  const setPast = () => vscode.commands.executeCommand('setContext', CONTEXT.past, moments.now() !== null);
  return vscode.Disposable.from(
    register(COMMANDS.compareClaim, async (given?: unknown) => {
      const found = await latchGiven(given, needs);
      if (found) await openRow({ open: 'claim', folder: found.run.folder, latch: found.id }, opener);
    }),
    register(COMMANDS.showInCode, async (given?: unknown) => {
      const found = await latchGiven(given, needs);
      if (found) await showInCode(found.run, found.id, opener);
    }),
    register(COMMANDS.lookBack, async (given?: unknown) => {
      const place = typeof given === 'string' ? given : (views.of.runs.view.selection[0] ?? '');
      const run = runs
        .all()
        .find(({ folder }) => place.startsWith(`run:${folder}/`) || place.startsWith(`trace:${folder}/`));
      const line = run && (await lineOf(run, place, await moments.recorded(run.folder)));
      if (run && line != null) await moments.look(run.folder, line);
      else void showInformation(vscode.l10n.t('Choose a pass that is over, or a line of the trace.'));
    }),
    register(COMMANDS.backToPresent, async () => {
      const moment = moments.now();
      if (moment) await moments.look(moment.folder, null);
    }),
    register(COMMANDS.showAllNotes, views.showAllNotes),
    moments.onDidChange(setPast),
  );
}

interface FoundLatch {
  readonly run: RunView;
  readonly id: string;
}

/** The latch of a row, else one of those that are shown, by choice. */
async function latchGiven(
  given: unknown,
  { runs, views }: Pick<RunCommandNeeds, 'runs' | 'views'>,
): Promise<FoundLatch | undefined> {
  const named =
    typeof given === 'string' ? runs.all().find(({ folder }) => given.startsWith(`latch:${folder}/`)) : undefined;
  const latch = named?.state.ledger.find(({ loop, id }) => given === `latch:${named.folder}/${loop}/${id}`);
  if (named && latch) return { run: named, id: latch.id };
  const run = runs.shown();
  const ledger = run?.state.ledger ?? [];
  if (!run || ledger.length === 0) {
    void showInformation(vscode.l10n.t('No latch is shown. Choose a run in Runs.'));
    return undefined;
  }
  const selected = views.of.latches.view.selection[0];
  const first = ledger.find(({ loop, id }) => selected === `latch:${run.folder}/${loop}/${id}`);
  if (first ?? ledger.length === 1) return { run, id: (first ?? ledger[0])?.id ?? '' };
  const items = ledger.map(({ id, step, reason }) => ({ label: step ?? id, description: id, detail: reason, id }));
  const chosen = await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Latch') });
  return chosen && { run, id: chosen.id };
}

async function showInCode(run: RunView, id: string, opener: RowOpener): Promise<void> {
  const latch = run.state.ledger.find((each) => each.id === id);
  const paths = latch?.paths ?? [];
  if (paths.length === 0) {
    void showInformation(vscode.l10n.t('This latch is about no file.'));
    return;
  }
  const title = vscode.l10n.t('File');
  const path = paths.length === 1 ? paths[0] : await vscode.window.showQuickPick(paths, { title });
  if (path !== undefined) await openRow({ open: 'file', folder: run.folder, path, line: 1 }, opener);
}

/** The line behind which a row stands: its own in the trace, the last of its pass; null: none is behind it yet. */
async function lineOf(run: RunView, place: string, recorded: RecordedRun): Promise<number | null> {
  const own = new RegExp(`^trace:${escaped(run.folder)}/(\\d+)$`).exec(place);
  if (own) return Number(own[1]);
  const pass = run.history.stretches.find(({ key }) => `run:${run.folder}/${key}` === place);
  if (!pass?.ended) return null;
  // From the end, so that the newest pass of that number is found: a loop can be entered again.
  for (let last = recorded.lines(); last > 0; last -= PAGE) {
    const from = Math.max(1, last - PAGE + 1);
    const lines = await recorded.page(from, last - from + 1);
    const found = [...lines]
      .reverse()
      .find(
        (line) =>
          'entry' in line &&
          line.entry.at === pass.endedAt &&
          line.entry.type === 'commit' &&
          line.entry.events.some(
            (event) => event.type === 'pass.ended' && event.loop === pass.loop && event.pass === pass.pass,
          ),
      );
    if (found) return found.line;
  }
  return null;
}

const PAGE = 1000;
const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
