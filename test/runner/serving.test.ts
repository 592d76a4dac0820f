import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { WorkerHost } from '../../engine/node/workers/host';
import { vscodeLmWorker } from '../../engine/node/workers/models/vscodeLm';
import { EMPTY_STATE } from '../../engine/run/state';
import { createChannel } from '../../engine/runner/channel';
import { connectRun } from '../../engine/runner/client';
import { modelWindow } from '../../engine/runner/modelWindow';
import type { Serve, Served, ServeWindow } from '../../engine/runner/serving';
import { nothingServed } from '../../engine/runner/serving';
import { scratch } from '../node/scratch';
import { until } from '../until';
import { aHost, anIo, aTurn } from '../workers/turns';

/** The channel of a run on a real socket, and a worker that asks a language model over it. */
async function scene(withinMs = 20) {
  const channel = createChannel({
    run: 'r1',
    token: 'secret',
    state: () => EMPTY_STATE,
    size: () => 1,
    act: () => true,
  });
  const server = createServer(channel.serve);
  const address = join(scratch(), 's');
  server.listen(address);
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const host: WorkerHost = { ...aHost(), serve: modelWindow(channel.ask, withinMs) };
  const window = async (serve: ServeWindow) => {
    const client = await connectRun({ address, token: 'secret' }, 'window', undefined, undefined, serve);
    onTestFinished(client.close);
    return client;
  };
  return { host, window, worker: vscodeLmWorker({ use: 'vscode-lm', model: 'gpt' }, host) };
}

const said = (more: Partial<Served>): Served => ({
  end: 'whole',
  text: '',
  calls: [],
  usage: { in: 10, cachedIn: 2, out: 5 },
  ...more,
});
const READY = said({ usage: null });

/** A window whose model answers these, one after the other. */
function playing(answers: readonly Served[], asked: Serve[] = []): ServeWindow {
  const left = [...answers];
  return async (request) => {
    asked.push(request);
    if (request.ask === 'ready') return READY;
    return left.shift() ?? nothingServed('failed', 'nothing left to say');
  };
}

describe('a language model that a window asks for the run', () => {
  it('is given the tools, which the runner carries out, and its usage is summed', async () => {
    const { host, window, worker } = await scene();
    writeFileSync(join(host.workspaceRoot, 'a.js'), 'bad\n');
    const asked: Serve[] = [];
    await window(
      playing(
        [
          said({ calls: [{ id: '1', name: 'read', input: { path: 'a.js' } }] }),
          said({ calls: [{ id: '2', name: 'write', input: { path: 'a.js', content: 'good\n' } }] }),
          said({ text: 'Repaired.' }),
        ],
        asked,
      ),
    );
    expect(await worker.ready?.()).toBe(null);
    const result = await worker.run(aTurn(host), anIo());
    expect(result).toMatchObject({ status: 'ok', text: 'Repaired.', claims: { changedFiles: ['a.js'] } });
    expect(readFileSync(join(host.workspaceRoot, 'a.js'), 'utf8')).toBe('good\n');
    expect(result.usage).toMatchObject({ state: 'reported', usd: null, tokens: { in: 30, cachedIn: 6, out: 15 } });
    const second = asked.filter(({ ask }) => ask === 'answer')[1];
    expect(JSON.stringify(second)).toContain('bad');
  });

  it.each([
    ['none', null, /sent no usage/],
    ['zeros', { in: 0, cachedIn: 0, out: 0 }, /zero tokens/],
  ] as const)('SH-13 whose usage is %s has an unknown spend', async (_, usage, why) => {
    const { host, window, worker } = await scene();
    await window(playing([said({ text: 'Done.', usage })]));
    const result = await worker.run(aTurn(host), anIo());
    expect(result).toMatchObject({ status: 'ok', usage: { state: 'absent', why: expect.stringMatching(why) } });
  });

  it('that may not be asked, or has no window, has the run wait with the reason', async () => {
    const { window, worker } = await scene();
    expect(await worker.ready?.()).toMatch(/No window of VS Code/);
    await window(async () => nothingServed('refused', 'not allowed yet'));
    expect(await worker.ready?.()).toBe('not allowed yet');
  });

  it('waits a moment for a window that is about to come', async () => {
    const { window, worker } = await scene(5000);
    const ready = worker.ready?.();
    await window(playing([]));
    expect(await ready).toBe(null);
  });

  it('is asked of no window that did not say that it serves', async () => {
    const { host, window, worker } = await scene();
    const silent = await window(playing([said({ text: 'x' })]));
    silent.close();
    await until('the window to be gone', async () => (await worker.ready?.()) !== null);
    expect(await worker.run(aTurn(host), anIo())).toMatchObject({ status: 'not-started', usage: { usd: 0 } });
  });

  it('a refusal of quota is a refusal, and a window that goes away leaves an unknown spend', async () => {
    const { host, window, worker } = await scene();
    const first = await window(playing([nothingServed('refused', 'quota exceeded')]));
    expect(await worker.run(aTurn(host), anIo())).toMatchObject({ status: 'refused', why: 'quota exceeded' });
    first.close();
    const other = await scene();
    const gone = await other.window(() => new Promise(() => undefined));
    const turn = other.worker.run(aTurn(other.host), anIo());
    setImmediate(gone.close);
    expect(await turn).toMatchObject({ status: expect.stringMatching(/failed|not-started/) });
  });

  it('a stop aborts what the window is at', async () => {
    const { host, window, worker } = await scene();
    let aborted = false;
    let began = false;
    await window((_, signal) => {
      began = true;
      signal.addEventListener('abort', () => {
        aborted = true;
      });
      return new Promise(() => undefined);
    });
    const io = anIo();
    const turn = worker.run(aTurn(host), io);
    await until('the request', () => began);
    io.stopNow();
    expect(await turn).toMatchObject({ status: 'cancelled' });
    await until('the abort', () => aborted);
  });
});
