import * as vscode from 'vscode';
import type { Comparing } from './compare/comparing';
import type { Register } from './flowCommands';
import { flowUri } from './flowCommands';
import type { FlowFiles } from './flowFiles';
import { isFlowUri } from './flowFiles';
import { flowPathOf } from './flowPath';
import { readFlow } from './flowReading';
import { COMMANDS } from './ids';
import type { Log } from './log';
import { showInformation } from './plainNotice';
import type { RunView } from './rows/runView';
import type { RowsView } from './rowsView';
import type { Runs } from './runs';
import type { Selections } from './selection';
import { showText } from './showText';
import { runFlowUri } from './traceDocuments';

export interface CompareNeeds {
  readonly extension: vscode.Uri;
  readonly flows: FlowFiles;
  readonly selections: Selections;
  readonly log: Log;
  readonly flowsView: RowsView;
  readonly runs: Runs;
  /** The run that a row or the palette means; undefined where there is none, which was said then. */
  readonly chooseRun: (given: unknown) => Promise<RunView | undefined>;
}

export interface Compare extends vscode.Disposable {
  /** For tests; null before anything was compared. */
  readonly comparing: () => Comparing | null;
}

/** Commands that compare flows. What carries them out is loaded with the first of them. */
export function registerCompare(register: Register, needs: CompareNeeds): Compare {
  const { flows, flowsView, runs } = needs;
  let made: Comparing | null = null;
  const comparing = async (): Promise<Comparing> => {
    const { createComparing } = await import('./compare/comparing');
    made ??= createComparing({ ...needs, readFlow });
    return made;
  };
  const about = (given: unknown) => flowUri(uriIn(given) ?? given, flows, flowsView);

  const commands = vscode.Disposable.from(
    register(COMMANDS.compareWithHead, async (given?: unknown) => {
      const uri = await about(given);
      if (uri) await (await comparing()).withHead(uri);
    }),
    register(COMMANDS.compareWithRevision, async (given?: unknown) => {
      const uri = await about(given);
      if (uri) await (await comparing()).withRevision(uri);
    }),
    register(COMMANDS.compareCommit, async (item: unknown, uri: vscode.Uri) => {
      const revision = refOf(item);
      if (revision === null) await (await comparing()).withHead(uri);
      else await (await comparing()).ofCommit(uri, revision);
    }),
    register(COMMANDS.compareFlows, async (given?: unknown, all?: readonly vscode.Uri[]) => {
      const [first, second] = (all ?? []).filter(isFlowUri);
      const before = second ? first : await about(given);
      const after = second ?? (before && (await anotherFlow(before, flows)));
      if (before && after) await (await comparing()).twoFiles(before, after);
    }),
    register(COMMANDS.compareWithRun, async (given?: unknown) => {
      const run = await needs.chooseRun(given);
      if (!run) return;
      const uri = vscode.Uri.file(flowPathOf(run, runs.rootOf(run)));
      await (await comparing()).withRun(runFlowUri(run.folder), run.id, uri);
    }),
    register(COMMANDS.compareConflict, async (given?: unknown) => {
      const uri = await about(given);
      if (uri) await (await comparing()).conflict(uri);
    }),
    register(COMMANDS.openMerge, async (given?: unknown) => {
      const uri = await about(given);
      if (uri) await openMerge(uri);
    }),
  );
  return {
    comparing: () => made,
    dispose: () => {
      commands.dispose();
      made?.dispose();
    },
  };
}

/** Git's own command, where VS Code has it; else the text. */
async function openMerge(uri: vscode.Uri): Promise<void> {
  const command = 'git.openMergeEditor';
  if ((await vscode.commands.getCommands(true)).includes(command)) await vscode.commands.executeCommand(command, uri);
  else await showText(await vscode.workspace.openTextDocument(uri), null);
}

/** The file of a row of source control. */
function uriIn(given: unknown): vscode.Uri | undefined {
  const resource =
    typeof given === 'object' && given !== null && 'resourceUri' in given ? given.resourceUri : undefined;
  return resource instanceof vscode.Uri ? resource : undefined;
}

/** The commit of an entry of Git's timeline; null for what is not committed yet. */
function refOf(item: unknown): string | null {
  const ref = typeof item === 'object' && item !== null && 'ref' in item ? item.ref : undefined;
  return typeof ref === 'string' && /^[0-9a-f]{7,64}$/i.test(ref) ? ref : null;
}

async function anotherFlow(than: vscode.Uri, flows: FlowFiles): Promise<vscode.Uri | undefined> {
  const items = [...flows.all().keys()]
    .filter((key) => key !== than.toString())
    .map((key) => vscode.Uri.parse(key))
    .map((uri) => ({ label: vscode.workspace.asRelativePath(uri), uri }));
  if (items.length === 0) {
    void showInformation(vscode.l10n.t('There is no other flow in this workspace.'));
    return undefined;
  }
  const title = vscode.l10n.t('Compare {0} with', vscode.workspace.asRelativePath(than));
  return (await vscode.window.showQuickPick(items, { title }))?.uri;
}
