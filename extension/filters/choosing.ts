import * as vscode from 'vscode';
import type { FlowFilter } from '../rows/flowFilter';
import type { RunFilter } from '../rows/runFilter';
import type { TraceFilter, TraceKind } from '../rows/traceFilter';
import type { Runs } from '../runs';

/** What the flows can be narrowed to; undefined where a person turned away. */
export async function chooseFlowFilter(): Promise<FlowFilter | undefined> {
  const items: readonly (vscode.QuickPickItem & { readonly filter: FlowFilter })[] = [
    { label: vscode.l10n.t('All flows'), filter: 'all' },
    { label: vscode.l10n.t('Flows with problems'), filter: 'problems' },
    { label: vscode.l10n.t('Flows that are running'), filter: 'running' },
    { label: vscode.l10n.t('Flows that wait for a person'), filter: 'waiting' },
    { label: vscode.l10n.t('Flows whose last run is not complete'), filter: 'bad' },
    { label: vscode.l10n.t('Flows that never ran here'), filter: 'never' },
  ];
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Show in Flows') }))?.filter;
}

/** What the runs can be narrowed to; undefined where a person turned away. */
export async function chooseRunFilter(runs: Runs): Promise<RunFilter | undefined> {
  const flows = [
    ...new Set(runs.all().flatMap(({ state }) => (state.head === null ? [] : [state.head.flow.id]))),
  ].sort();
  const items: readonly (vscode.QuickPickItem & { readonly filter: RunFilter })[] = [
    { label: vscode.l10n.t('All runs'), filter: { only: 'all' } },
    { label: vscode.l10n.t('Runs that are going on'), filter: { only: 'running' } },
    { label: vscode.l10n.t('Runs that wait for a person or a time'), filter: { only: 'waiting' } },
    { label: vscode.l10n.t('Runs that are paused or interrupted'), filter: { only: 'resumable' } },
    { label: vscode.l10n.t('Runs with open latches'), filter: { only: 'latched' } },
    ...flows.map((flow) => ({ label: vscode.l10n.t('Runs of {0}', flow), filter: { only: 'flow', flow } as const })),
  ];
  return (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Show in Runs') }))?.filter;
}

/** What the trace can be narrowed to, one thing at a time on top of what is chosen already. */
export async function chooseTraceFilter(
  runs: Runs,
  now: TraceFilter,
  kinds: readonly { readonly kind: TraceKind; readonly label: string }[],
): Promise<TraceFilter | undefined> {
  const whole: TraceFilter = { kind: null, step: null, problems: false, text: '' };
  const shown = runs.shown();
  const steps = [
    ...new Set(shown?.history.stretches.flatMap((each) => each.steps.map(({ step }) => step)) ?? []),
  ].sort();
  const items: readonly (vscode.QuickPickItem & { readonly filter: TraceFilter | 'text' })[] = [
    { label: vscode.l10n.t('Everything'), filter: whole },
    { label: vscode.l10n.t('Lines with a text…'), filter: 'text' },
    { label: vscode.l10n.t('Problems only'), filter: { ...now, problems: true } },
    ...kinds.map(({ kind, label }) => ({ label, filter: { ...now, kind } })),
    ...steps.map((step) => ({ label: vscode.l10n.t('Step {0}', step), filter: { ...now, step } })),
  ];
  const chosen = (await vscode.window.showQuickPick(items, { title: vscode.l10n.t('Show in Trace') }))?.filter;
  if (chosen !== 'text') return chosen;
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Search the Trace'),
    prompt: vscode.l10n.t('Lines that hold this text are shown. Case does not matter.'),
    value: now.text,
  });
  return text === undefined ? undefined : { ...now, text: text.trim() };
}
