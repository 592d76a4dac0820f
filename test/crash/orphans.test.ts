import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { membersOf } from '../../engine/node/processTree';
import { start, withProgram } from '../cli/program';
import { until } from '../until';
import { outcomeOf } from './outcome';
import type { Where } from './program';
import { runProgram } from './program';
import { copyOf, removeScenes, runArgs, runFolder, sceneOf } from './scene';
import { CHECK, fixFlow } from './scenes';

withProgram();
afterAll(removeScenes);
// Whole runs of the real program, beside other tests.
vi.setConfig({ testTimeout: 120_000 });

/** A program that edits files: at once where it may go, else for ever, by a child in a session of its own. */
const AGENT = `import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
if (existsSync('.converge/go')) {
  writeFileSync('state', 'good');
  console.log(JSON.stringify({ text: 'I repaired it.', claims: { changedFiles: ['state'] } }));
} else {
  spawn(process.execPath, ['heart.mjs'], { detached: true, stdio: 'ignore' });
  setInterval(() => writeFileSync('half-done', ''), 20);
}
`;
const HEART = `import { writeFileSync } from 'node:fs';
setInterval(() => {
  writeFileSync('.converge/beat', String(Date.now()));
  writeFileSync('state', 'bad');
}, 20);
`;

const scene = sceneOf(fixFlow({ doer: { use: 'command', run: ['node', 'agent.mjs'], meters: 'free' } }), {
  state: 'bad',
  'half-done': '',
  'check.mjs': CHECK,
  'agent.mjs': AGENT,
  'heart.mjs': HEART,
});

const beat = ({ root }: Where): number =>
  existsSync(join(root, '.converge/beat')) ? Number(readFileSync(join(root, '.converge/beat'), 'utf8')) : 0;
const mayGo = ({ root }: Where) => writeFileSync(join(root, '.converge/go'), '');

async function killedWhileItWorks(): Promise<Where> {
  const where = copyOf(scene);
  const run = start(where, runArgs(scene));
  await until('the worker to edit files', () => beat(where) > 0 || run.child.exitCode !== null, 60_000);
  run.child.kill('SIGKILL');
  await run.ended;
  const before = beat(where);
  await until('the worker to work on without its runner', () => beat(where) > before);
  return where;
}

/** What a run left running, and whether the heart still beats: asked after more than ten beats' time. */
async function left(
  where: Where,
  run: string,
): Promise<{ readonly processes: readonly number[]; readonly beats: boolean }> {
  const before = beat(where);
  const asked = performance.now();
  await until('some time to pass', () => performance.now() - asked > 300);
  return { processes: await membersOf({ leader: null, token: `${run}/` }), beats: beat(where) !== before };
}

describe('a worker whose runner was killed hard', () => {
  it('UL-29 is ended by the resume before it starts anything, and the run ends the same', async () => {
    const whole = copyOf(scene);
    mayGo(whole);
    expect((await runProgram(whole, runArgs(scene))).code).toBe(0);

    const where = await killedWhileItWorks();
    const run = basename(runFolder(where) ?? '');
    expect((await membersOf({ leader: null, token: `${run}/` })).length).toBe(2);
    mayGo(where);
    const resumed = await runProgram(where, ['resume', 'latest', '--approve', 'any']);
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(await left(where, run)).toEqual({ processes: [], beats: false });
    expect(await outcomeOf(where)).toEqual(await outcomeOf(whole));
  });

  it('is ended by another run in the same workspace too', async () => {
    const where = await killedWhileItWorks();
    const run = basename(runFolder(where) ?? '');
    mayGo(where);
    const other = await runProgram(where, runArgs(scene));
    expect(other.code, other.stderr).toBe(0);
    expect(basename(runFolder(where) ?? '')).not.toBe(run);
    expect(await left(where, run)).toEqual({ processes: [], beats: false });
  });

  it('git’s lock and a half-written file that a kill left are cleared away: the evidence is whole', async () => {
    const where = copyOf(scene);
    mayGo(where);
    expect((await runProgram(where, runArgs(scene))).code).toBe(0);
    writeFileSync(join(where.root, '.converge/git/index.lock'), '');
    writeFileSync(join(where.root, '.converge/.0123456789ab.tmp'), 'half');
    writeFileSync(join(where.root, 'state'), 'bad');
    const again = await runProgram(where, runArgs(scene));
    expect(again.code, again.stdout).toBe(0);
    expect(readdirSync(join(where.root, '.converge')).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});
