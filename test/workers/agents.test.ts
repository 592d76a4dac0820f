import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { WorkerHost } from '../../engine/node/workers/host';
import { workerFor } from '../../engine/node/workers/registry';
import type { Worker } from '../../engine/ports';
import { beaters, isAlive } from '../beats';
import { until } from '../until';
import { aHost, anIo, aTurn, folder } from './turns';

const PROGRAM = join(import.meta.dirname, '../fakes/programs/agent.mjs');

/** The four programs, each with a recording that is good and one without usage, and its credential. */
const AGENTS = [
  { use: 'codex', good: 'codex-ok', out: 5, nothing: 'codex-nousage', key: 'OPENAI_API_KEY', model: 'm' },
  { use: 'gemini', good: 'gemini-tools', out: 25, nothing: 'gemini-nousage', key: 'GEMINI_API_KEY', model: 'm' },
  { use: 'copilot', good: 'copilot-ok', out: 3, nothing: 'copilot-nousage', key: 'COPILOT_GITHUB_TOKEN', model: 'm' },
  {
    use: 'opencode',
    good: 'opencode-ok',
    out: 3,
    nothing: 'opencode-nousage',
    key: 'OPENAI_API_KEY',
    model: 'openai/m',
  },
] as const;

const place = (more: Partial<WorkerHost> = {}): WorkerHost =>
  aHost({ executables: Object.fromEntries(AGENTS.map(({ use }) => [use, PROGRAM])), ...more });

function worker(use: string, host: WorkerHost, options: object = {}): Worker {
  const made = workerFor('w', { use, ...options }, host);
  if (!('run' in made)) throw new Error(JSON.stringify(made));
  return made;
}

type Fields = Partial<Parameters<typeof aTurn>[1]>;

function start(use: string, prompt: object, fields: Fields = {}, host = place(), options: object = {}) {
  const io = anIo();
  return {
    host,
    io,
    ended: worker(use, host, options).run(aTurn(host, { prompt: JSON.stringify(prompt), ...fields }), io),
  };
}
const run = (...given: Parameters<typeof start>) => start(...given).ended;

describe.each(AGENTS)('a turn of $use', ({ use, good, out, nothing, key, model }) => {
  it('gives what its recording says, whole or in pieces, beside garbage on standard error', async () => {
    for (const how of ['play', 'play-in-pieces', 'garbage']) {
      const { host, ended } = start(use, { do: how, recording: good });
      const end = await ended;
      expect(end).toMatchObject({ status: 'ok', exit: 0, usage: { state: 'reported', tokens: { out } } });
      expect(readFileSync(join(host.runFolder, end.log?.path ?? ''), 'utf8')).toContain('"type"');
    }
  });
  it('cut off, or without any record, is a protocol error that reports nothing', async () => {
    for (const how of ['cut', 'no-record']) {
      const end = await run(use, { do: how, recording: good });
      expect(end).toMatchObject({ status: 'protocol-error', exit: 0, usage: { state: 'absent' } });
    }
  });
  it('SH-38 with a good record and exit 1 is a failure', async () => {
    expect(await run(use, { do: 'play', recording: good, exit: 1 })).toMatchObject({ status: 'failed', exit: 1 });
  });
  it('SH-13 whose service told no usage reports none', async () => {
    expect(await run(use, { do: 'play', recording: nothing })).toMatchObject({
      status: 'ok',
      usage: { state: 'absent' },
    });
  });
  it('that does not end meets its wall clock, and one that is silent its idle clock', async () => {
    const long = await run(use, { do: 'endless', recording: good }, { limits: { wallMs: 900 } });
    expect(long).toMatchObject({ status: 'timed-out', usage: { state: 'absent' } });
    expect(long.why).toContain('longer than its limit of 900 ms');
    const silent = await run(use, { do: 'silent', recording: good }, { limits: { idleMs: 900 } });
    expect(silent).toMatchObject({ status: 'timed-out', usage: { state: 'absent' } });
    expect(silent.why).toContain('wrote nothing for 900 ms');
  });
  it('SH-27 that is deaf to polite requests is gone within 5 s of Stop', async () => {
    const heartbeat = join(folder(), 'beat');
    const { io, ended } = start(use, { do: 'deaf', recording: good, heartbeat });
    await until('a heartbeat', () => beaters(heartbeat).length > 0);
    const stopped = performance.now();
    io.stopNow();
    expect(await ended).toMatchObject({ status: 'cancelled', usage: { state: 'absent' } });
    expect(performance.now() - stopped).toBeLessThan(5000);
    expect(beaters(heartbeat).filter(isAlive)).toEqual([]);
  });
  it('SH-27 with a child in a session of its own that holds its output ends with that child', async () => {
    const heartbeat = join(folder(), 'beat');
    expect(await run(use, { do: 'child-in-its-own-session', recording: good, heartbeat })).toMatchObject({
      status: 'ok',
    });
    expect(beaters(heartbeat)).toHaveLength(1);
    expect(beaters(heartbeat).filter(isAlive)).toEqual([]);
  });
  it('gets its prompt on standard input, whatever its length, and of the environment only what is its own', async () => {
    const tell = join(folder(), 'told.json');
    const env = {
      ...process.env,
      [key]: 'secret-1',
      AWS_SECRET_ACCESS_KEY: 'x',
      MISTRAL_API_KEY: 'x',
      COPILOT_ALLOW_ALL: '1',
    };
    const host = place({ env });
    const long = 'p'.repeat(300_000);
    const outputSchema = { type: 'object', properties: { marker: {} } };
    await run(use, { do: 'tell', recording: good, tell, long }, { outputSchema }, host, { model });
    const told = JSON.parse(readFileSync(tell, 'utf8'));
    expect(told.cwd).toBe(host.workspaceRoot);
    expect(told.given).toBeGreaterThan(300_000);
    expect(told.last).toContain('{"type":"object","properties":{"marker":{}}}');
    expect(told.args.join(' ')).not.toContain('ppp');
    expect(told.env[key]).toBe('secret-1');
    expect(told.env).toHaveProperty('CONVERGE_TURN');
    for (const name of ['AWS_SECRET_ACCESS_KEY', 'MISTRAL_API_KEY', 'COPILOT_ALLOW_ALL', 'VITEST']) {
      expect(told.env).not.toHaveProperty(name);
    }
  });
  it('SH-38 without its program is one set-up error that names it and what to do; nothing was spent', async () => {
    const end = await run(use, { do: 'play' }, {}, aHost({ env: { PATH: folder() } }));
    expect(end).toMatchObject({ status: 'not-started', usage: { state: 'reported', usd: 0 } });
    expect(end.why).toContain(`"${use}" was not found. Looked for it in PATH: `);
    expect(end.why).toContain('npm install -g ');
  });
  it('is looked for with its version', async () => {
    expect(await worker(use, place()).probe()).toMatchObject({ available: true, version: '7.7.7 (Stand-in)' });
    const missing = await worker(use, aHost({ env: { PATH: folder() } })).probe();
    expect(missing).toMatchObject({ available: false });
    expect(missing.why).toContain('npm install -g ');
  });
});

