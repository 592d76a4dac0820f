import type { Say } from '../../../say';
import { outputOf } from '../../reads';
import { extraAt } from '../extra';
import type { Variable } from '../variable';
import { fact, groupVariable, jsonVariable } from '../variable';
import type { Here } from './here';

/** The step that is due or being done: what it is given, how far it is, and what it came to where that is not decided yet. */
export function stepScope({ state, view, plan, frame, say }: Here): readonly Variable[] {
  const { item, task } = plan === null ? {} : extraAt(plan, state, frame.within);
  const { due } = frame;
  const step = due === null ? undefined : plan?.flow.steps[due.step];
  const known = due === null ? undefined : view.doing[due.step];
  const doing = known !== undefined && known.visit === due?.visit ? known : null;
  return [
    ...(item === undefined ? [] : [jsonVariable('item', item, 'item')]),
    ...(task === undefined ? [] : [jsonVariable('task', task, 'task')]),
    ...(due === null ? [] : [fact(say('step'), due.step), fact(say('visit'), due.visit)]),
    ...(step === undefined ? [] : [fact(say('kind'), step.kind)]),
    ...(due?.handoff === undefined ? [] : [fact(say('handed over by'), `${due.handoff.loop}: ${due.handoff.reason}`)]),
    ...(step !== undefined && 'reads' in step && step.reads !== undefined
      ? [fact(say('reads'), step.reads.join(', '))]
      : []),
    ...(doing === null ? [fact(say('state'), say('due'))] : doingFacts(doing, say)),
  ];
}

type Doing = Here['view']['doing'][string];

const doingFacts = ({ attempt, open, worker, failures, changed, result }: Doing, say: Say): readonly Variable[] => [
  fact(say('state'), result !== null ? say('done, not decided yet') : open ? say('a worker is at it') : say('begun')),
  fact(say('attempt'), attempt),
  ...(worker === null ? [] : [fact(say('worker'), worker)]),
  ...(failures.length === 0
    ? []
    : [
        groupVariable(
          say('failed attempts'),
          failures.at(-1) ?? '',
          failures.map((why, at) => fact(String(at + 1), why)),
        ),
      ]),
  ...(changed.length === 0
    ? []
    : [
        groupVariable(
          say('changed files'),
          changed.join(', '),
          changed.map((path, at) => fact(String(at), path)),
        ),
      ]),
  ...(result === null ? [] : [jsonVariable(say('output'), outputOf(result))]),
];
