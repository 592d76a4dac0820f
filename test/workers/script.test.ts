import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandWorker } from '../../engine/node/workers/programs/command';
import { scriptWorker } from '../../engine/node/workers/programs/script';
import { aHost, anIo, aTurn, folder } from './turns';

const ECHO = `
import { readFileSync } from 'node:fs';
const request = JSON.parse(readFileSync(0, 'utf8'));
console.log('working');
console.log(JSON.stringify({ text: request.goal, structured: { node: process.versions.node.length > 0 }, usage: { inputTokens: 3, outputTokens: 2 } }));
`;

function placed(text: string, file = 'tools/worker.mjs') {
  const host = aHost({ workspaceRoot: join(folder(), 'ws') });
  mkdirSync(join(host.workspaceRoot, 'tools'), { recursive: true });
  writeFileSync(join(host.workspaceRoot, file), text);
  return host;
}

describe('a script worker', () => {
  it('is a module in a process of its own, asked and answering as a command', async () => {
    const host = placed(ECHO);
    const worker = scriptWorker({ use: 'script', module: 'tools/worker.mjs', meters: 'tokens' }, host);
    expect(await worker.probe()).toMatchObject({ available: true, meters: 'tokens', safeInUntrustedRepo: false });
    // Without a node in PATH: it is the program that runs us.
    const bare = scriptWorker({ use: 'script', module: 'tools/worker.mjs' }, { ...host, env: { PATH: '/nowhere' } });
    for (const each of [worker, bare]) {
      const result = await each.run(aTurn(host), anIo());
      expect(result).toMatchObject({ status: 'ok', text: 'Green.', structured: { node: true } });
      expect(result.usage).toMatchObject({ state: 'reported', tokens: { in: 3, out: 2 }, usd: null });
    }
  });

  it('that throws has failed', async () => {
    const host = placed('throw new Error("boom");');
    const result = await scriptWorker({ use: 'script', module: 'tools/worker.mjs' }, host).run(aTurn(host), anIo());
    expect(result).toMatchObject({ status: 'failed', exit: 1, usage: { state: 'absent' } });
  });

  it.each(['../outside.mjs', 'tools/link.mjs', 'tools', 'tools/gone.mjs'])(
    'runs nothing that is not a file inside the workspace: %s',
    async (module) => {
      const host = placed(ECHO);
      const { canary } = planted(host.workspaceRoot);
      const worker = scriptWorker({ use: 'script', module }, host);
      expect(await worker.probe()).toMatchObject({ available: false, why: expect.stringContaining(module) });
      expect(await worker.run(aTurn(host), anIo())).toMatchObject({ status: 'not-started', usage: { usd: 0 } });
      expect(existsSync(canary)).toBe(false);
    },
  );

  it('twin: without that look the planted link runs what lies outside', async () => {
    const host = placed(ECHO);
    const { canary } = planted(host.workspaceRoot);
    const run = [process.execPath, join(host.workspaceRoot, 'tools/link.mjs')];
    await commandWorker({ use: 'command', run }, host).run(aTurn(host), anIo());
    expect(existsSync(canary)).toBe(true);
  });
});

/** A module outside of the workspace that leaves a canary, and a link to it inside. */
function planted(root: string) {
  const canary = join(folder(), 'canary');
  const outside = join(root, '..', 'outside.mjs');
  writeFileSync(outside, `import { writeFileSync } from 'node:fs'; writeFileSync(${JSON.stringify(canary)}, 'x');`);
  symlinkSync(outside, join(root, 'tools/link.mjs'));
  return { canary };
}
