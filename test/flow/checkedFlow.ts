import { check } from '../../engine/flow/check';
import { patched } from '../../engine/flow/patch';
import type { Issue } from '../../engine/issue';
import type { Json, JsonObject } from '../../engine/json';

/** Parts of flows for tests of the checks. */
export const work = (next?: Json, more: JsonObject = {}): JsonObject => ({
  kind: 'work',
  worker: 'w',
  prompt: 'x',
  ...(next === undefined ? {} : { next }),
  ...more,
});
export const verify = (next?: Json, more: JsonObject = {}): JsonObject => ({
  kind: 'verify',
  commands: [{ run: ['npm', 'test'] }],
  ...(next === undefined ? {} : { next }),
  ...more,
});
export const gate = (next: Json, revise: Json, more: JsonObject = {}): JsonObject => ({
  kind: 'gate',
  evaluator: { when: 'true' },
  next,
  routes: { revise, escalate: '@escalate' },
  ...more,
});
export const router = (targets: readonly string[], more: JsonObject = {}): JsonObject => ({
  kind: 'router',
  worker: 'w',
  branches: Object.fromEntries(targets.map((to, index) => [`to${index}`, to])),
  else: '@stop',
  ...more,
});

export const flowOf = (steps: JsonObject, more: JsonObject = {}): JsonObject => ({
  converge: 1,
  id: 'f',
  start: Object.keys(steps)[0] ?? '',
  workers: { w: { use: 'x' } },
  steps,
  ...more,
});

const shown = ({ code, path }: Issue) => `${code} ${path.join('.')}`;
const of = (severity: Issue['severity']) => (flow: Json) =>
  check(flow)
    .filter((issue) => issue.severity === severity)
    .map(shown);
export const errorsOf = of('error');
export const warningsOf = of('warning');

/** The one finding of a code; undefined where there is none. */
export const issueOf = (flow: Json, code: string): Issue | undefined => {
  const found = check(flow).filter((issue) => issue.code === code);
  if (found.length > 1) throw new Error(`${code} is given ${found.length} times: ${found.map(shown).join(', ')}`);
  return found[0];
};

/** The flow after the quick fix of the one finding of a code. */
export const fixedBy = (flow: Json, code: string): Json => {
  const fix = issueOf(flow, code)?.fix;
  if (fix === undefined) throw new Error(`${code} has no quick fix`);
  return patched(flow, fix.changes);
};
