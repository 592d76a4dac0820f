import type { Json, JsonObject } from '../../engine/json';

/** Green where the file `state` says good; the check that flows of these tests are measured by. */
const CHECK =
  "import { readFileSync } from 'node:fs';\nprocess.exit(readFileSync('state', 'utf8') === 'good' ? 0 : 1);\n";
export const FILES = { state: 'bad', 'check.mjs': CHECK };

const says = (goalMet: boolean): JsonObject => ({ structured: { goalMet, lesson: 'go on' } });
export const repairs: JsonObject = { text: 'repaired', edits: [{ path: 'state', content: 'good' }] };
export const idles: JsonObject = { text: 'tried' };

export interface Story {
  /** The doer's turns, the first that fits is played; default: repairs. */
  readonly doer?: readonly JsonObject[];
  readonly judge?: readonly JsonObject[];
  /** Members of the loop besides its ends. */
  readonly loop?: JsonObject;
  readonly act?: JsonObject;
  readonly workers?: JsonObject;
  /** Members of the flow that replace others. */
  readonly flow?: JsonObject;
}

/** Act, verify, judge in a loop. The judge always says met unless told otherwise. */
export const story = ({
  doer = [repairs],
  judge = [says(true)],
  loop = {},
  act = {},
  workers = {},
  flow = {},
}: Story = {}): Json => ({
  converge: 1,
  id: 'fix',
  goal: 'The state is good.',
  start: 'act',
  workers: { doer: { use: 'scripted', turns: doer }, judge: { use: 'scripted', turns: judge }, ...workers },
  steps: {
    act: { kind: 'work', worker: 'doer', prompt: 'Make it good.', next: 'verify', ...act },
    verify: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: 'judge' },
    judge: { kind: 'judge', worker: 'judge', next: '@complete' },
  },
  loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3, onExhausted: '@stop', ...loop } },
  ...flow,
});

/** A flow that asks before it repairs. */
export const asking: Json = {
  converge: 1,
  id: 'asking',
  start: 'ok',
  workers: { doer: { use: 'scripted', turns: [repairs] } },
  steps: {
    ok: { kind: 'ask', question: 'Shall we?', choices: ['yes', 'no'], routes: { yes: 'act', no: '@handoff' } },
    act: { kind: 'work', worker: 'doer', prompt: 'Make it good.', next: 'verify' },
    verify: {
      kind: 'verify',
      commands: [{ run: ['node', 'check.mjs'] }],
      next: '@complete',
      routes: { fail: '@escalate' },
    },
  },
};
