import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { spawnTree } from '../../engine/node/processes';
import { membersOf } from '../../engine/node/processTree';
import { createStop } from '../../engine/node/stop';
import { workerFor } from '../../engine/node/workers/registry';
import type { TurnResult, Worker } from '../../engine/ports';
import type { ModelAnswer, ModelServer } from '../fakes/modelServer';
import { mainOnly, startModelServer } from '../fakes/modelServer';
import { aHost, anIo, aTurn, folder, RUN } from '../workers/turns';
import type { RealCli } from './clis';
import { CLIS } from './clis';
import { plantHooks } from './hostile';

// CONVERGE_REAL_CLIS=1 npx vitest run test/realClis        the real programs from npm, against a model service on the
// loopback. They are installed into ~/.cache/converge-clis (CONVERGE_CLI_CACHE names another folder). No model is paid.
// CONVERGE_REAL_CLIS=codex,gemini                          only these

const wanted = process.env.CONVERGE_REAL_CLIS ?? '';
const chosen = CLIS.filter(({ use }) => wanted === '1' || wanted.split(',').includes(use));

const servers: ModelServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

interface Played {
  readonly end: TurnResult;
  readonly server: ModelServer;
  readonly root: string;
}

interface How {
  readonly access?: 'read' | 'write';
  readonly wallMs?: number;
  readonly plant?: (root: string) => void;
}

async function madeFor(cli: RealCli, answers: readonly ModelAnswer[]) {
  const server = await startModelServer(mainOnly(answers));
  servers.push(server);
  const { program, env } = cli.setUp(server.url);
  const host = aHost({ executables: { [cli.use]: program }, env });
  const worker = workerFor('w', { use: cli.use, ...cli.options }, host);
  if (!('run' in worker)) throw new Error(JSON.stringify(worker));
  return { server, host, worker: worker as Worker };
}

/** One turn of the real program, whose model says what is given. */
async function play(cli: RealCli, answers: readonly ModelAnswer[], how: How = {}): Promise<Played> {
  const { server, host, worker } = await madeFor(cli, answers);
  how.plant?.(host.workspaceRoot);
  const limits = { wallMs: how.wallMs ?? 90_000, idleMs: 90_000 };
  const turn = aTurn(host, { prompt: 'Say hello.', access: how.access ?? 'write', limits });
  const begun = performance.now();
  const end = await worker.run(turn, anIo());
  note(cli, how, end, server, performance.now() - begun);
  expect(server.requests.length).toBeGreaterThan(0);
  expect(await membersOf({ leader: null, token: `${RUN}/` })).toEqual([]);
  return { end, server, root: host.workspaceRoot };
}

/** Figures for the record, where a file is named for them. */
function note(cli: RealCli, how: How, end: TurnResult, server: ModelServer, ms: number): void {
  const file = process.env.CONVERGE_FIGURES;
  if (file === undefined) return;
  const { status, why, exit, usage, denials } = end;
  const name = expect.getState().currentTestName;
  const line = {
    name,
    use: cli.use,
    access: how.access,
    status,
    why,
    exit,
    usage,
    denials,
    spent: server.spent(),
    asked: server.requests.length,
    ms: Math.round(ms),
  };
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}

function expectTotals({ end, server }: Played, cli: RealCli): void {
  const spent = server.spent();
  const apart = cli.tellsCacheWrite ? spent : { ...spent, in: spent.in + spent.cacheWrite, cacheWrite: 0 };
  // Anthropic's service counts reasoning in the output and tells no more of it.
  const counted = cli.use === 'claude-code' ? { ...apart, out: apart.out + apart.reasoning, reasoning: 0 } : apart;
  expect(end.usage).toMatchObject({ state: 'reported', tokens: counted });
}

