import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OWN_FOLDER } from '../../engine/node/ownFolder';
import type { RunClient } from '../../engine/runner/client';
import { connectRun } from '../../engine/runner/client';
import type { DebugLog, DebugWish } from '../../engine/runner/debugWish';
import { holderOf, readRun } from '../../engine/runner/runs';
import { startRunner } from '../../engine/runner/start';
import type { CarrySpec } from '../../engine/runner/startSpec';
import { folderOf } from '../cli/live';
import type { Place } from '../cli/program';
import { converge, place, programPath, start, withProgram } from '../cli/program';
import { until } from '../until';

withProgram();

/** Each turn leaves a line behind: nobody has worked who left none. While there is a file `wait`, it does not end. */
const WORKER = `import { appendFileSync, existsSync } from 'node:fs';
const end = () => {
  if (existsSync('wait')) return setTimeout(end, 20);
  appendFileSync('.converge/turns.txt', 'turn\\n');
  process.stdout.write(JSON.stringify({ output: { done: true } }) + '\\n');
};
appendFileSync('.converge/began.txt', '');
process.stdin.resume().on('end', end);
`;
const FLOW = {
  converge: 1,
  id: 'three',
  start: 'one',
  workers: { doer: { use: 'command', run: ['node', 'worker.mjs'] } },
  steps: {
    one: { kind: 'work', worker: 'doer', prompt: 'First.', next: 'two' },
    two: { kind: 'work', worker: 'doer', prompt: 'Second.', next: 'three' },
    three: { kind: 'work', worker: 'doer', prompt: 'Third.', next: '@complete' },
  },
};
const somewhere = (files = {}) => place(FLOW, { 'worker.mjs': WORKER, ...files });

const common = { workers: {}, executables: {}, approve: 'any', trusted: true, program: 'test' } as const;
const startSpec = ({ flowPath }: Place, hold: boolean): CarrySpec => ({
  ...{ ...common, kind: 'start', flowPath, mode: 'autonomous', overrides: {} },
  ...(hold ? { hold } : {}),
});
const begin = (spec: CarrySpec, graceMs = 0) =>
  startRunner(
    { spec, graceMs },
    { execPath: process.execPath, runnerPath: programPath('runner.js'), env: process.env },
  );

async function connected(folder: string, onLog?: (log: DebugLog) => void): Promise<RunClient> {
  const holder = await until('the holder', () => holderOf(folder));
  return connectRun(holder, 'program', undefined, onLog);
}

const held = (client: RunClient, after = 0) =>
  until('the run to be held', () => {
    const now = client.now().held;
    return now !== null && now.count > after ? now : null;
  });
const gone = (folder: string) => until('the runner to be gone', async () => (await holderOf(folder)) === null);
const turns = ({ root }: Place): number => {
  const file = join(root, OWN_FOLDER, 'turns.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').split('\n').length - 1 : 0;
};
const bytes = (folder: string): number => statSync(join(folder, 'trace.ndjson')).size;
const at = (step: string): DebugWish => ({ do: 'breakpoints', steps: [{ id: step, flow: 'three', step }], events: [] });

/** What the trace says, without what differs between two runs of the same flow: times, digests, names of the run. */
async function story(folder: string): Promise<readonly unknown[]> {
  const run = folder.slice(folder.lastIndexOf('/') + 1);
  const text = readFileSync(join(folder, 'trace.ndjson'), 'utf8').replaceAll(run, 'RUN');
  const plain = JSON.parse(`[${text.trim().split('\n').join(',')}]`, (key, value: unknown) =>
    ['at', 'durationMs', 'digest', 'prev', 'tree', 'hash', 'inputs', 'bytes'].includes(key) ? '' : value,
  );
  return plain;
}

