import type { Flow } from '../../flow/schema';
import type { Say } from '../../say';
import { english } from '../../say';
import type { Due, Within } from '../../trace/scope';
import { isItem, parentOf } from '../../trace/scope';
import { outcomeWord } from '../outcomeWord';
import type { RunState } from '../state';
import { viewOf } from '../state';
import { calledStep, extraAt } from './extra';
import type { Frame } from './frame';
import type { FlowsInForce, Level } from './levels';
import { levelsOf, placedAt } from './levels';
import { loopFrames } from './loopFrames';

/** What is looked at: a flow, item or task, and perhaps one of the steps that are due in it. */
export interface Spot {
  readonly within: Within;
  readonly step?: string | undefined;
}

/**
 * Where a run stands, as a stack: the innermost place first. A function of the state and of the place that is looked at, so
 * that a run that is held and its recording show the same.
 *
 * R1 From the run inwards: a flow, its loop, the pass, the batch and iteration or the round, the step; then what that step
 *    called, again from its flow or item inwards.
 * R2 Of several steps that are due at once, the one that is looked at is on top and the others follow it.
 * R3 Total: a path that leads nowhere shows the flow around it; what is not known of a flow has no place.
 *
 * @param say in whose language
 */
export function framesOf(
  state: RunState,
  flows: FlowsInForce | null,
  spot: Spot,
  say: Say = english,
): readonly Frame[] {
  const levels = levelsOf(knownPath(state, spot.within));
  const inner = levels.at(-1);
  const frames: Frame[] = [];
  for (let depth = 0; depth <= levels.length; depth++) {
    const level = levels[depth - 1] ?? null;
    const next = levels[depth];
    const dues =
      next === undefined
        ? dueFirst(dueAt(state, flows, inner ?? null), spot.step)
        : [{ step: next.step, visit: next.visit }];
    frames.push(...framesIn(state, flows, level, dues, say));
  }
  return frames.reverse();
}

/** The path as far as the run is in it: a call that is over shows the flow that called. */
function knownPath(state: RunState, within: Within): Within {
  let path = within;
  while (path !== '') {
    const caller = levelsOf(path).at(-1);
    const around = viewOf(state, parentOf(path));
    const isDue = around.frontier.some(({ step, visit }) => step === caller?.step && visit === caller.visit);
    const inItem = isItem(parentOf(path));
    if (isItem(path) ? isDue || inItem : state.children[path]?.end === null) return path;
    path = parentOf(path);
  }
  return path;
}

function dueAt(state: RunState, flows: FlowsInForce | null, level: Level | null): readonly Due[] {
  const within = level?.within ?? '';
  if (level === null || level.index === null) return viewOf(state, within).frontier;
  const placed = flows === null ? null : placedAt(flows, state, within);
  if (placed === null) return [];
  const step = calledStep(placed.plan.flow, level.step, extraAt(placed.plan, state, within));
  return step === null ? [] : [{ step, visit: 1 }];
}

const dueFirst = (dues: readonly Due[], first: string | undefined): readonly Due[] => [
  ...dues.filter(({ step }) => step === first),
  ...dues.filter(({ step }) => step !== first),
];

/** The frames of one flow, item or task, the outermost first. */
function framesIn(
  state: RunState,
  flows: FlowsInForce | null,
  level: Level | null,
  dues: readonly Due[],
  say: Say,
): readonly Frame[] {
  const within = level?.within ?? '';
  const placed = flows === null ? null : placedAt(flows, state, within);
  const view = viewOf(state, within);
  const [top, ...others] = dues;
  const base = { within, due: top ?? null, loop: null, flow: placed?.name ?? null, also: false };
  const steps = [...others.reverse().map((due) => [due, true] as const), ...(top ? [[top, false] as const] : [])];
  return [
    outerFrame(state, level, placed?.plan.flow, base, say),
    ...(placed === null ? [] : loopFrames(placed.plan, view, base, say)),
    ...steps.map(([due, also]): Frame => {
      const kind = placed?.plan.flow.steps[due.step]?.kind;
      const attempt = view.doing[due.step]?.visit === due.visit ? (view.doing[due.step]?.attempt ?? 0) : 0;
      const more = [
        say('visit {0}', due.visit),
        ...(attempt > 1 ? [say('attempt {0}', attempt)] : []),
        ...(also ? [say('due with it')] : []),
      ].join(', ');
      const path = kind === undefined ? null : ['steps', due.step];
      return {
        ...base,
        id: `${within}|step|${due.step}`,
        kind: 'step',
        name: `${due.step} (${more})`,
        due,
        path,
        also,
      };
    }),
  ];
}

function outerFrame(
  state: RunState,
  level: Level | null,
  flow: Flow | undefined,
  base: Omit<Frame, 'id' | 'kind' | 'name' | 'path'>,
  say: Say,
): Frame {
  const { within } = base;
  const title = flow?.title ?? flow?.id;
  const path = flow === undefined ? null : [];
  if (level === null) return { ...base, id: '|run', kind: 'run', name: runName(state, title, say), path };
  if (level.index === null) {
    const called = title ?? state.children[within]?.flow?.id ?? '';
    const name = say('flow {0}, called by {1}', called, level.step);
    return { ...base, id: `${within}|call`, kind: 'call', name, path };
  }
  const kind = flow?.steps[level.step]?.kind === 'plan' ? 'task' : 'item';
  const name =
    kind === 'task' ? say('task {0} of {1}', level.index, level.step) : say('item {0} of {1}', level.index, level.step);
  return { ...base, id: `${within}|${kind}`, kind, name, path: path === null ? null : ['steps', level.step] };
}

function runName({ head, end }: RunState, title: string | undefined, say: Say): string {
  if (head === null) return say('run: nothing has happened yet');
  const name = say('run {0}: {1}', head.run, title ?? head.flow.id);
  if (end === null) return name;
  const outcome = outcomeWord(end.outcome, say);
  return `${name} (${end.reason === null ? outcome : `${outcome}: ${end.reason}`})`;
}
