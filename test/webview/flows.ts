import type { Json } from '../../engine/json';

/** Work, check, judge, in one loop: the first flow that anybody draws. */
export const fixUntilGreen: Json = {
  converge: 1,
  id: 'fix-until-green',
  title: 'Fix until green',
  purpose: 'Repair the workspace until its tests pass.',
  goal: 'All tests pass.',
  start: 'act',
  workers: { implementer: { use: 'claude-code' }, reviewer: { use: 'claude-code', model: 'small' } },
  steps: {
    act: {
      kind: 'work',
      worker: 'implementer',
      prompt: 'Make the failing tests pass.',
      reads: ['verify'],
      check: { changedOnDisk: 'claimed' },
      attempts: 2,
      next: 'verify',
    },
    verify: { kind: 'verify', commands: [{ run: ['npm', 'test'], expect: 'tests', timeout: '10m' }], next: 'judge' },
    judge: { kind: 'judge', worker: 'reviewer', reads: ['verify', 'act'], next: '@complete' },
  },
  loops: {
    fix: {
      type: 'until',
      head: 'act',
      tail: 'judge',
      maxPasses: 5,
      spendCap: { usd: 2 },
      noProgressCeiling: 2,
      frozen: ['test/**'],
      onExhausted: '@stop',
    },
  },
};

/** Every kind of step and of route. */
export const everyKind: Json = {
  converge: 1,
  id: 'every-kind',
  title: 'Every kind',
  start: 'plan',
  workers: { implementer: { use: 'claude-code' } },
  steps: {
    plan: {
      kind: 'work',
      title: 'Write a plan',
      worker: 'implementer',
      prompt: 'Plan it.',
      next: 'approve',
      branches: { trivial: 'act' },
      routes: { failed: '@escalate' },
    },
    approve: {
      kind: 'ask',
      question: 'Is this plan good?',
      choices: ['yes', 'change', 'no'],
      artifact: 'plan',
      routes: { yes: 'act', change: 'plan', no: '@stop' },
    },
    act: { kind: 'work', worker: 'implementer', prompt: 'Do it.', next: 'verify' },
    verify: {
      kind: 'verify',
      commands: [{ run: ['npm', 'test'], expect: 'tests' }, { shell: 'npm run lint' }],
      next: 'judge',
    },
    judge: { kind: 'judge', worker: 'reviewer', next: 'sort' },
    sort: {
      kind: 'router',
      cases: [
        { when: 'steps.act.visits > 3', to: '@handoff' },
        { when: 'budget.usd.left < 1.0', to: '@stop' },
      ],
      else: '@complete',
    },
  },
  loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 4, onExhausted: 'sort' } },
};
