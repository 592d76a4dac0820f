import type { Flow, Step } from '../../flow/schema';
import type { Plan } from '../plan';
import { planOf } from '../plan';
import type { Script, Scripted } from './script';

export interface Preset {
  readonly title: string;
  /** What the engine does with it. */
  readonly shows: string;
  /** Whether the flow has what it is about. */
  readonly fits: (flow: Flow) => boolean;
  readonly script: (flow: Flow) => Script;
}

export type PresetName = keyof typeof PRESETS;

/** Stories worth seeing once with every flow. In each of them gates let everything through, so that its point is reached. */
export const PRESETS = {
  'never-met': {
    title: 'The judge never says that the goal is met',
    shows: 'the loop ends at its cap on passes, never well',
    fits: hasUntil,
    script: (flow) => scriptOf(flow, { judge: () => ({ '*': { judgment: 'not-met' } }) }),
  },
  'met-over-red': {
    title: 'The judge says "met" over failing checks',
    shows: 'the evidence says no, and so does the engine',
    fits: hasUntil,
    script: (flow) =>
      scriptOf(flow, {
        judge: () => ({ '*': { judgment: 'met' } }),
        verify: () => ({ '*': { commands: { failures: ['a test'] } } }),
      }),
  },
  'no-usage': {
    title: 'No worker reports what it used',
    shows: 'under a cap on spend what is not known is not zero: the loop stops',
    fits: (flow) => capsSpend(flow),
    script: (flow) => ({ ...scriptOf(flow, {}), usage: 'absent' }),
  },
  stalled: {
    title: 'The marker of progress never changes',
    shows: 'passes in a row without progress end the loop before its cap',
    fits: (flow) => untilsOf(flow).some(({ noProgressCeiling }) => noProgressCeiling !== undefined),
    script: (flow) => scriptOf(flow, { judge: () => ({ '*': { judgment: 'not-met', marker: 'the same' } }) }),
  },
  'latch-then-clear': {
    title: 'A step claims what it did not do, and does it in the next pass',
    shows: 'an open latch keeps the goal from being confirmed until it has cleared',
    fits: (flow) => firstWorkers(planOf(flow)).length > 0,
    script: (flow) => {
      const first = new Set(firstWorkers(planOf(flow)));
      return scriptOf(flow, {
        judge: () => ({ '*': { judgment: 'met' } }),
        work: (step, id) => (first.has(id) ? { '1': liar(step), '*': honest(step) } : undefined),
      });
    },
  },
  'batch-exhausted': {
    title: 'Every iteration is done and none ends the batch',
    shows: 'a batch that is used up hands control over; the run goes on',
    fits: (flow) => Object.values(flow.loops ?? {}).some(({ type }) => type === 'group'),
    script: (flow) =>
      scriptOf(flow, {
        judge: () => ({ '*': { judgment: 'met' } }),
        router: (step) => entering(flow, step),
      }),
  },
} as const satisfies Readonly<Record<string, Preset>>;

type Outcomes = Readonly<Record<string, Scripted>>;
type Plays = {
  readonly [K in Step['kind']]?: (step: Extract<Step, { kind: K }>, id: string) => Outcomes | undefined;
};

function scriptOf(flow: Flow, plays: Plays): Script {
  const steps: Record<string, Record<string, Scripted>> = {};
  for (const [id, step] of Object.entries(flow.steps)) {
    const outcomes = outcomesOf(step, id, plays);
    if (outcomes !== undefined) steps[id] = outcomes;
  }
  return { steps };
}

function outcomesOf(step: Step, id: string, plays: Plays): Outcomes | undefined {
  switch (step.kind) {
    case 'gate': {
      const evaluators = 'all' in step.evaluator ? step.evaluator.all : [step.evaluator];
      return evaluators.some((each) => 'worker' in each) ? { '*': { verdict: 'passed' } } : undefined;
    }
    case 'work':
      return plays.work?.(step, id);
    case 'verify':
      return plays.verify?.(step, id);
    case 'judge':
      return plays.judge?.(step, id);
    case 'router':
      return plays.router?.(step, id);
    default:
      return undefined;
  }
}

const untilsOf = (flow: Flow) => Object.values(flow.loops ?? {}).filter((loop) => loop.type === 'until');

function hasUntil(flow: Flow): boolean {
  return untilsOf(flow).length > 0;
}

const capsSpend = (flow: Flow): boolean =>
  flow.budget?.usd !== undefined ||
  flow.budget?.tokens !== undefined ||
  untilsOf(flow).some(({ spendCap }) => spendCap !== undefined);

/** The first work step of each until loop's body. */
const firstWorkers = (plan: Plan): readonly string[] =>
  Object.values(plan.loops).flatMap(({ loop, body }) => {
    const works = body.filter((id) => plan.flow.steps[id]?.kind === 'work');
    const first = works.includes(loop.head) ? loop.head : works[0];
    return first === undefined ? [] : [first];
  });

type Work = Extract<Step, { kind: 'work' }>;

const checksClaims = (step: Work): boolean => step.check?.changedOnDisk === 'claimed' && step.access !== 'read';

const liar = (step: Work): Scripted =>
  checksClaims(step) ? { claims: ['repaired.txt'] } : { status: 'failed', why: 'it gave up' };
const honest = (step: Work): Scripted =>
  checksClaims(step) ? { claims: ['repaired.txt'], changes: ['repaired.txt'] } : {};

/** A router's worker goes to a group first, and on from there when control comes back. */
function entering(flow: Flow, step: Extract<Step, { kind: 'router' }>): Outcomes | undefined {
  if (step.worker === undefined) return undefined;
  const { groups } = planOf(flow);
  const entries = new Set(Object.values(groups).map(({ loop }) => loop.to));
  const branches = Object.entries(step.branches ?? {});
  const into = branches.find(([, to]) => entries.has(to))?.[0];
  const on = branches.find(([, to]) => to === '@complete') ?? branches.find(([, to]) => !entries.has(to));
  if (into === undefined || on === undefined) return undefined;
  return { '1': { branch: into }, '*': { branch: on[0] } };
}
