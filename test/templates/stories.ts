import type { Story } from './carry';
import { builds, ITERATION, inbox, notMet, publishes, round, SETTLED, scored } from './parts';
import type { RecipeName } from './recipe';

export interface Told extends Story {
  /** Outcome, and the reason where there is one. */
  readonly ends: string;
  /** What is seen on the way, in this order and perhaps with more between: `step:outcome`. */
  readonly way: string;
  /** Only a bound in dollars makes it go this way: a turn that was paid and lost then leaves less for the others. */
  readonly inDollars?: true;
  /** A crash can leave an effect in doubt, so that a person is asked who is not else, or not asked who is. */
  readonly inDoubt?: true;
}

/** Of each template: its show, a run into its bound, one into its failure route, and others where it has more of them. */
export const STORIES: Readonly<Record<RecipeName, Readonly<Record<string, Told>>>> = {
  'fix-until-green': {
    show: {
      green: ({ size }) => size > 0,
      ends: 'complete',
      way: 'act:failed act:done judge:met act:done judge:met',
    },
    bound: {
      turns: [{ step: 'act', text: 'I looked.' }, notMet(1), notMet(2), notMet(3)],
      green: () => false,
      ends: 'stopped no-progress',
      way: 'act:done verify:fail judge:not-met',
    },
    failure: {
      turns: [{ step: 'act', fail: 'failed' }],
      ends: 'stopped no-progress',
      way: 'act:failed act:failed',
    },
  },
  improve: {
    show: { ends: 'complete', way: 'draft:done score:done draft:done score:done' },
    bound: {
      turns: [1, 2, 3, 4, 5, 6, 7, 8].map((visit) => scored(visit, visit * 10)),
      ends: 'stopped pass-cap',
      way: 'score:done score:done score:done score:done score:done score:done score:done score:done',
    },
    perfect: { turns: [scored(2, 95)], ends: 'complete', way: 'score:done score:done' },
    failure: {
      turns: [{ step: 'score', visit: 2, fail: 'protocol-error' }],
      ends: 'stopped route',
      way: 'score:done draft:done score:failed',
    },
  },
  'plan-and-review': {
    show: {
      green: (files) => files.get('src/slug.js')?.includes('[^a-z0-9-]') === true,
      ends: 'complete',
      way: 'plan:done plan-gate:failed plan:done plan-gate:passed implement:done review:failed revise:done review:passed',
    },
    bound: {
      green: () => false,
      ends: 'escalated',
      way: 'review:failed revise:done review:failed revise:done review:escalated',
    },
    person: {
      turns: [{ step: 'plan-gate', structured: { passed: false, reasons: ['no'] } }],
      answers: { person: ['implement'] },
      ends: 'complete',
      way: 'plan-gate:failed plan-gate:failed plan-gate:escalated person:implement implement:done review:passed',
    },
    failure: {
      turns: [{ step: 'implement', fail: 'failed' }],
      ends: 'stopped route',
      way: 'plan-gate:passed implement:failed',
    },
  },
  'critic-and-builder': {
    show: { ends: 'complete', way: 'build:done critic:failed build:done critic:failed build:done critic:passed' },
    bound: {
      turns: [{ step: 'critic', structured: { passed: false, reasons: ['I do not like it'] } }, ...builds(4)],
      ends: 'escalated',
      way: 'critic:failed critic:failed critic:failed critic:escalated',
    },
    failure: {
      turns: [{ step: 'build', visit: 2, fail: 'refused' }],
      ends: 'stopped route',
      way: 'build:done critic:failed build:failed',
    },
  },
  'fan-out-and-gate': {
    show: {
      ends: 'complete',
      way: 'safety:done speed:done clarity:done merge:joined aggregate:failed repair:done merge:joined aggregate:passed',
    },
    bound: {
      turns: [
        { step: 'safety', structured: { problems: ['still'] } },
        { step: 'repair', visit: 2, edits: [{ path: 'find.js', content: 'again' }] },
      ],
      ends: 'escalated',
      way: 'aggregate:failed repair:done aggregate:failed repair:done aggregate:escalated',
    },
    failure: {
      turns: [{ step: 'speed', visit: 1, fail: 'timed-out' }],
      ends: 'complete',
      way: 'speed:failed clarity:done merge:joined aggregate:failed repair:done speed:done merge:joined aggregate:passed',
    },
  },
  'dual-state-search': {
    show: {
      ends: 'complete',
      way: 'planner:done explore:done promote:failed planner:done explore:done promote:passed',
    },
    bound: {
      turns: [1, 2, 3, 4].flatMap((visit) => round(visit)),
      ends: 'stopped route',
      way: 'promote:failed promote:failed promote:failed promote:escalated',
    },
    failure: {
      turns: [{ step: 'try-one', item: { id: 'parallel', idea: 'compile four at once' }, fail: 'failed' }],
      ends: 'stopped route',
      way: 'planner:done explore:failed',
    },
    'nothing left': {
      turns: [{ step: 'planner', visit: 2, structured: { intents: [] } }],
      ends: 'stopped route',
      way: 'promote:failed planner:done',
    },
  },
  'plan-as-data': {
    show: { ends: 'complete', way: 'planner:done build:more build:more build:more build:complete confirm:clean' },
    bound: {
      turns: [
        { step: 'do', task: 'compile', edits: [{ path: 'out/objects.txt', content: 'a.o' }], usage: { usd: 11 } },
      ],
      inDollars: true,
      ends: 'stopped budget',
      way: 'planner:done build:more build:more',
    },
    failure: {
      turns: [{ step: 'do', task: 'compile', fail: 'failed' }],
      ends: 'handoff',
      way: 'planner:done build:more build:stalled explain:done',
    },
    evidence: { green: () => false, ends: 'stopped route', way: 'build:complete confirm:fail' },
  },
  'budget-aware': {
    show: { inDollars: true, ends: 'handoff', way: 'review:failed review:failed review:failed wrap-up:done' },
    bound: {
      turns: [{ step: 'propose', edits: [{ path: 'proposal.md', content: 'x' }], usage: { usd: 6 } }],
      inDollars: true,
      ends: 'stopped budget',
      way: 'propose:done',
    },
    failure: {
      turns: [{ step: 'propose', fail: 'failed' }],
      ends: 'handoff',
      way: 'propose:failed wrap-up:done',
    },
    unknown: {
      turns: [{ step: 'review', structured: { passed: false, reasons: ['no'] }, usage: 'absent' }],
      inDollars: true,
      ends: 'stopped route',
      way: 'review:failed afford:budget.unknown',
    },
  },
  'skip-work-done': {
    show: { ends: 'complete', way: 'answers:done report:done' },
    bound: {
      turns: [{ step: 'answer', text: 'A long story.', usage: { usd: 6 } }],
      inDollars: true,
      ends: 'stopped budget',
      way: 'answers:done',
    },
    failure: {
      turns: [{ step: 'answer', item: 'What would break if it were removed?', fail: 'failed' }],
      ends: 'stopped route',
      way: 'answers:failed',
    },
  },
  'protected-effect': {
    show: {
      workers: { publisher: publishes() },
      answers: SETTLED,
      ends: 'complete',
      way: 'prepare:done announce:done',
    },
    bound: {
      turns: [{ step: 'prepare', edits: [{ path: 'ANNOUNCEMENT.md', content: 'Out.\n' }], usage: { usd: 6 } }],
      workers: { publisher: publishes() },
      inDollars: true,
      ends: 'stopped budget',
      way: 'prepare:done',
    },
    // It is out, and its answer was lost.
    failure: {
      workers: { publisher: publishes({ status: 'timed-out', why: 'no answer' }) },
      answers: SETTLED,
      inDoubt: true,
      ends: 'complete',
      way: 'announce:failed person:settled announce:done',
    },
    undone: {
      workers: { publisher: (_, files) => (files.has('outbox.log') ? {} : { status: 'failed', why: 'not reached' }) },
      answers: { person: ['stop'] },
      ends: 'stopped route',
      way: 'announce:failed person:stop',
    },
  },
  'watch-and-respond': {
    show: { poll: inbox, ends: 'complete', way: 'wait:activity respond:done wait:terminal' },
    bound: { poll: () => ({ outcome: 'idle' }), sleep: 8 * 86_400_000, ends: 'stopped route', way: 'wait:deadline' },
    failure: {
      poll: inbox,
      turns: [{ step: 'respond', visit: 1, fail: 'failed' }],
      answers: { person: ['again'] },
      ends: 'complete',
      way: 'wait:activity respond:failed person:again respond:done wait:terminal',
    },
  },
  'refine-with-main': {
    show: { ends: 'complete', way: `main ${ITERATION}${ITERATION}${ITERATION}main ${ITERATION}main confirm:clean` },
    bound: {
      turns: [{ step: 'main', visit: 2, branch: 'stop' }],
      ends: 'stopped route',
      way: `main ${ITERATION}${ITERATION}${ITERATION}main`,
    },
    failure: {
      turns: [{ step: 'revise', visit: 2, fail: 'failed' }],
      ends: 'complete',
      way: `main ${ITERATION}revise:failed main ${ITERATION}main confirm:clean`,
    },
    evidence: {
      green: (files) => files.get('start.js')?.includes('140') === true,
      turns: [
        { step: 'main', visit: 2, branch: 'confirm' },
        { step: 'main', visit: 3, branch: 'refine' },
      ],
      ends: 'complete',
      way: `main ${ITERATION}main confirm:fail main ${ITERATION}main confirm:clean`,
    },
  },
  'optimizer-batches': {
    show: {
      ends: 'complete',
      way: 'execute:done judge:done optimizer:done execute:done judge:done optimizer:done optimizer:done judge:done main confirm:clean',
    },
    bound: {
      turns: [{ step: 'main', branch: 'stop' }],
      ends: 'stopped route',
      way: 'execute:done judge:done optimizer:done optimizer:done optimizer:done execute:done judge:done main',
    },
    failure: {
      turns: [{ step: 'optimizer', visit: 2, fail: 'failed' }],
      ends: 'complete',
      way: 'optimizer:done execute:done judge:done optimizer:failed main confirm:clean',
    },
  },
};
