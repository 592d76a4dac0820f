import { outputOf } from '../../reads';
import { extraAt } from '../extra';
import type { Variable } from '../variable';
import { fact, groupVariable, jsonVariable } from '../variable';
import type { Here } from './here';

/** The step that is due or being done: what it is given, how far it is, and what it came to where that is not decided yet. */
export function stepScope({ state, view, plan, frame }: Here): readonly Variable[] {
  const { item, task } = plan === null ? {} : extraAt(plan, state, frame.within);
  const { due } = frame;
  const step = due === null ? undefined : plan?.flow.steps[due.step];
  const known = due === null ? undefined : view.doing[due.step];
  const doing = known !== undefined && known.visit === due?.visit ? known : null;
  return [
    ...(item === undefined ? [] : [jsonVariable('item', item, 'item')]),
    ...(task === undefined ? [] : [jsonVariable('task', task, 'task')]),
    ...(due === null ? [] : [fact('step', due.step), fact('visit', due.visit)]),
    ...(step === undefined ? [] : [fact('kind', step.kind)]),
    ...(due?.handoff === undefined ? [] : [fact('handed over by', `${due.handoff.loop}: ${due.handoff.reason}`)]),
    ...(step !== undefined && 'reads' in step && step.reads !== undefined
      ? [fact('reads', step.reads.join(', '))]
      : []),
    ...(doing === null ? [fact('state', 'due')] : doingFacts(doing)),
  ];
}

type Doing = Here['view']['doing'][string];

const doingFacts = ({ attempt, open, worker, failures, changed, result }: Doing): readonly Variable[] => [
  fact('state', result !== null ? 'done, not decided yet' : open ? 'a worker is at it' : 'begun'),
  fact('attempt', attempt),
  ...(worker === null ? [] : [fact('worker', worker)]),
  ...(failures.length === 0
    ? []
    : [
        groupVariable(
          'failed attempts',
          failures.at(-1) ?? '',
          failures.map((why, at) => fact(String(at + 1), why)),
        ),
      ]),
  ...(changed.length === 0
    ? []
    : [
        groupVariable(
          'changed files',
          changed.join(', '),
          changed.map((path, at) => fact(String(at), path)),
        ),
      ]),
  ...(result === null ? [] : [jsonVariable('output', outputOf(result))]),
];
