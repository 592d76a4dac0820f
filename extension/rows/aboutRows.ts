import type { EffectRun, StepRun, WaitRun } from '../../engine/run/history';
import { fact } from './fact';
import type { Row } from './row';
import { say } from './say';
import { brief, count, instant, joined } from './words';

/** What a step's kind has to say of a visit: reasons of a gate, tasks in the way of a plan, polls, an effect in doubt. */
export function aboutRows(id: string, step: StepRun): readonly Row[] {
  const { decided, result, wait, effect, asked, answered, untold } = step;
  return [
    ...(decided?.verdict.reasons ?? []).map((reason, index) =>
      fact(`${id}/reason/${index}`, say('Reason'), brief(reason, 200), { icon: 'law' }),
    ),
    ...(decided?.verdict.feedback
      ? [fact(`${id}/feedback`, say('Feedback'), brief(decided.verdict.feedback, 200), { icon: 'comment' })]
      : []),
    ...(result?.kind === 'plan'
      ? result.blocked.map((task) =>
          fact(`${id}/blocked/${task.id}`, task.id, joined(say('blocked: {0}', task.cause), task.why), {
            icon: 'circle-slash',
            colour: 'warning',
          }),
        )
      : []),
    ...(untold === undefined
      ? []
      : [
          fact(`${id}/untold`, say('exitWhen cannot be told, and counts as false'), brief(untold, 200), {
            icon: 'warning',
            colour: 'warning',
          }),
        ]),
    ...(asked === null ? [] : [questionRow(id, asked, answered)]),
    ...(wait === null ? [] : waitRows(id, wait)),
    ...(effect === null ? [] : [effectRow(id, effect)]),
  ];
}

const questionRow = (id: string, asked: NonNullable<StepRun['asked']>, answered: StepRun['answered']): Row =>
  fact(
    `${id}/question`,
    brief(asked.question, 200),
    answered === null
      ? joined(
          asked.choices.join(', '),
          asked.due === undefined ? '' : say('until {0}', instant(asked.due)),
          asked.default === undefined ? '' : say('then {0}', asked.default),
        )
      : say('{0}, by {1}', answered.choice, answered.by),
    { icon: 'question' },
  );

function waitRows(id: string, { deadline, polls, last }: WaitRun): readonly Row[] {
  const failing = last !== null && last.failures > 0;
  return [
    ...(last === null
      ? []
      : [
          fact(
            `${id}/poll`,
            say('Poll {0}: {1}', polls, last.outcome),
            joined(last.why, failing ? say('{0} in a row', count(last.failures, 'failedPoll')) : ''),
            { icon: 'sync', ...(failing ? { colour: 'warning' as const } : {}) },
          ),
        ]),
    ...(deadline === null ? [] : [fact(`${id}/deadline`, say('Deadline'), instant(deadline), { icon: 'clock' })]),
  ];
}

function effectRow(id: string, { key, owner, state, policy }: EffectRun): Row {
  const label = say('Effect {0}', key);
  if (state === 'committed') return fact(`${id}/effect`, label, say('happened once'), { icon: 'shield' });
  const by = owner === null ? '' : say('claimed by {0}', owner);
  if (state === 'claimed') return fact(`${id}/effect`, label, by, { icon: 'shield' });
  const then = policy === null ? '' : policyText(policy);
  return fact(`${id}/effect`, label, joined(say('in doubt: it may have happened'), by, then), {
    icon: 'shield',
    colour: 'warning',
  });
}

function policyText(policy: NonNullable<EffectRun['policy']>): string {
  switch (policy) {
    case 'error':
      return say('to be settled by a person');
    case 'rerun':
      return say('done again');
    case 'skip':
      return say('left out');
  }
}
