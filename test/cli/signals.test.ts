import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isAlive } from '../beats';
import { until } from '../until';
import type { Place } from './program';
import { converge, place, start, withProgram } from './program';
import { FILES, story } from './story';

withProgram();

/**
 * A worker that starts a shell that starts a program writing a heartbeat, and goes on until `go` is there: in the
 * foreground of nobody, as agents' tools do.
 */
const HEART = `const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
appendFileSync('hearts', process.pid + '\\n');
// Whatever becomes of a test, this does not outlive its folder.
setInterval(() => (existsSync('check.mjs') ? writeFileSync('beat', String(Date.now())) : process.exit()), 50);`;
const AGENT = `import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
const shell = spawn('sh', ['-c', 'node heart.cjs; true'], { stdio: 'ignore' });
const timer = setInterval(() => {
  if (!existsSync('go') && existsSync('check.mjs')) return;
  clearInterval(timer);
  shell.kill();
  console.log(JSON.stringify({ text: 'done' }));
  process.exit(0);
}, 20);`;

const beating = (): Place =>
  place(story({ workers: { doer: { use: 'command', run: ['node', 'agent.mjs'], meters: 'free' } } }), {
    ...FILES,
    'agent.mjs': AGENT,
    'heart.cjs': HEART,
  });

const beat = ({ root }: Place) =>
  existsSync(join(root, 'beat')) ? Number(readFileSync(join(root, 'beat'), 'utf8')) : 0;

/** Starts the flow and waits until its worker's grandchild lives. */
async function started(where: Place) {
  const run = start(where, ['run', where.flowPath, '--mode', 'autonomous', '--approve', 'any']);
  await until('the heartbeat', () => beat(where) > 0 || run.child.exitCode !== null);
  expect(run.child.exitCode, run.stderr()).toBe(null);
  return run;
}

/** The heartbeat has ended: it stands still for a second, ten times its interval and more. */
async function stands(where: Place) {
  let [last, since] = [beat(where), performance.now()];
  await until(
    'the heartbeat to end',
    () => {
      const now = beat(where);
      if (now !== last) [last, since] = [now, performance.now()];
      return performance.now() - since > 1000;
    },
    6000,
  );
}

describe('SH-27 stop means stopped', () => {
  it('Ctrl-C once stops at a boundary: the turn ends in its own time', async () => {
    const where = beating();
    const run = await started(where);
    run.child.kill('SIGINT');
    await until('the word', () => run.stderr().includes('Stopping at the next boundary'));
    const before = beat(where);
    await until('another beat', () => beat(where) > before);
    writeFileSync(join(where.root, 'go'), '');
    const { code, stdout } = await run.ended;
    expect(code).toBe(6);
    expect(stdout).toContain('stopped: by-person');
    await stands(where);
  });

  it('Ctrl-C twice ends every process at once, and the run is cancelled and can be resumed', async () => {
    const where = beating();
    const run = await started(where);
    run.child.kill('SIGINT');
    await until('the word', () => run.stderr().includes('Ctrl-C again'));
    run.child.kill('SIGINT');
    const { code, stdout } = await run.ended;
    expect(code).toBe(130);
    expect(stdout).toContain('cancelled');
    await stands(where);
    const list = await converge(where, 'list', '--json');
    expect(JSON.parse(list.stdout)[0]).toMatchObject({ outcome: 'cancelled', pid: null });
    writeFileSync(join(where.root, 'go'), '');
    writeFileSync(join(where.root, 'state'), 'good');
    const again = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect(again.code, again.stderr + again.stdout).toBe(0);
  });

  it('stop from a second process ends it at a boundary, stop --now at once', async () => {
    const [soft, hard] = [beating(), beating()];
    const [first, second] = [await started(soft), await started(hard)];
    const told = await converge(soft, 'stop', 'latest', '--no-wait');
    expect(told.code, told.stderr).toBe(0);
    writeFileSync(join(soft.root, 'go'), '');
    expect((await first.ended).stdout).toContain('stopped: by-person');
    const now = await converge(hard, 'stop', 'latest', '--now');
    expect(now.stdout).toContain('It has ended: cancelled.');
    expect((await second.ended).code).toBe(130);
    await stands(hard);
    const nobody = await converge(hard, 'stop', 'latest');
    expect([nobody.code, nobody.stderr.includes('There is nothing to stop')]).toEqual([2, true]);
  });

  it('the end of the terminal leaves the run interrupted, with nothing running on', async () => {
    const where = beating();
    const run = await started(where);
    run.child.kill('SIGHUP');
    expect((await run.ended).code).toBe(6);
    await stands(where);
    expect((await converge(where, 'list')).stdout).toContain('interrupted');
    const trace = readFileSync(
      join(JSON.parse((await converge(where, 'list', '--json')).stdout)[0].folder, 'trace.ndjson'),
      'utf8',
    );
    expect(trace).not.toContain('run.ended');
  });

  it('SH-25 what a killed holder left running is ended before the run goes on', async () => {
    const where = beating();
    const run = await started(where);
    run.child.kill('SIGKILL');
    await run.ended;
    const before = beat(where);
    await until('a beat without anybody', () => beat(where) > before);
    const resumed = start(where, ['resume', 'latest', '--approve', 'any']);
    const hearts = () => readFileSync(join(where.root, 'hearts'), 'utf8').trim().split('\n').map(Number);
    await until('a second heart', () => hearts().length === 2 || resumed.child.exitCode !== null);
    expect(hearts().map(isAlive), resumed.stderr()).toEqual([false, true]);
    resumed.child.kill('SIGTERM');
    await resumed.ended;
    await stands(where);
  });
});
