import * as vscode from 'vscode';
import { align } from '../../engine/run/align/align';
import { outlineOf } from '../../engine/run/align/outline';
import type { AlignedTexts } from '../../engine/run/align/texts';
import { alignedTexts } from '../../engine/run/align/texts';
import { reportOf } from '../../engine/run/report/report';
import { toldRun } from '../../engine/runner/toldRun';
import { showInformation } from '../plainNotice';
import type { RunView } from '../rows/runView';
import type { Beside } from '../runUris';
import { alignedUri } from '../runUris';

/**
 * Opens the report of a run as a new Markdown document, to be read, changed and saved; with `target` it is written to that
 * file. What it tells comes from the run folder, whatever of it the window has read.
 */
export async function exportReport(folder: string, target?: vscode.Uri): Promise<void> {
  const content = reportOf(await toldRun(folder));
  if (target) await vscode.workspace.fs.writeFile(target, new TextEncoder().encode(content));
  else await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language: 'markdown', content }));
}

/** Opens two runs side by side in VS Code's editor for differences, at the first difference. The older one stands left. */
export async function compareRuns(one: RunView, other: RunView): Promise<void> {
  const [before, after] = startOf(one) <= startOf(other) ? [one, other] : [other, one];
  const { first } = await aligned(before.folder, after.folder, true);
  const place = new vscode.Position(first?.after ?? 0, 0);
  await vscode.commands.executeCommand(
    'vscode.diff',
    alignedUri({ folder: before.folder, other: after.folder, side: 'before' }),
    alignedUri({ folder: before.folder, other: after.folder, side: 'after' }),
    vscode.l10n.t('{0} ↔ {1}', nameOf(before), nameOf(after)),
    { selection: new vscode.Range(place, place), preview: true } satisfies vscode.TextDocumentShowOptions,
  );
  if (first === null) void showInformation(vscode.l10n.t('Nothing differs but times and ids.'));
}

/** One side of two runs beside each other, as a read-only document. */
export const alignedText = async ({ folder, other, side }: Beside): Promise<string> =>
  (await aligned(folder, other, false))[side];

/** The last pair is kept: both sides of it are asked for at once. */
let last: { readonly pair: string; readonly texts: Promise<AlignedTexts> } | null = null;

function aligned(before: string, after: string, anew: boolean): Promise<AlignedTexts> {
  const pair = JSON.stringify([before, after]);
  if (anew || last?.pair !== pair) last = { pair, texts: made(before, after) };
  return last.texts;
}

async function made(before: string, after: string): Promise<AlignedTexts> {
  const [a, b] = await Promise.all([toldRun(before), toldRun(after)]);
  return alignedTexts(align(outlineOf(a), outlineOf(b)));
}

const startOf = (run: RunView): string => run.history.startedAt ?? '';
const nameOf = (run: RunView): string => `${run.state.head?.flow.id ?? ''} ${run.id}`.trim();