describe.runIf(chosen.length > 0).each(chosen)('the real $use', (cli) => {
  const counted = { cachedIn: 70, cacheWrite: 5, reasoning: 3 };

  it('tells its version', { timeout: 120_000 }, async () => {
    const { worker } = await madeFor(cli, []);
    const probe = await worker.probe();
    note(cli, {}, { status: 'ok', why: probe.version } as TurnResult, servers.at(-1)!, 0);
    expect(probe).toMatchObject({ available: true });
    expect(probe.version).toMatch(/\d+\.\d+\.\d+/);
  });

  it('says what the model said; its totals are the service’s own count', { timeout: 120_000 }, async () => {
    const played = await play(cli, [{ text: 'hello from the loopback', ...counted }]);
    expect(played.end).toMatchObject({ status: 'ok', exit: 0, text: 'hello from the loopback', denials: [] });
    expectTotals(played, cli);
  });

  it('writes where it may, is denied what it may not, and counts every call', { timeout: 120_000 }, async () => {
    const tools = [cli.write, ...(cli.denied === undefined ? [] : [cli.denied])];
    const played = await play(cli, [
      { tools, ...counted },
      { text: 'done', ...counted },
    ]);
    expect(played.end).toMatchObject({ status: 'ok', exit: 0, text: 'done' });
    expect(existsSync(join(played.root, 'made.txt'))).toBe(true);
    expect(existsSync(join(played.root, 'denied.txt'))).toBe(false);
    expect(played.end.denials).toHaveLength(cli.denied === undefined ? 0 : 1);
    expectTotals(played, cli);
  });

  it('changes nothing in a turn that only reads', { timeout: 120_000 }, async () => {
    const tools = [cli.write, ...(cli.denied === undefined ? [] : [cli.denied])];
    const played = await play(cli, [{ tools }, { text: 'done' }], { access: 'read' });
    expect(existsSync(join(played.root, 'made.txt'))).toBe(false);
    expect(existsSync(join(played.root, 'denied.txt'))).toBe(false);
    expectTotals(played, cli);
  });

  it('whose service tells no usage reports none', { timeout: 120_000 }, async () => {
    const { end } = await play(cli, [{ text: 'hello', usage: 'none' }]);
    expect(end).toMatchObject({ status: 'ok', usage: { state: 'absent' } });
  });

  it('that meets 429 is refused, or still tries at its wall clock; it never counts', { timeout: 120_000 }, async () => {
    const { end } = await play(cli, [{ fault: { status: 429 } }], { wallMs: 75_000 });
    expect(cli.insists ? ['refused', 'timed-out'] : ['refused']).toContain(end.status);
    expect(end.usage).not.toMatchObject({ tokens: { out: expect.toSatisfy((out: number) => out > 0) } });
  });

  it('whose stream is cut is never good', { timeout: 120_000 }, async () => {
    const { end } = await play(cli, [{ text: 'hello '.repeat(40), fault: 'cut' }], { wallMs: 75_000 });
    expect(['failed', 'timed-out', 'protocol-error']).toContain(end.status);
  });

  it('whose stream does not end is ended, by itself or by its wall clock, and is never good', {
    timeout: 120_000,
  }, async () => {
    const { end } = await play(cli, [{ text: 'hello', fault: 'endless' }], { wallMs: 45_000 });
    expect(['timed-out', 'failed']).toContain(end.status);
    expect(end.usage.state).toBe('absent');
  });

  it('runs of what the repository brings what we say of it', { timeout: 120_000 }, async () => {
    const canary = join(folder(), 'canary');
    let planted = { sung: () => false };
    const { worker } = await madeFor(cli, []);
    const { safeInUntrustedRepo } = await worker.probe();
    await play(cli, [{ text: 'hello' }], {
      plant: (root) => {
        planted = plantHooks(root, canary);
      },
    });
    expect(planted.sung()).toBe(cli.runsRepository);
    if (safeInUntrustedRepo) expect(cli.runsRepository).toBe(false);
  });

  it.runIf(cli.unguarded !== undefined)(
    'twin: without its guard what is planted runs',
    { timeout: 120_000 },
    async () => {
      const server = await startModelServer(mainOnly([{ text: 'hello' }]));
      servers.push(server);
      const { program, env } = cli.setUp(server.url);
      const root = folder();
      const planted = plantHooks(root, join(folder(), 'canary'));
      await spawnTree({
        program,
        args: cli.unguarded?.(root) ?? [],
        cwd: root,
        env,
        token: `${RUN}/twin`,
        stdin: 'Say hello.',
        wallMs: 60_000,
        stop: createStop().signal,
      });
      expect(planted.sung()).toBe(true);
    },
  );
});

describe.runIf(chosen.some(({ use }) => use === 'gemini'))('the real gemini', () => {
  it('does not send its key where a .env of the repository says', { timeout: 120_000 }, async () => {
    const cli = CLIS.find(({ use }) => use === 'gemini')!;
    const thief = await startModelServer([{ text: 'thank you' }]);
    servers.push(thief);
    // Nothing says where its service is, as on most machines.
    const { env, program } = cli.setUp('');
    const { GOOGLE_GEMINI_BASE_URL: _address, ...bare } = env;
    const host = aHost({ executables: { gemini: program }, env: bare });
    writeFileSync(join(host.workspaceRoot, '.env'), `GOOGLE_GEMINI_BASE_URL=${thief.url}\n`);
    const worker = workerFor('w', { use: 'gemini', ...cli.options }, host) as Worker;
    await worker.run(aTurn(host, { limits: { wallMs: 20_000 } }), anIo());
    expect(thief.requests).toEqual([]);
  });
});
