import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { graphOf } from '../engine/flow/graph';
import { at } from '../engine/json';
import { openLatches } from '../engine/run/state';
import type { FlowFiles } from './flowFiles';
import { flowPathOf } from './flowPath';
import type { FlowReading } from './flowReading';
import { VIEWS } from './ids';
import type { Moments } from './moments';
import type { FlowItem } from './rows/flowsRows';
import { flowsRows } from './rows/flowsRows';
import { latchesRows } from './rows/latchesRows';
import { notesRows } from './rows/notesRows';
import { partRows } from './rows/partRows';
import { runsRows } from './rows/runsRows';
import { traceRows } from './rows/traceRows';
import type { RowsView } from './rowsView';
import { createRowsView } from './rowsView';
import type { Runs } from './runs';

export interface Views extends vscode.Disposable {
  readonly of: Readonly<Record<keyof typeof VIEWS, RowsView>>;
  /** One page more of the trace. */
  readonly showEarlier: () => void;
  readonly revealLatch: (folder: string, latch: string) => Promise<void>;
  readonly revealRun: (folder: string) => Promise<void>;
}

/** The five trees, drawn again from flows and runs whenever one of these changes. */
export function showViews(flows: FlowFiles, runs: Runs, moments: Moments): Views {
  const of = {
    flows: createRowsView(VIEWS.flows),
    runs: createRowsView(VIEWS.runs),
    latches: createRowsView(VIEWS.latches),
    notes: createRowsView(VIEWS.notes),
    trace: createRowsView(VIEWS.trace),
  };
  let pages = 1;
  let pagedRun = '';

  const draw = () => {
    const all = runs.all();
    const shown = runs.shown();
    if (shown && shown.folder !== pagedRun) {
      pages = 1;
      pagedRun = shown.folder;
    }
    of.flows.show(flowsRows(flowItems(flows), all, (run) => flowPathOf(run, runs.rootOf(run))));
    of.runs.show(runsRows(all));
    const then = shown && moments.shown(shown);
    of.latches.show(latchesRows(then));
    of.notes.show(notesRows(then));
    of.trace.show(shown ? traceRows(shown.folder, runs.lines(shown.folder), pages) : []);
    const name = shown?.state.head?.flow.id ?? '';
    for (const view of [of.latches, of.notes, of.trace]) view.view.description = name;
    const open = shown ? openLatches(shown.state).length : 0;
    of.latches.view.badge = open > 0 ? { value: open, tooltip: vscode.l10n.t('{0} open latches', open) } : undefined;
  };
  const reveal = async (view: RowsView, id: string) => {
    if (view.row(id)) await view.view.reveal(id, { select: true, focus: true, expand: true });
  };

  draw();
  const subscriptions = [
    ...Object.values(of),
    runs.onDidChange(draw),
    moments.onDidChange(draw),
    flows.onDidChange(draw),
    // Which flows are listed depends on the folders too, and one that was read before its folder came is not read anew.
    vscode.workspace.onDidChangeWorkspaceFolders(draw),
  ];
  return {
    of,
    showEarlier: () => {
      pages += 1;
      draw();
    },
    revealLatch: async (folder, latch) => {
      runs.show(folder);
      draw();
      const row = of.latches
        .rows()
        .find((each) => each.id.startsWith(`latch:${folder}/`) && each.id.endsWith(`/${latch}`));
      if (row) await reveal(of.latches, row.id);
    },
    revealRun: async (folder) => {
      runs.show(folder);
      draw();
      await reveal(of.runs, `run:${folder}`);
    },
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

/** The flows of the workspace's folders; files that are only open are not listed. */
function flowItems(flows: FlowFiles): readonly FlowItem[] {
  return [...flows.all()].flatMap(([key, reading]) => {
    const { parsed, issues } = reading;
    const uri = vscode.Uri.parse(key);
    const folder = vscode.workspace.getWorkspaceFolder(uri);
    if (!folder) return [];
    const id = at(parsed.value ?? undefined, ['id']);
    const title = at(parsed.value ?? undefined, ['title']) ?? id;
    return [
      {
        uri: key,
        path: vscode.workspace.asRelativePath(uri, false),
        file: uri.fsPath,
        workspace: folder.name,
        id: typeof id === 'string' ? id : '',
        title: typeof title === 'string' && title !== '' ? title : basename(uri.path, '.converge.json'),
        ...partsOf(key, reading),
        errors: issues.filter((issue) => issue.severity === 'error').length,
        warnings: issues.filter((issue) => issue.severity === 'warning').length,
        broken: parsed.broken?.message ?? null,
      },
    ];
  });
}

/** What is drawn of a flow's inside: made once for each reading, however often the tree is drawn. */
function partsOf(uri: string, reading: FlowReading): Pick<FlowItem, 'steps' | 'parts'> {
  const before = known.get(reading);
  if (before) return before;
  const graph = graphOf(reading.lastGood ?? {});
  const made = { steps: graph.steps.length, parts: partRows(uri, graph, reading.issues) };
  known.set(reading, made);
  return made;
}

const known = new WeakMap<FlowReading, Pick<FlowItem, 'steps' | 'parts'>>();
