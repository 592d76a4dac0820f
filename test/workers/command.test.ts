import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandOptions } from '../../engine/node/workers/programs/command';
import { commandWorker } from '../../engine/node/workers/programs/command';
import { beaters, isAlive } from '../beats';
import { until } from '../until';
import { aHost, anIo, aTurn, folder, RUN } from './turns';

const PROGRAM = join(import.meta.dirname, '../fakes/programs/command.mjs');
const options: CommandOptions = { use: 'command', run: [process.execPath, PROGRAM, 'one argument; with "signs"'] };

function start(prompt: string, more: Partial<CommandOptions> = {}, host = aHost(), reads = {}, effectKey?: string) {
  const io = anIo();
  const turn = aTurn(host, { prompt, request: { reads, ...(effectKey === undefined ? {} : { effectKey }) } });
  return { host, io, turn, ended: commandWorker({ ...options, ...more }, host).run(turn, io) };
}
const run = (...given: Parameters<typeof start>) => start(...given).ended;

describe('a program of one’s own', () => {
  it('gets its request on standard input, its arguments as they are, an allowed environment and its key', async () => {
    const host = aHost({ env: { ...process.env, MY_KEY: 'mine', OTHER_KEY: 'no' } });
    const { turn, ended } = start('tell', { env: ['MY_KEY', 'NOT_SET'] }, host);
    const end = await ended;
    expect(end.structured).toMatchObject({
      request: turn.request,
      args: ['one argument; with "signs"'],
      env: { MY_KEY: 'mine', CONVERGE_KEY: `${RUN}/act/1/1` },
    });
    expect(end.structured).not.toHaveProperty('env.OTHER_KEY');
    expect(end.structured).not.toHaveProperty('env.VITEST');
  });
  it('of an effect its key is that of the effect, the same in every try', async () => {
    const end = await run('tell', {}, aHost(), {}, 'the-effect');
    expect(end.structured).toMatchObject({ env: { CONVERGE_KEY: 'the-effect' }, request: { effectKey: 'the-effect' } });
  });
  it('may write a long log before a long answer', async () => {
    const end = await run('long');
    expect(end).toMatchObject({ status: 'ok', log: { bytes: 60 * 10_001 + 400_012, cut: false } });
    expect(end.text).toBe('x'.repeat(400_000));
  });
  it('SH-13 reports nothing unless it does or is declared free', async () => {
    expect((await run('nothing')).usage.state).toBe('absent');
    expect((await run('nothing', { meters: 'free' })).usage.state).toBe('free');
    expect((await run('nothing', { meters: 'tokens' })).usage.state).toBe('absent');
    expect((await run('claim')).usage).toMatchObject({ state: 'reported', usd: 0.4 });
  });
  it('tells whether its program is there', async () => {
    expect(await commandWorker(options, aHost()).probe()).toEqual({
      available: true,
      meters: 'none',
      safeInUntrustedRepo: false,
    });
    const missing = await commandWorker({ use: 'command', run: ['no-such-program'], meters: 'free' }, aHost()).probe();
    expect(missing).toMatchObject({ available: false, meters: 'free' });
    expect(missing.why).toContain('"no-such-program" was not found');
  });
});

describe('SH-38 what its end means', () => {
  it('command not found: not started, names the command and where it was looked for', async () => {
    const host = aHost({ env: { PATH: folder() } });
    const end = await run('claim', { run: ['no-such-program'] }, host);
    expect(end).toMatchObject({ status: 'not-started', usage: { state: 'reported', usd: 0 } });
    expect(end.why).toBe(`"no-such-program" was not found. Looked for it in PATH: ${host.env.PATH}.`);
  });
  it('exit 0, success and an error flag: failure', async () => {
    expect(await run('success with error')).toMatchObject({ status: 'failed', exit: 0, why: 'usage limit reached' });
  });
  it('exit 0, nothing done, claims the fix: the claim is handed on, for the files to be looked at', async () => {
    const { host, ended } = start('claim');
    expect(await ended).toMatchObject({ status: 'ok', claims: { changedFiles: ['src/a.ts'] } });
    expect(existsSync(join(host.workspaceRoot, 'src/a.ts'))).toBe(false);
  });
  it('exit 0, one sentence of intent: text, and no claim', async () => {
    const end = await run('intent');
    expect(end).toMatchObject({ status: 'ok', text: 'I will now fix the failing test.' });
    expect(end.claims).toBeUndefined();
  });
  it('exit 1 with partial changes: failure, the changes stand', async () => {
    const { host, ended } = start('partial');
    expect(await ended).toMatchObject({ status: 'failed', exit: 1, claims: { changedFiles: ['half.txt'] } });
    expect(readFileSync(join(host.workspaceRoot, 'half.txt'), 'utf8')).toBe('half');
  });
  it('SH-27 ended by Stop: cancelled, and the heartbeat of a shell’s program ends within 5 s', async () => {
    const heartbeat = join(folder(), 'beat');
    const { io, ended } = start('shell heartbeat', {}, aHost(), { heartbeat });
    await until('a heartbeat', () => beaters(heartbeat).length > 0);
    expect(beaters(heartbeat).every(isAlive)).toBe(true);
    const stopped = performance.now();
    io.stopNow();
    expect(await ended).toMatchObject({ status: 'cancelled', usage: { state: 'absent' } });
    expect(performance.now() - stopped).toBeLessThan(5000);
    expect(beaters(heartbeat).filter(isAlive)).toEqual([]);
  });
  it('SH-27 stopped before it started: cancelled, and nothing was started', async () => {
    const host = aHost();
    const io = anIo();
    io.stopNow();
    const end = await commandWorker(options, host).run(aTurn(host, { prompt: 'partial' }), io);
    expect(end).toMatchObject({ status: 'cancelled' });
    expect(existsSync(join(host.workspaceRoot, 'half.txt'))).toBe(false);
  });
});