describe('the traps of programs', () => {
  it('codex: with no network it retries for ever (our wall and idle clocks decide)', async () => {
    const limits = { wallMs: 1200, idleMs: 600 };
    const end = await run('codex', { do: 'retries-for-ever', recording: 'codex-ok' }, { limits });
    expect(end).toMatchObject({ status: 'timed-out', usage: { state: 'absent' } });
    expect(end.why).toContain('longer than its limit of 1200 ms');
  });
  it('codex: turn.failed has no usage', async () => {
    expect(await run('codex', { do: 'play', recording: 'codex-cut', exit: 1 })).toMatchObject({
      status: 'failed',
      usage: { state: 'absent' },
    });
  });
  it.each([
    ['codex-401', 1],
    ['codex-429', 1],
    ['gemini-401', 145],
    ['copilot-401', 1],
    ['copilot-401', 0],
    ['opencode-401', 1],
    ['opencode-401', 0],
  ])('SH-38 %s with exit %i is a refusal and reports nothing', async (recording, exit) => {
    const use = recording.split('-')[0]!;
    const end = await run(use, { do: 'play', recording, exit });
    expect(end).toMatchObject({ status: 'refused', exit, usage: { state: 'absent' } });
  });
  it('gemini: exit 145 for HTTP 401, with nothing on standard error', async () => {
    const end = await run('gemini', { do: 'play', recording: 'nothing', exit: 145 });
    expect(end).toMatchObject({ status: 'refused' });
    expect(end.why).toContain('status 401');
  });
  it('copilot: exit 0 and zeros without usage', async () => {
    const end = await run('copilot', { do: 'play', recording: 'copilot-nousage' });
    expect(end).toMatchObject({ status: 'ok', exit: 0, usage: { state: 'absent' } });
  });
  it.each(['gemini', 'copilot', 'opencode'])('%s: a denied tool is exit 0; it is listed', async (use) => {
    const end = await run(use, { do: 'play', recording: `${use}-tools` });
    expect(end).toMatchObject({ status: 'ok', exit: 0 });
    expect(end.denials).toHaveLength(1);
  });
  it('opencode: runs a repo’s plugins even when told not to, and gemini its servers: neither calls itself safe', async () => {
    const safe = await Promise.all(
      ['claude-code', 'codex', 'gemini', 'copilot', 'opencode'].map(async (use) => {
        const host = place({ executables: { [use]: PROGRAM } });
        return `${use} ${(await worker(use, host).probe()).safeInUntrustedRepo}`;
      }),
    );
    expect(safe).toEqual(['claude-code true', 'codex true', 'gemini false', 'copilot true', 'opencode false']);
  });
});
