import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunResult } from '../../engine/run/state';
import { converge, place, withProgram } from './program';
import { asking, FILES, idles, repairs, story } from './story';

withProgram();

const AUTONOMOUS = ['--mode', 'autonomous', '--approve', 'any'];

/** Runs the flow to its end and reads what the program and the run folder say of it. */
async function ran(flow: Parameters<typeof place>[0], ...more: string[]) {
  const where = place(flow, FILES);
  const ended = await converge(where, 'run', where.flowPath, '--json', ...(more.length > 0 ? more : AUTONOMOUS));
  const lines = ended.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  const last = lines.at(-1) as RunResult & { readonly type: string; readonly folder: string };
  expect(last.type, ended.stderr).toBe('result');
  const written = JSON.parse(readFileSync(join(last.folder, 'result.json'), 'utf8')) as RunResult;
  expect({ ...written, type: 'result', folder: last.folder }).toEqual(last);
  return { where, ended, lines, result: written, folder: last.folder };
}

describe('the program ends with', () => {
  it('0 where the goal was met and confirmed, and every line of --json is one', async () => {
    const { ended, lines, result } = await ran(story());
    expect(ended.code, ended.stderr).toBe(0);
    expect(result).toMatchObject({ outcome: 'complete', reason: null, confirmed: 'evidence', openLatches: [] });
    expect(lines.slice(0, -1).map((entry) => entry.seq)).toEqual(lines.slice(0, -1).map((_, index) => index));
  });

  it('1 where the run failed', async () => {
    const failing = story({ doer: [{ fail: 'failed' }], flow: { loops: {}, steps: linear } });
    const { ended, result } = await ran(failing);
    expect([ended.code, result.outcome]).toEqual([1, 'failed']);
  });

  it('SH-04 3 where the pass cap stopped it, whatever the judge said', async () => {
    const { ended, result } = await ran(story({ doer: [idles] }));
    expect([ended.code, result.outcome, result.reason]).toEqual([3, 'stopped', 'pass-cap']);
    expect(result.counters.fix?.pass).toBe(3);
  });

  it('SH-04 3 where spend is unproven, the spend cap is reached, or nothing moves', async () => {
    const unproven = await ran(story({ doer: [{ ...idles, usage: 'absent' }], loop: { spendCap: { usd: 1 } } }));
    expect([unproven.ended.code, unproven.result.reason]).toEqual([3, 'spend-unproven']);
    const costly = { ...idles, usage: { inputTokens: 60, outputTokens: 60, usd: 0.01 } };
    const spent = await ran(story({ doer: [costly], loop: { spendCap: { tokens: 100 } } }));
    expect([spent.ended.code, spent.result.reason]).toEqual([3, 'spend-cap']);
    const stuck = await ran(story({ doer: [idles], loop: { noProgressCeiling: 1 } }));
    expect([stuck.ended.code, stuck.result.reason]).toEqual([3, 'no-progress']);
  });

  it('UL-17 4 where a latch is open when the run would be complete', async () => {
    const { ended, result } = await ran({
      converge: 1,
      id: 'choosing',
      start: 'choose',
      workers: { writer: { use: 'scripted', turns: [{ branch: 'left', edits: [{ path: 'new.txt', content: 'x' }] }] } },
      steps: { choose: { kind: 'router', worker: 'writer', branches: { left: '@escalate' }, else: '@complete' } },
    });
    expect([ended.code, result.outcome, result.reason]).toEqual([4, 'stopped', 'open-latches']);
    expect(result.openLatches).toMatchObject([{ id: 'void:choose', step: 'choose' }]);
  });

  it('5 where it waits for a person, and says how to answer', async () => {
    const { ended, where, result } = await ran(asking);
    expect([ended.code, result.outcome]).toEqual([5, 'waiting']);
    const shown = await converge(where, 'show', 'latest');
    expect(shown.stdout).toContain(`next: converge answer ${result.run} ok.1 yes|no`);
  });

  it('6 where it was handed off, and where a supervised loop was not met', async () => {
    const where = place(asking, FILES);
    await converge(where, 'run', 'asking', ...AUTONOMOUS);
    const no = await converge(where, 'answer', 'latest', 'ok.1', 'no', '--approve', 'any');
    expect(no.code, no.stderr).toBe(6);
    expect(no.stdout).toContain('handoff');
    const supervised = await ran(story({ doer: [idles] }), '--approve', 'any');
    expect([supervised.ended.code, supervised.result.reason]).toEqual([6, 'not-met']);
    expect(supervised.ended.stderr).toContain('Mode is supervised');
  });

  it('UL-21 "spend unknown" in its live lines where a turn reported nothing', async () => {
    const where = place(story({ doer: [{ ...repairs, usage: 'absent' }] }), FILES);
    const { stdout, code } = await converge(where, 'run', where.flowPath, ...AUTONOMOUS);
    expect(code).toBe(0);
    expect(stdout).toContain('spend unknown');
    expect(stdout).toContain('pass 1 started');
    expect(stdout).toContain('judge proposed: the goal is met · engine decided: confirmed');
    expect(stdout).toContain('run folder: .converge/runs/');
  });
});

const linear = {
  act: { kind: 'work', worker: 'doer', prompt: 'Make it good.', next: 'verify' },
  verify: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: '@complete', routes: { fail: '@stop' } },
};
