import type { Flow, Step } from '../../../engine/flow/schema';
import type { Scripted } from '../../../engine/run/simulated/script';
import { simulateTexts } from './simulateTexts';

/** One thing that can be said of what a step comes to, as a choice. What is not chosen is as the engine's script has it. */
export interface Aspect {
  readonly key: AspectKey;
  readonly label: string;
  /** What a choice says, and all that is taken back where another one is made. */
  readonly fields: readonly (keyof Scripted)[];
  readonly choices: readonly Choice[];
  /** The number that can be given in place of a choice. */
  readonly number?: 'score';
}

export type AspectKey = 'result' | 'branch' | 'check' | 'usage' | 'marker' | 'score';

export interface Choice {
  readonly key: string;
  readonly text: string;
  readonly says: Scripted;
}

const texts = simulateTexts.outcomes;
const choice = (key: string, text: string, says: Scripted): Choice => ({ key, text, says });

/** What can be chosen for a step, the main thing first; nothing where its outcome follows from other steps. */
export function aspectsOf(flow: Flow, id: string): readonly Aspect[] {
  const step = flow.steps[id];
  switch (step?.kind) {
    case 'work':
      return workAspects(flow, id, step);
    case 'judge':
      return [judgment, marker, usage];
    case 'verify':
      return [checks('result')];
    case 'gate':
      return gateAspects(step);
    case 'router':
      return step.worker === undefined ? [] : [branchAspect('result', step.branches, [...failures]), usage];
    case 'ask':
      return [
        aspect('result', [
          ...step.choices.map((each) => choice(each, each, { choice: each })),
          choice('(nobody)', texts.nobody, { choice: null }),
        ]),
      ];
    case 'watch':
      return [polls];
    default:
      return [];
  }
}

const aspect = (key: AspectKey, choices: readonly Choice[]): Aspect => ({
  key,
  label: texts.aspects[key],
  fields: [...new Set(choices.flatMap(({ says }) => Object.keys(says) as (keyof Scripted)[]))],
  choices,
});

const failures: readonly Choice[] = (['failed', 'refused', 'timed-out', 'protocol-error', 'not-started'] as const).map(
  (status) => choice(status, texts.statuses[status], { status }),
);

const usage: Aspect = aspect('usage', [
  choice('known', texts.usage.known, { usage: { usd: 0.01, tokens: 1000 } }),
  choice('free', texts.usage.free, { usage: 'free' }),
  choice('absent', texts.usage.absent, { usage: 'absent' }),
]);

const marker: Aspect = aspect('marker', [
  choice('new', texts.marker.new, { marker: 'new' }),
  choice('same', texts.marker.same, { marker: 'same' }),
]);

const polls: Aspect = aspect(
  'result',
  (['idle', 'activity', 'terminal', 'failed'] as const).map((poll) => choice(poll, texts.polls[poll], { poll })),
);

const judgment: Aspect = aspect('result', [
  ...(['met', 'not-met', 'unreadable', 'missing', 'wrong-type'] as const).map((each) =>
    choice(each, texts.judgments[each], { judgment: each }),
  ),
  ...failures,
]);

const checks = (key: 'result' | 'check'): Aspect =>
  aspect(key, [
    choice('clean', texts.checks.clean, { commands: 'clean' }),
    choice('failing', texts.checks.failing, { commands: { failures: ['a test'] } }),
    choice('red', texts.checks.red, { commands: 'red' }),
    choice('fewer', texts.checks.fewer, { commands: { tests: 0 } }),
    choice('timed-out', texts.checks.timedOut, { commands: { status: 'timed-out' } }),
    choice('not-found', texts.checks.notFound, { commands: { status: 'not-found' } }),
  ]);

function workAspects(flow: Flow, id: string, step: Extract<Step, { kind: 'work' }>): readonly Aspect[] {
  const claims =
    step.check?.changedOnDisk === 'claimed'
      ? [
          choice('true-claim', texts.claims.honest, { claims: ['repaired.txt'], changes: ['repaired.txt'] }),
          choice('false-claim', texts.claims.empty, { claims: ['repaired.txt'] }),
        ]
      : [];
  const scored = Object.values(flow.loops ?? {}).some((loop) => loop.type === 'improve' && loop.tail === id);
  return [
    ...(scored ? [score] : []),
    aspect('result', [choice('ok', texts.statuses.ok, { status: 'ok' }), ...claims, ...failures]),
    ...(Object.keys(step.branches ?? {}).length > 0 ? [branchAspect('branch', step.branches, [])] : []),
    ...(step.check?.command === undefined ? [] : [checks('check')]),
    usage,
  ];
}

const score: Aspect = { ...aspect('score', []), fields: ['score'], number: 'score' };

function gateAspects({ evaluator }: Extract<Step, { kind: 'gate' }>): readonly Aspect[] {
  const all = 'all' in evaluator ? evaluator.all : [evaluator];
  const asks = all.some((each) => 'worker' in each);
  const commands = all.some((each) => 'commands' in each);
  const verdict = aspect('result', [
    ...(['passed', 'failed', 'no-verdict'] as const).map((each) =>
      choice(each, texts.verdicts[each], { verdict: each }),
    ),
    ...failures.filter(({ key }) => key !== 'failed'),
  ]);
  return [
    ...(asks ? [verdict] : []),
    ...(commands ? [checks(asks ? 'check' : 'result')] : []),
    ...(asks ? [usage] : []),
  ];
}

const branchAspect = (
  key: 'result' | 'branch',
  branches: Readonly<Record<string, unknown>> | undefined,
  more: readonly Choice[],
): Aspect =>
  aspect(key, [...Object.keys(branches ?? {}).map((branch) => choice(`to ${branch}`, branch, { branch })), ...more]);
