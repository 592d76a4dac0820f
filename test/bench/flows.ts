import { parseFlow } from '../../engine/flow/parse';
import type { Flow } from '../../engine/flow/schema';
import type { JsonObject } from '../../engine/json';

/** `work`: every step is a turn of a worker. `plain`: steps that have no effect outside the run. */
export type Kind = 'work' | 'plain';

const STEPS = 10;

/** A group of ten steps that is gone through `passes` times. */
export function loopFlow(kind: Kind, passes: number, lessons: boolean): Flow {
  const steps: Record<string, JsonObject> = {};
  for (let at = 1; at <= STEPS; at++) {
    const next = at === STEPS ? 's1' : `s${at + 1}`;
    const work: JsonObject = { kind: 'work', worker: 'code', prompt: 'Do it.', next };
    const step: JsonObject = kind === 'work' ? work : { kind: 'join', next };
    steps[`s${at}`] = lessons && at === STEPS ? { ...step, writes: 'lessons' } : step;
  }
  return flowOf({
    start: 's1',
    channels: { lessons: { reducer: 'append' } },
    budget: { superSteps: passes * STEPS + STEPS },
    steps: { ...steps, end: { kind: 'join', next: '@complete' } },
    loops: { again: { type: 'group', from: `s${STEPS}`, to: 's1', maxIterations: passes, exitTo: 'end' } },
  });
}

/** `branches` steps at once, and a join. */
export function fanFlow(kind: Kind, branches: number): Flow {
  const names = Array.from({ length: branches }, (_, index) => `b${index}`);
  const branch: JsonObject =
    kind === 'work'
      ? { kind: 'work', worker: 'code', prompt: 'Do it.', next: 'all' }
      : { kind: 'router', cases: [], else: 'all' };
  return flowOf({
    start: names,
    concurrency: 64,
    steps: {
      ...Object.fromEntries(names.map((name) => [name, branch])),
      all: { kind: 'join', next: '@complete' },
    },
  });
}

function flowOf(parts: JsonObject): Flow {
  const { flow, issues } = parseFlow(JSON.stringify({ converge: 1, id: 'bench', ...parts }));
  if (flow === null) throw new Error(`no flow: ${JSON.stringify(issues.slice(0, 3))}`);
  return flow;
}
