import * as vscode from 'vscode';
import * as z from 'zod';
import type { Register } from './flowCommands';
import { COMMANDS, CONTEXT } from './ids';
import type { FlowFilter } from './rows/flowFilter';
import { FLOW_FILTERS } from './rows/flowFilter';
import type { RunFilter } from './rows/runFilter';
import { ALL_RUNS } from './rows/runFilter';
import type { TraceFilter } from './rows/traceFilter';
import { TRACE_KINDS, traceKindWord, WHOLE_TRACE } from './rows/traceFilter';
import type { Runs } from './runs';

/** What the trees leave out, as a person chose it; remembered in the workspace. */
export interface Filters extends vscode.Disposable {
  readonly flows: () => FlowFilter;
  readonly runs: () => RunFilter;
  readonly trace: () => TraceFilter;
  /** Whether only open latches are listed. */
  readonly openOnly: () => boolean;
  readonly setFlows: (filter: FlowFilter) => void;
  readonly setRuns: (filter: RunFilter) => void;
  readonly setTrace: (filter: TraceFilter) => void;
  readonly setOpenOnly: (only: boolean) => void;
  readonly onDidChange: vscode.Event<void>;
}

const runsSchema = z.union([
  z.object({ only: z.enum(['all', 'running', 'waiting', 'latched', 'resumable']) }),
  z.object({ only: z.literal('flow'), flow: z.string() }),
]);
const traceSchema = z.object({
  kind: z.enum(TRACE_KINDS).nullable(),
  step: z.string().nullable(),
  problems: z.boolean(),
  text: z.string(),
});

export function createFilters(memory: vscode.Memento): Filters {
  const changed = new vscode.EventEmitter<void>();
  // What an earlier version has left is taken for nothing.
  let flows = z.enum(FLOW_FILTERS).safeParse(memory.get('filter.flows')).data ?? 'all';
  let runs: RunFilter = runsSchema.safeParse(memory.get('filter.runs')).data ?? ALL_RUNS;
  let trace: TraceFilter = traceSchema.safeParse(memory.get('filter.trace')).data ?? WHOLE_TRACE;
  let openOnly = memory.get('filter.latches') === true;
  const tell = () => {
    const set = (key: string, value: boolean) => void vscode.commands.executeCommand('setContext', key, value);
    set(CONTEXT.filteredFlows, flows !== 'all');
    set(CONTEXT.filteredRuns, runs.only !== 'all');
    set(CONTEXT.filteredTrace, JSON.stringify(trace) !== JSON.stringify(WHOLE_TRACE));
    set(CONTEXT.filteredLatches, openOnly);
  };
  const keep = (key: string, value: unknown) => {
    void memory.update(key, value);
    tell();
    changed.fire();
  };
  tell();
  return {
    flows: () => flows,
    runs: () => runs,
    trace: () => trace,
    openOnly: () => openOnly,
    setFlows: (filter) => {
      flows = filter;
      keep('filter.flows', filter);
    },
    setRuns: (filter) => {
      runs = filter;
      keep('filter.runs', filter);
    },
    setTrace: (filter) => {
      trace = filter;
      keep('filter.trace', filter);
    },
    setOpenOnly: (only) => {
      openOnly = only;
      keep('filter.latches', only);
    },
    onDidChange: changed.event,
    dispose: () => changed.dispose(),
  };
}

/** Choosing a filter and taking it away, from the title bars of the views. */
export function registerFilters(register: Register, filters: Filters, runs: Runs): vscode.Disposable {
  const kinds = () => TRACE_KINDS.map((kind) => ({ kind, label: traceKindWord(kind) }));
  return vscode.Disposable.from(
    register(COMMANDS.filterFlows, async () => {
      const chosen = await (await import('./filters/choosing')).chooseFlowFilter();
      if (chosen) filters.setFlows(chosen);
    }),
    register(COMMANDS.showAllFlows, () => filters.setFlows('all')),
    register(COMMANDS.filterRuns, async () => {
      const chosen = await (await import('./filters/choosing')).chooseRunFilter(runs);
      if (chosen) filters.setRuns(chosen);
    }),
    register(COMMANDS.filterTrace, async () => {
      const chosen = await (await import('./filters/choosing')).chooseTraceFilter(runs, filters.trace(), kinds());
      if (chosen) filters.setTrace(chosen);
    }),
    register(COMMANDS.filterLatches, () => filters.setOpenOnly(true)),
    register(COMMANDS.showAllRuns, () => filters.setRuns(ALL_RUNS)),
    register(COMMANDS.showAllTrace, () => filters.setTrace(WHOLE_TRACE)),
    register(COMMANDS.showAllLatches, () => filters.setOpenOnly(false)),
  );
}