describe('a runner that a debugger holds', () => {
  it('stays alive with no worker started and no entry appended until it goes on, and leaves no mark in the trace', async () => {
    const [plain, debugged] = [somewhere(), somewhere()];
    const alone = await begin(startSpec(plain, false));
    const { folder } = await begin(startSpec(debugged, true));
    const client = await connected(folder);
    expect(await held(client)).toMatchObject({ count: 1, why: 'entry', within: '', due: [{ step: 'one', visit: 1 }] });
    expect(turns(debugged)).toBe(0);
    await client.debug(at('two'));
    await client.debug({ do: 'go', how: 'continue' });
    const hold = await held(client, 1);
    expect(hold).toMatchObject({ count: 2, why: 'breakpoint', hit: ['two'], due: [{ step: 'two', visit: 1 }] });
    const [size, done] = [bytes(folder), turns(debugged)];
    expect([done, size]).toEqual([1, client.now().size]);
    expect((await readRun(folder)).state.nextSeq).toBe(hold.entries);
    // As long as a whole undebugged run takes.
    await gone(alone.folder);
    await client.status();
    expect([turns(debugged), bytes(folder)]).toEqual([done, size]);
    expect(client.now().held).toEqual(hold);
    await client.debug({ do: 'go', how: 'continue' });
    expect(await client.over).toMatchObject({ outcome: 'complete' });
    await gone(folder);
    expect(turns(debugged)).toBe(3);
    expect(await story(folder)).toEqual(await story(alone.folder));
  });

  it('is found as it was by the next client, whose hold has the same number; without a wish nobody lets it go', async () => {
    const where = somewhere();
    const { folder } = await begin(startSpec(where, true));
    const first = await connected(folder);
    const hold = await held(first);
    await first.debug(at('three'));
    first.close();
    const second = await connected(folder);
    expect(second.now().held).toEqual(hold);
    await second.debug({ do: 'go', how: 'continue' });
    expect(await held(second, hold.count)).toMatchObject({ why: 'breakpoint', due: [{ step: 'three', visit: 1 }] });
    await second.debug({ do: 'detach' });
    expect(await second.over).toMatchObject({ outcome: 'complete' });
    await gone(folder);
  });

  it('that is killed while it holds leaves a run that is resumed where it stood, held again where that is wanted', async () => {
    const where = somewhere();
    const { folder, pid } = await begin(startSpec(where, true));
    const client = await connected(folder);
    await held(client);
    await client.debug(at('two'));
    await client.debug({ do: 'go', how: 'continue' });
    await held(client, 1);
    process.kill(pid, 'SIGKILL');
    expect(await client.over).toBeNull();
    await gone(folder);
    expect((await readRun(folder)).result.outcome).toBe('interrupted');
    await begin({ ...common, kind: 'resume', folder, hold: true });
    const again = await connected(folder);
    expect(await held(again)).toMatchObject({ count: 1, why: 'entry', due: [{ step: 'two', visit: 1 }] });
    expect(turns(where)).toBe(1);
    await again.debug({ do: 'go', how: 'continue' });
    expect(await again.over).toMatchObject({ outcome: 'complete' });
    await gone(folder);
    expect(turns(where)).toBe(3);
  });

  it('lets a cancel through at once', async () => {
    const where = somewhere();
    const { folder } = await begin(startSpec(where, true));
    const client = await connected(folder);
    await held(client);
    await client.act({ do: 'cancel' }, 'ann');
    expect(await client.over).toMatchObject({ outcome: 'cancelled' });
    await gone(folder);
    expect(turns(where)).toBe(0);
  });

  it('SH-27 interrupts itself while it holds, once no window was there for its grace', async () => {
    const where = somewhere();
    const { folder } = await begin(startSpec(where, true), 300);
    await gone(folder);
    expect((await readRun(folder)).result.outcome).toBe('interrupted');
    expect(readFileSync(join(folder, 'logs', 'runner.log'), 'utf8')).toContain('held for a debugger: Before its first');
    expect(turns(where)).toBe(0);
  });
});

describe('a run of the program', () => {
  it('is held by a debugger that did not start it, says so at its terminal, and can be stopped from another', async () => {
    const where = somewhere({ wait: '' });
    const run = start(where, ['run', where.flowPath, '--mode', 'autonomous', '--approve', 'any']);
    const folder = await until('its folder', () => folderOf(where));
    const logs: DebugLog[] = [];
    const client = await connected(folder, (log) => logs.push(log));
    await until('its first turn', () => existsSync(join(where.root, OWN_FOLDER, 'began.txt')));
    await client.debug({ do: 'hold' });
    rmSync(join(where.root, 'wait'));
    expect(await held(client)).toMatchObject({ why: 'pause', due: [{ step: 'two', visit: 1 }] });
    await until('the terminal to say it', () => run.stderr().includes('Held for a debugger: Held at your wish.'));
    const log = { id: 'p', flow: 'three', step: 'three', log: 'visits of two: {steps.two.visits}' };
    await client.debug({ do: 'breakpoints', steps: [log], events: [] });
    await client.debug({ do: 'go', how: 'over' });
    expect(await held(client, 1)).toMatchObject({ why: 'step', due: [{ step: 'three', visit: 1 }] });
    expect(logs).toEqual([{ id: 'p', step: 'three', text: 'visits of two: 1' }]);
    const done = turns(where);
    const stopped = await converge(where, 'stop', folder);
    expect(stopped.stdout).toContain('It has ended: stopped');
    expect((await run.ended).code).toBe(6);
    expect(turns(where)).toBe(done);
  });
});
