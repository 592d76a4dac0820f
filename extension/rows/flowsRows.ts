import type { Row } from './row';
import type { RunView } from './runView';
import { asksPerson, newestFirst, statusOf } from './runView';
import { say } from './say';
import { statusLook } from './statusLook';
import { statusWord } from './statusWord';
import { count, endText, joined } from './words';

/** A flow file of the workspace, as far as it could be read. */
export interface FlowItem {
  readonly uri: string;
  /** Relative to its workspace folder, with `/`. */
  readonly path: string;
  /** Absolute path of the file, to find its runs. */
  readonly file: string;
  /** Name of the workspace folder. */
  readonly workspace: string;
  readonly id: string;
  readonly title: string;
  readonly steps: number;
  readonly errors: number;
  readonly warnings: number;
  /** Why it cannot be read as a flow; null where it can. */
  readonly broken: string | null;
  /** Rows of its steps and loops. */
  readonly parts: readonly Row[];
}

/** Flows by title, under their workspace folder where there are several; each with how its last run stands. */
export function flowsRows(
  flows: readonly FlowItem[],
  runs: readonly RunView[],
  flowPath: (run: RunView) => string,
): readonly Row[] {
  const workspaces = [...new Set(flows.map((flow) => flow.workspace))].sort();
  const rowsIn = (workspace: string) =>
    flows
      .filter((flow) => flow.workspace === workspace)
      .sort((a, b) => a.title.localeCompare(b.title) || a.path.localeCompare(b.path))
      .map((flow) => flowRow(flow, lastRunOf(flow.file, runs, flowPath)));
  if (workspaces.length < 2) return workspaces.flatMap(rowsIn);
  return workspaces.map((workspace) => ({
    id: `workspace:${workspace}`,
    label: workspace,
    icon: 'root-folder',
    contextValue: 'workspace',
    collapsed: false,
    children: rowsIn(workspace),
  }));
}

/** The newest run of this flow file. `flowPath`: absolute path of the flow that a run was started from. */
export function lastRunOf(
  file: string,
  runs: readonly RunView[],
  flowPath: (run: RunView) => string,
): RunView | undefined {
  return newestFirst(runs).find((run) => flowPath(run) === file);
}

function flowRow(flow: FlowItem, run: RunView | undefined): Row {
  const problems = joined(
    flow.errors > 0 ? count(flow.errors, 'error') : '',
    flow.warnings > 0 ? count(flow.warnings, 'warning') : '',
  );
  const status = run ? statusOf(run) : null;
  const last = run ? (run.state.end ? endText(run.state.end) : statusWord(statusOf(run))) : '';
  const bad = flow.broken !== null || flow.errors > 0;
  const look = bad
    ? ({ icon: 'error', colour: 'bad' } as const)
    : run && status
      ? statusLook(status, run.state.end?.confirmed ?? 'none')
      : { icon: 'type-hierarchy' };
  return {
    id: `flow:${flow.uri}`,
    label: flow.title,
    description: joined(flow.broken === null ? count(flow.steps, 'step') : say('cannot be read'), problems, last),
    tooltip: [flow.path, flow.broken ?? '', last ? say('Last run: {0}', last) : say('Never run here')]
      .filter(Boolean)
      .join('\n'),
    ...look,
    contextValue: bad ? 'flow.broken' : contextOf(run),
    spoken: joined(
      say('Flow {0}', flow.title),
      flow.broken ?? problems,
      last ? say('last run: {0}', last) : say('never run'),
    ),
    children: flow.parts,
    collapsed: true,
    target: { open: 'flow', uri: flow.uri },
  };
}

/** What can be done from its row: a run that waits for a time is none that could be answered. */
function contextOf(run: RunView | undefined): string {
  if (run === undefined) return 'flow';
  const status = statusOf(run);
  if (status === 'running') return 'flow.running';
  return status === 'waiting' && asksPerson(run) ? 'flow.waiting' : 'flow';
}
