import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeWorker } from '../../engine/node/workers/agents/claudeCode';
import type { WorkerHost } from '../../engine/node/workers/host';
import { beaters, isAlive } from '../beats';
import { until } from '../until';
import { aHost, anIo, aTurn, folder } from './turns';

const PROGRAM = join(import.meta.dirname, '../fakes/programs/claude.mjs');
const place = (more: Partial<WorkerHost> = {}) => aHost({ executables: { 'claude-code': PROGRAM }, ...more });

function start(prompt: object, fields: Partial<Parameters<typeof aTurn>[1]> = {}, host = place()) {
  const io = anIo();
  const worker = claudeWorker({ use: 'claude-code' }, host);
  return { host, io, ended: worker.run(aTurn(host, { prompt: JSON.stringify(prompt), ...fields }), io) };
}
const run = (...given: Parameters<typeof start>) => start(...given).ended;

describe('a turn of claude', () => {
  it('gives what the recording says, its log and its progress', async () => {
    const { host, io, ended } = start({ do: 'play', recording: 'claude-ok-stream' });
    const end = await ended;
    expect(end).toMatchObject({ status: 'ok', exit: 0, text: 'hello from fake', usage: { usd: 0.001008 } });
    expect(io.lines).toEqual(['Bash echo tool-ran > made.txt', 'hello from fake']);
    expect(end.log?.path).toMatch(/^logs\/turn-act-1-1\.log$/);
    expect(readFileSync(join(host.runFolder, end.log?.path ?? ''), 'utf8')).toContain('"type":"result"');
  });
  it.each([
    ['claude-denied-stream', 0, 'ok'],
    ['claude-maxturns', 1, 'failed'],
    ['claude-budget', 1, 'failed'],
    ['claude-401', 1, 'refused'],
    ['claude-refused', 1, 'failed'],
  ])('that plays %s with exit %i is %s', async (recording, exit, status) => {
    expect(await run({ do: 'play', recording, exit })).toMatchObject({ status, exit });
  });
  it('is read the same in small pieces, and behind megabytes of other records', async () => {
    expect(await run({ do: 'play-in-pieces' })).toMatchObject({ status: 'ok', text: 'hello from fake' });
    expect(await run({ do: 'huge' }, { limits: { outputBytes: 1000 } })).toMatchObject({
      status: 'ok',
      text: 'hello from fake',
      log: { bytes: 1000, cut: true },
    });
  });
  it('gets its prompt on standard input, the turn’s folder, an allowed environment and no shell', async () => {
    const env = { ...process.env, ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k', 'ODD;NAME': 'x' };
    const host = place({ env });
    const end = await run({ do: 'tell', long: 'p'.repeat(300_000) }, {}, host);
    const told = JSON.parse(end.text);
    expect(told.cwd).toBe(host.workspaceRoot);
    expect(told.args.join(' ')).not.toContain('ppp');
    expect(told.env).toContain('ANTHROPIC_API_KEY');
    expect(told.env).toContain('CONVERGE_TURN');
    expect(told.env).not.toContain('OPENAI_API_KEY');
    expect(told.env).not.toContain('VITEST');
  });
});

describe('SH-38 what its end means', () => {
  it('a program that is not there is one set-up error that names it and where it was looked for; nothing was spent', async () => {
    const host = aHost({ env: { PATH: folder() } });
    const end = await run({ do: 'play' }, {}, host);
    expect(end).toMatchObject({ status: 'not-started', usage: { state: 'reported', usd: 0 } });
    expect(end.why).toContain(`"claude" was not found. Looked for it in PATH: ${host.env.PATH}`);
    expect(end.why).toContain('Install Claude Code');
  });
  it('exit 0 with a result that carries its error flag is a failure', async () => {
    expect(await run({ do: 'play', recording: 'claude-refused', exit: 0 })).toMatchObject({
      status: 'failed',
      exit: 0,
    });
  });
  it('exit 0 with a refusal of the service is a refusal', async () => {
    expect(await run({ do: 'play', recording: 'claude-401', exit: 0 })).toMatchObject({ status: 'refused' });
  });
  it('exit 1 with a success record is a failure', async () => {
    expect(await run({ do: 'play', exit: 1 })).toMatchObject({ status: 'failed', why: 'it exited with code 1' });
  });
  it('exit 1 with partial changes and no record is a protocol error; the changes stand', async () => {
    const { host, ended } = start({ do: 'half-done' });
    expect(await ended).toMatchObject({ status: 'protocol-error', exit: 1, usage: { state: 'absent' } });
    expect(existsSync(join(host.workspaceRoot, 'half.txt'))).toBe(true);
  });
  it('a transcript that is cut is a protocol error and reports nothing', async () => {
    for (const bytes of [0, 2000, 3000]) {
      expect(await run({ do: 'cut', bytes })).toMatchObject({ status: 'protocol-error', usage: { state: 'absent' } });
    }
  });
  it('SH-13 zero usage with output is no report', async () => {
    expect(await run({ do: 'zero-usage' })).toMatchObject({ status: 'ok', usage: { state: 'absent' } });
  });
});

describe('limits and Stop', () => {
  it('an endless turn ends at its wall clock', async () => {
    const end = await run({ do: 'endless' }, { limits: { wallMs: 1000 } });
    expect(end).toMatchObject({ status: 'timed-out', usage: { state: 'absent' } });
    expect(end.why).toContain('longer than its limit of 1000 ms');
  });
  it('a silent turn ends at its idle clock', async () => {
    const end = await run({ do: 'silent' }, { limits: { idleMs: 1000 } });
    expect(end).toMatchObject({ status: 'timed-out' });
    expect(end.why).toContain('wrote nothing for 1000 ms');
  });
  it('SH-27 a program that is deaf to polite requests is gone within 5 s of Stop', async () => {
    const heartbeat = join(folder(), 'beat');
    const { io, ended } = start({ do: 'deaf', heartbeat });
    await until('a heartbeat', () => beaters(heartbeat).length > 0);
    const stopped = performance.now();
    io.stopNow();
    expect(await ended).toMatchObject({ status: 'cancelled', usage: { state: 'absent' } });
    expect(performance.now() - stopped).toBeLessThan(5000);
    expect(beaters(heartbeat)).toHaveLength(1);
    expect(beaters(heartbeat).filter(isAlive)).toEqual([]);
  });
  it.each([true, false])('SH-27 a child in a session of its own ends with the turn (Stop: %s)', async (stay) => {
    const heartbeat = join(folder(), 'beat');
    const { io, ended } = start({ do: 'child-in-its-own-session', heartbeat, stay });
    if (stay) {
      await until('a heartbeat', () => beaters(heartbeat).length > 0);
      io.stopNow();
    }
    expect(await ended).toMatchObject({ status: stay ? 'cancelled' : 'ok' });
    expect(beaters(heartbeat)).toHaveLength(1);
    expect(beaters(heartbeat).filter(isAlive)).toEqual([]);
  });
});

describe('its probe', () => {
  it('tells the version', async () => {
    expect(await claudeWorker({ use: 'claude-code' }, place()).probe()).toEqual({
      available: true,
      version: '9.9.9 (Stand-in)',
      meters: 'usd',
      safeInUntrustedRepo: true,
    });
  });
  it('tells what is missing', async () => {
    const probe = await claudeWorker({ use: 'claude-code' }, aHost({ env: { PATH: folder() } })).probe();
    expect(probe).toMatchObject({ available: false });
    expect(probe.why).toContain('"claude" was not found');
    const broken = await claudeWorker(
      { use: 'claude-code' },
      aHost({ executables: { 'claude-code': '/bin/false' } }),
    ).probe();
    expect(broken).toMatchObject({ available: false });
    expect(broken.why).toContain('it ended with code 1');
  });
});
