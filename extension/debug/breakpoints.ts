import * as vscode from 'vscode';
import type { StepLines } from '../../engine/flow/stepLines';
import { followLine, lineOfStep, stepLinesOf, stepOnLine } from '../../engine/flow/stepLines';
import type { BreakpointMark } from '../../webview/protocol';
import type { EditDone } from '../document';
import type { FlowFiles } from '../flowFiles';
import { isFlowUri } from '../flowFiles';
import { showText } from '../showText';
import { breakpointMarks } from './breakpointMarks';

/**
 * Breakpoints on steps. VS Code's own list of breakpoints is the truth, the same for text, canvas and its Breakpoints view.
 *
 * R1 A breakpoint on any line of a step is one on the step.
 * R2 A text editor moves its breakpoints with the text. Where none shows the text, a change of it, such as one drawn on the
 *    canvas, moves them here: each stays with its step, and goes where that is deleted.
 */
export interface FlowBreakpoints extends vscode.Disposable {
  readonly of: (uri: vscode.Uri) => Readonly<Record<string, BreakpointMark>>;
  /** On those of the steps that have none; where all have one, they go. */
  readonly toggle: (document: vscode.TextDocument, steps: readonly string[]) => EditDone;
  /** Shows the step's line in the text, and the editor's own box for its breakpoint there. */
  readonly edit: (document: vscode.TextDocument, step: string) => Promise<EditDone>;
  /** The flow whose breakpoints are others now. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

export function flowBreakpoints(flows: FlowFiles): FlowBreakpoints {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const known = new Map<string, readonly StepLines[]>();
  const linesIn = (uri: vscode.Uri): readonly StepLines[] | null => {
    const parsed = flows.get(uri)?.parsed;
    return parsed && parsed.broken === null ? stepLinesOf(parsed) : null;
  };

  const follow = (uri: vscode.Uri) => {
    const key = uri.toString();
    const before = known.get(key);
    const after = linesIn(uri);
    if (after === null) return;
    known.set(key, after);
    const shown = vscode.window.visibleTextEditors.some(({ document }) => document.uri.toString() === key);
    if (before === undefined || shown) return;
    const [gone, made]: [vscode.SourceBreakpoint[], vscode.SourceBreakpoint[]] = [[], []];
    for (const breakpoint of breakpointsIn(uri)) {
      const line = followLine(before, after, lineOf(breakpoint));
      if (line === lineOf(breakpoint)) continue;
      gone.push(breakpoint);
      if (line !== null) made.push(onLine(uri, line, breakpoint));
    }
    if (gone.length > 0) vscode.debug.removeBreakpoints(gone);
    if (made.length > 0) vscode.debug.addBreakpoints(made);
  };

  const subscriptions = [
    changed,
    flows.onDidChange(follow),
    vscode.debug.onDidChangeBreakpoints(({ added, removed, changed: altered }) => {
      const uris = [...added, ...removed, ...altered].flatMap((each) =>
        each instanceof vscode.SourceBreakpoint && isFlowUri(each.location.uri) ? [each.location.uri.toString()] : [],
      );
      for (const uri of new Set(uris)) changed.fire(vscode.Uri.parse(uri));
    }),
  ];
  for (const key of flows.all().keys()) follow(vscode.Uri.parse(key));

  return {
    of: (uri) => breakpointMarks(linesIn(uri) ?? [], breakpointsIn(uri).map(lineBreakpoint)),
    toggle: ({ uri }, wanted) => {
      const steps = linesIn(uri);
      if (steps === null) return unread();
      const there = wanted.filter((step) => lineOfStep(steps, step) !== undefined);
      const on = (step: string) => breakpointsIn(uri).filter((each) => stepOnLine(steps, lineOf(each)) === step);
      const without = there.filter((step) => on(step).length === 0);
      if (without.length === 0) vscode.debug.removeBreakpoints(there.flatMap(on));
      else vscode.debug.addBreakpoints(without.map((step) => onLine(uri, lineOfStep(steps, step) ?? 1)));
      return { ok: true };
    },
    edit: async (document, step) => {
      const steps = linesIn(document.uri);
      if (steps === null) return unread();
      const own = breakpointsIn(document.uri).find((each) => stepOnLine(steps, lineOf(each)) === step);
      const line = own ? lineOf(own) : lineOfStep(steps, step);
      if (line === undefined) return unread();
      await showText(document, { offset: document.offsetAt(new vscode.Position(line - 1, 0)), length: 0 });
      const isLog = own?.logMessage !== undefined;
      await vscode.commands.executeCommand(
        isLog ? 'editor.debug.action.addLogPoint' : 'editor.debug.action.conditionalBreakpoint',
      );
      return { ok: true };
    },
    onDidChange: changed.event,
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

const unread = (): EditDone => ({
  ok: false,
  why: vscode.l10n.t('The text cannot be read, so no breakpoint can be put in it. Mend the text first.'),
});

const breakpointsIn = (uri: vscode.Uri): readonly vscode.SourceBreakpoint[] =>
  vscode.debug.breakpoints.filter(
    (each): each is vscode.SourceBreakpoint =>
      each instanceof vscode.SourceBreakpoint && each.location.uri.toString() === uri.toString(),
  );

const lineOf = ({ location }: vscode.SourceBreakpoint): number => location.range.start.line + 1;

const lineBreakpoint = (breakpoint: vscode.SourceBreakpoint) => {
  const { enabled, condition, hitCondition, logMessage } = breakpoint;
  return { line: lineOf(breakpoint), enabled, condition, hitCondition, logMessage };
};

/** A new one on a line, with all that `like` says. */
function onLine(uri: vscode.Uri, line: number, like?: vscode.SourceBreakpoint): vscode.SourceBreakpoint {
  const place = new vscode.Location(uri, new vscode.Position(line - 1, 0));
  return new vscode.SourceBreakpoint(place, like?.enabled, like?.condition, like?.hitCondition, like?.logMessage);
}
