import type { EffectRun, StepRun, WaitRun } from '../../engine/run/history';
import { fact } from './fact';
import type { Row } from './row';
import { brief, count, instant, joined } from './words';

/** What a step's kind has to say of a visit: reasons of a gate, tasks in the way of a plan, polls, an effect in doubt. */
export function aboutRows(id: string, step: StepRun): readonly Row[] {
  const { decided, result, wait, effect, asked, answered } = step;
  return [
    ...(decided?.verdict.reasons ?? []).map((reason, index) =>
      fact(`${id}/reason/${index}`, 'Reason', brief(reason, 200), { icon: 'law' }),
    ),
    ...(decided?.verdict.feedback
      ? [fact(`${id}/feedback`, 'Feedback', brief(decided.verdict.feedback, 200), { icon: 'comment' })]
      : []),
    ...(result?.kind === 'plan'
      ? result.blocked.map((task) =>
          fact(`${id}/blocked/${task.id}`, task.id, joined(`blocked: ${task.cause}`, task.why), {
            icon: 'circle-slash',
            colour: 'warning',
          }),
        )
      : []),
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
          asked.due === undefined ? '' : `until ${instant(asked.due)}`,
          asked.default === undefined ? '' : `then ${asked.default}`,
        )
      : `${answered.choice}, by ${answered.by}`,
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
            `Poll ${polls}: ${last.outcome}`,
            joined(last.why, failing ? `${count(last.failures, 'failed poll')} in a row` : ''),
            { icon: 'sync', ...(failing ? { colour: 'warning' as const } : {}) },
          ),
        ]),
    ...(deadline === null ? [] : [fact(`${id}/deadline`, 'Deadline', instant(deadline), { icon: 'clock' })]),
  ];
}

function effectRow(id: string, { key, owner, state, policy }: EffectRun): Row {
  if (state === 'committed') return fact(`${id}/effect`, `Effect ${key}`, 'happened once', { icon: 'shield' });
  const by = owner === null ? '' : `claimed by ${owner}`;
  if (state === 'claimed') return fact(`${id}/effect`, `Effect ${key}`, by, { icon: 'shield' });
  const then =
    policy === null ? '' : { error: 'to be settled by a person', rerun: 'done again', skip: 'left out' }[policy];
  return fact(`${id}/effect`, `Effect ${key}`, joined('in doubt: it may have happened', by, then), {
    icon: 'shield',
    colour: 'warning',
  });
}
