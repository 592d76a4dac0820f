import { foldHistory } from '../../engine/run/foldHistory';
import type { ChildRun, FlowHistory, RunHistory, StepRun } from '../../engine/run/history';
import { EMPTY_HISTORY } from '../../engine/run/history';
import type { Decision } from '../../engine/trace/decision';
import type { StepResult } from '../../engine/trace/result';
import type { InnerScope, StepScope, Within } from '../../engine/trace/scope';
import type { Given } from '../fakes/trace';
import { trace } from '../fakes/trace';

export const historyOf = (...given: readonly Given[]): RunHistory => trace(...given).reduce(foldHistory, EMPTY_HISTORY);

/** A history as text: stretches, their steps with what they called below, then batches and rounds. */
export const textOf = (flow: FlowHistory, indent = ''): string =>
  [
    ...flow.stretches.flatMap((stretch) => [
      `${indent}${stretch.loop ?? 'flow'} ${stretch.pass}:`,
      ...stretch.steps.map((run) => runText(run, `${indent}  `)),
    ]),
    ...flow.batches.map(
      ({ loop, batch, iteration, firstTotal, lastTotal, ended }) =>
        `${indent}${loop} batch ${batch}: iteration ${iteration}, totals ${firstTotal}-${lastTotal}, ${ended?.type ?? 'open'}`,
    ),
    ...flow.rounds.map(
      ({ loop, round, total, scored, best, ended }) =>
        `${indent}${loop} round ${round} (${total}): ${scored?.score ?? 'no score'}, best ${best}, ${ended?.reason ?? 'open'}`,
    ),
  ].join('\n');

const runText = (run: StepRun, indent: string): string =>
  [
    `${indent}${run.step}.${run.visit} ${run.kind} ${run.state}${run.inner ? ` in ${innerText(run.inner)}` : ''}`,
    ...run.children.map((child) => childText(child, `${indent}  `)),
  ].join('\n');

const innerText = ({ loop, batch, iteration, total }: InnerScope) =>
  batch === undefined ? `${loop} ${iteration} (${total})` : `${loop} ${batch}/${iteration} (${total})`;

const childText = (child: ChildRun, indent: string): string =>
  `${indent}${child.index === null ? child.flow?.id : `#${child.index}`}${child.ended ? ` ${child.ended.outcome}` : ''}${child.endedAt ? ' over' : ''}\n${textOf(child, `${indent}  `)}`;

export const WORK: StepResult = { kind: 'work', ok: true, output: null, changed: [], attempts: 1 };
export const flow = (step: string, visit: number): StepScope => ({ step, visit, pass: 0 });
export const began = (scope: StepScope, within?: Within, kind: 'work' | 'call' | 'map' | 'plan' = 'work'): Given => ({
  ...scope,
  ...(within === undefined ? {} : { within }),
  type: 'step.started',
  kind,
  attempt: 1,
  inputs: 'i',
  ...(kind === 'work' ? { worker: 'w' } : {}),
});
export const turn = (scope: StepScope, usd: number, within?: Within): Given => ({
  ...scope,
  ...(within === undefined ? {} : { within }),
  type: 'worker.turn',
  attempt: 1,
  worker: 'w',
  use: 'scripted',
  status: 'ok',
  usage: { state: 'reported', tokens: null, usd, basis: 'worker-estimate' },
  denials: [],
  text: '',
  exit: 0,
  log: null,
  durationMs: 1,
});
export const done = (
  scope: StepScope,
  result: StepResult = WORK,
  outcome = 'next',
): Extract<Decision, { type: 'step.done' }> => ({
  ...scope,
  type: 'step.done',
  outcome,
  to: [],
  result,
});
export const commit = (...events: readonly Decision[]): Given => ({ type: 'commit', events });
export const inside = (within: Within, ...events: readonly Decision[]): Given => ({ type: 'commit', events, within });
export const stepRun = (history: FlowHistory, step: string, visit = 1): StepRun | undefined =>
  history.stretches.flatMap(({ steps }) => steps).find((run) => run.step === step && run.visit === visit);
