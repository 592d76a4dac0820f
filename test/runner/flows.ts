import { examine } from '../../engine/flow/examine';
import type { Flow } from '../../engine/flow/schema';
import type { Json, JsonObject } from '../../engine/json';

/** Act, verify and judge in a loop, as a flow file's value. `change` replaces top-level members. */
export const fixFlow = (change: JsonObject = {}): JsonObject => ({
  converge: 1,
  id: 'fix',
  goal: 'All is well.',
  start: 'act',
  workers: {
    doer: { use: 'scripted', turns: [{ text: 'done' }] },
    judge: { use: 'scripted', turns: [{ structured: { goalMet: true, lesson: 'none' } }] },
  },
  steps: {
    act: { kind: 'work', worker: 'doer', prompt: 'Do it.', next: 'verify' },
    verify: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: 'judge' },
    judge: { kind: 'judge', worker: 'judge', next: '@complete' },
  },
  loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3, onExhausted: '@stop' } },
  ...change,
});

/** The flow as the engine takes it, or its errors thrown. */
export function flowOf(value: Json): Flow {
  const { flow, issues } = examine(JSON.stringify(value));
  if (flow === null) throw new Error(issues.map((issue) => issue.message).join('\n'));
  return flow;
}
