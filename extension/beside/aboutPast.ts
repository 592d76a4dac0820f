import type { FlowHistory, StepRun, Stretch } from '../../engine/run/history';
import type { RowTarget } from '../rows/row';
import type { RunView } from '../rows/runView';

/** Titles of what changed. */
export interface ChangeTitles {
  readonly pass: (flow: string, pass: number) => string;
  readonly step: (flow: string, step: string, visit: number) => string;
}

export type AboutPast = Extract<RowTarget, { open: 'visit' | 'pass' }>;

/** What a visit of a step or a pass leads to: what it changed, the log of a turn; the step in the flow where neither is known. */
export function targetInHistory(target: AboutPast, run: RunView | undefined, titles: ChangeTitles): RowTarget {
  const { folder, within } = target;
  const outer = /^(.+?)\.\d+/.exec(within)?.[1];
  const flow = run && flowWithin(run.history, within);
  const name = run?.state.head?.flow.id ?? '';
  if (target.open === 'pass') {
    const stretch = flow?.stretches.filter(({ loop, pass }) => loop === target.loop && pass === target.pass).at(-1);
    const changes = stretch && changesOf(folder, titles.pass(name, target.pass), stretch);
    const last = stretch?.steps.at(-1)?.step ?? outer;
    return changes ?? (last === undefined ? { open: 'run', folder } : { open: 'step', folder, step: outer ?? last });
  }
  const { step, visit, show, attempt } = target;
  const inFlow: RowTarget = { open: 'step', folder, step: outer ?? step };
  const found = flow?.stretches
    .flatMap(({ steps }) => steps)
    .find((each) => each.step === step && each.visit === visit);
  if (!found) return inFlow;
  if (show === 'changes') return changesOf(folder, titles.step(name, step, visit), found) ?? inFlow;
  const log = found.attempts.find((each) => each.attempt === attempt)?.log ?? null;
  return log === null ? inFlow : { open: 'log', folder, path: log };
}

function changesOf(folder: string, title: string, { from, to }: Stretch | StepRun): RowTarget | undefined {
  return from === null || to === null || from === to ? undefined : { open: 'changes', folder, title, from, to };
}

/** The history of the flow that was called along a path; the run's own where it is empty. */
function flowWithin(flow: FlowHistory, within: string): FlowHistory | undefined {
  if (within === '') return flow;
  for (const stretch of flow.stretches)
    for (const { children } of stretch.steps)
      for (const child of children) {
        if (child.within === within) return child;
        if (within.startsWith(`${child.within}/`)) return flowWithin(child, within);
      }
  return undefined;
}
