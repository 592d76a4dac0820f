import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../engine/json';
import { runFolder } from '../crash/scene';
import { until } from '../until';
import type { Place, Started } from './program';
import { start } from './program';
import { FILES, story } from './story';

/** Green where the file `state` says good. While there is a file `hold`, it writes `held` and does not end. */
const HOLDING_CHECK = `import { existsSync, readFileSync, writeFileSync } from 'node:fs';
const done = () => process.exit(readFileSync('state', 'utf8') === 'good' ? 0 : 1);
if (!existsSync('hold')) done();
writeFileSync('held', '');
setInterval(() => existsSync('check.mjs') && existsSync('hold') || done(), 20);
`;
export const LIVE_FILES = { ...FILES, 'check.mjs': HOLDING_CHECK };

/** A turn after which the check holds, in one pass or in each. */
export const holds = (pass?: number): JsonObject => ({
  ...(pass === undefined ? {} : { pass }),
  ...spends,
  edits: [{ path: 'hold', content: '' }],
});

/** A turn that changes nothing and reports 200 tokens. */
export const spends: JsonObject = { text: 'tried', usage: { inputTokens: 150, outputTokens: 50, usd: 0 } };

/** A judge that is never content. */
export const never = { structured: { goalMet: false, lesson: 'not yet' } };

/** Each pass asks a person before it is judged; the judge never says met. */
export const parking = story({
  doer: [spends],
  judge: [never],
  flow: {
    steps: {
      act: { kind: 'work', worker: 'doer', prompt: 'Make it good.', next: 'verify' },
      verify: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: 'ok' },
      ok: { kind: 'ask', question: 'Go on?', choices: ['yes'], routes: { yes: 'judge' } },
      judge: { kind: 'judge', worker: 'judge', next: '@complete' },
    },
  },
});

export const AUTONOMOUS = ['--mode', 'autonomous', '--approve', 'any'];

/** Starts the place's flow and waits until its check holds. */
export async function startedAndHeld(where: Place, args = ['run', where.flowPath, ...AUTONOMOUS]): Promise<Started> {
  const run = start(where, args);
  await until('the check to hold', () => existsSync(join(where.root, 'held')) || run.child.exitCode !== null);
  if (run.child.exitCode !== null) throw new Error(`it ended: ${run.stdout()}${run.stderr()}`);
  return run;
}

/** Lets the check that holds end. */
export function letGo({ root }: Place): void {
  rmSync(join(root, 'hold'));
  rmSync(join(root, 'held'));
}

export function folderOf(where: Place): string {
  const folder = runFolder(where);
  if (folder === undefined) throw new Error(`there is no run in ${where.root}`);
  return folder;
}

/** Rewrites the place's flow file. */
export function editFlow({ flowPath }: Place, change: (text: string) => string): void {
  const before = readFileSync(flowPath, 'utf8');
  const after = change(before);
  if (after === before) throw new Error('the edit changed nothing');
  writeFileSync(flowPath, after);
}
