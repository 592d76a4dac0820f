import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { graphOf } from '../engine/flow/graph';
import { at } from '../engine/json';
import { openLatches } from '../engine/run/state';
import type { FlowFiles } from './flowFiles';
import { flowPathOf } from './flowPath';
import type { FlowReading } from './flowReading';
import { gathered } from './gathered';
import { CONTEXT } from './ids';
import { fitsFlow, flowFilterText } from './rows/flowFilter';
import type { FlowItem } from './rows/flowsRows';
import { flowsRows, lastRunOf } from './rows/flowsRows';
import { latchesRows } from './rows/latchesRows';
import { notesRows, passLabel, passOf } from './rows/notesRows';
import { partRows } from './rows/partRows';
import { ALL_RUNS, fitsRun, runFilterText } from './rows/runFilter';
import { runsRows } from './rows/runsRows';
import type { RunView } from './rows/runView';
import { asksPerson } from './rows/runView';
import { sayRows } from './rows/say';
import { traceFilterText } from './rows/traceFilter';
import { traceRows } from './rows/traceRows';
import { joined } from './rows/words';
import type { RowsView } from './rowsView';
import { createTracePages } from './tracePages';
import type { TreeParts, Trees, Views } from './trees';

/** What happens within this is drawn at once: rows that a person reads stand still meanwhile. */
const DRAW_MS = 150;

/**
 * The five trees, drawn again from flows and runs whenever one of these changes.
 *
 * R1 Draws are gathered, and of a tree only what changed is drawn.
 * R2 What a filter hides, and that a pass or a moment of the past is shown, is said by the view itself.
 */
export function drawTrees(of: Views['of'], parts: TreeParts): Trees {
  const { flows, runs, moments, filters, log } = parts;
  sayRows(vscode.l10n.t);
  let pages = 1;
  let pagedRun = '';
  /** The pass whose notes are shown; null: all of them. */
  let notesOf: { readonly folder: string; readonly pass: string } | null = null;

  const draw = () => {
    const all = runs.all();
    const shown = runs.shown();
    if (shown && shown.folder !== pagedRun) {
      pages = 1;
      pagedRun = shown.folder;
    }
    const flowPath = (run: RunView) => flowPathOf(run, runs.rootOf(run));
    const listed = flowItems(flows);
    const fitting = listed.filter((flow) => fitsFlow(flow, lastRunOf(flow.file, all, flowPath), filters.flows()));
    of.flows.show(flowsRows(fitting, all, flowPath));
    // Where there is no flow at all, the view says so itself.
    of.flows.view.message = (listed.length > 0 && flowFilterText(filters.flows())) || undefined;
    of.runs.show(runsRows(all.filter((run) => fitsRun(run, filters.runs()))));
    of.runs.view.message = runFilterText(filters.runs()) || undefined;
    const waiting = all.filter((run) => run.state.end === null && asksPerson(run)).length;
    of.runs.view.badge = badge(
      waiting,
      waiting === 1 ? vscode.l10n.t('1 run waits for you') : vscode.l10n.t('{0} runs wait for you', waiting),
    );
    drawShown(shown);
  };
  /** What is about one run: its latches, its notes and its trace. */
  const drawShown = (shown: RunView | undefined) => {
    const then = shown && moments.shown(shown);
    const latches = latchesRows(then);
    of.latches.show(filters.openOnly() ? latches.filter((row) => row.contextValue.startsWith('latch.open')) : latches);
    const pass = notesOf !== null && then?.folder === notesOf.folder ? notesOf.pass : null;
    const stretch = then && pass !== null ? passOf(then, pass) : undefined;
    of.notes.show(notesRows(then, stretch ? pass : null));
    const trace = shown && paged.show(shown.folder, pages, filters.trace());
    of.trace.show(shown && trace ? traceRows(shown.folder, trace.lines, trace.above) : []);
    const name = shown?.state.head?.flow.id ?? '';
    const past = then !== shown ? vscode.l10n.t('as it was at line {0}', moments.now()?.line ?? 0) : '';
    const as = stretch ? vscode.l10n.t('as in {0}', passLabel(stretch)) : past;
    of.latches.view.description = joined(name, past);
    of.notes.view.description = joined(name, as);
    of.trace.view.description = name;
    const openOnly = filters.openOnly() && latches.length > 0;
    of.latches.view.message = openOnly ? vscode.l10n.t('Only open latches') : undefined;
    of.trace.view.message = shown ? traceFilterText(filters.trace()) || undefined : undefined;
    const open = then ? openLatches(then.state).length : 0;
    of.latches.view.badge = badge(
      open,
      open === 1 ? vscode.l10n.t('1 open latch') : vscode.l10n.t('{0} open latches', open),
    );
    void vscode.commands.executeCommand('setContext', CONTEXT.notesThen, stretch !== undefined);
  };
  const drawing = gathered(draw, DRAW_MS);
  const paged = createTracePages(moments.opened, drawing.soon, (thrown) => log.error(`reading a trace: ${thrown}`));
  const reveal = async (view: RowsView, id: string) => {
    if (view.row(id)) await view.view.reveal(id, { select: true, focus: true, expand: true });
  };
  /** Who selects a pass, or a row inside it, sees the notes as they were in it. */
  const showNotesOf = (selected: string | undefined) => {
    const before = notesOf;
    // The row of the run itself is about all of it.
    if (notesOf !== null && selected === `run:${notesOf.folder}`) notesOf = null;
    for (let id = selected; id !== undefined; id = of.runs.above(id)) {
      const run = runs.all().find(({ folder }) => id?.startsWith(`run:${folder}/`));
      const key = run && id.slice(`run:${run.folder}/`.length);
      if (!run || key === undefined || !passOf(run, key)) continue;
      notesOf = { folder: run.folder, pass: key };
      if (runs.shown()?.folder !== run.folder) runs.show(run.folder);
      break;
    }
    if (before !== notesOf) drawing.now();
  };

  draw();
  const subscriptions = [
    drawing,
    runs.onDidChange(() => {
      paged.grown();
      drawing.soon();
    }),
    moments.onDidChange(drawing.now),
    filters.onDidChange(drawing.now),
    flows.onDidChange(drawing.soon),
    of.runs.view.onDidChangeSelection(({ selection }) => showNotesOf(selection[0])),
    // Which flows are listed depends on the folders too, and one that was read before its folder came is not read anew.
    vscode.workspace.onDidChangeWorkspaceFolders(drawing.soon),
  ];
  return {
    showEarlier: () => {
      pages += 1;
      drawing.now();
    },
    showAllNotes: () => {
      notesOf = null;
      drawing.now();
    },
    revealLatch: async (folder, latch) => {
      runs.show(folder);
      if (filters.openOnly()) filters.setOpenOnly(false);
      drawing.now();
      const row = of.latches
        .rows()
        .find((each) => each.id.startsWith(`latch:${folder}/`) && each.id.endsWith(`/${latch}`));
      if (row) await reveal(of.latches, row.id);
    },
    revealRun: async (folder) => {
      runs.show(folder);
      const run = runs.get(folder);
      if (run && !fitsRun(run, filters.runs())) filters.setRuns(ALL_RUNS);
      drawing.now();
      await reveal(of.runs, `run:${folder}`);
    },
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

const badge = (value: number, tooltip: string) => (value > 0 ? { value, tooltip } : undefined);

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
