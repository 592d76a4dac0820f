import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { sha256 } from '../../engine/node/digest';
import { approvalOf } from '../../engine/run/approval';
import { approve, isApproved } from '../../engine/runner/approvals';
import { carryRun } from '../../engine/runner/carry';
import { flowsToApprove } from '../../engine/runner/resumedFlow';
import type { CarrySpec, ResumeSpec } from '../../engine/runner/startSpec';
import { scratch } from '../node/scratch';

const common = { workers: {}, executables: {}, trusted: true, program: 'test' } as const;

/** Asks, then runs a program that leaves a file of its name beside the workspace. */
function place() {
  const [root, beside, config] = [scratch(), scratch(), scratch()];
  const before = process.env.XDG_CONFIG_HOME;
  process.env.XDG_CONFIG_HOME = config;
  onTestFinished(() => {
    if (before === undefined) delete process.env.XDG_CONFIG_HOME;
    else process.env.XDG_CONFIG_HOME = before;
  });
  const flowPath = join(root, '.converge/flows/ask-first.converge.json');
  mkdirSync(dirname(flowPath), { recursive: true });
  const write = (name: string, more: JsonObject = {}) => {
    const run = ['node', '-e', `require('node:fs').writeFileSync(${JSON.stringify(join(beside, name))}, '')`];
    const routes = { yes: 'verify', no: '@handoff' };
    const flow: JsonObject = {
      ...{ converge: 1, id: 'ask-first', start: 'ok', ...more },
      steps: {
        ok: { kind: 'ask', question: 'Go on?', choices: ['yes', 'no'], routes },
        verify: { kind: 'verify', commands: [{ run }], next: '@complete', routes: { fail: '@stop' } },
      },
    };
    writeFileSync(flowPath, JSON.stringify(flow));
  };
  const hashOf = async (folder: string, withChanges: boolean) =>
    approvalOf(await flowsToApprove(folder, root, withChanges), sha256).hash;
  const begin = async () => {
    write('first');
    const spec: CarrySpec = { ...common, kind: 'start', flowPath, mode: 'supervised', overrides: {}, approve: 'any' };
    const { folder, result } = await carryRun(spec);
    expect(result.outcome).toBe('waiting');
    const approved = await hashOf(folder, false);
    await approve(root, approved);
    const resume = (more: Partial<ResumeSpec>) =>
      carryRun({
        ...{ ...common, kind: 'resume', folder, approve: approved },
        acts: [{ by: 'ann', act: { do: 'answer', ask: 'ok.1', choice: 'yes' } }],
        ...more,
      });
    return { folder, approved, resume };
  };
  return { root, write, hashOf, begin, ran: (name: string) => existsSync(join(beside, name)) };
}

describe('a resume with changes of a flow that was approved as it was', { timeout: 60_000 }, () => {
  it('executes nothing new before that is approved, by no hash of before and by none at all', async () => {
    const { root, write, begin, ran, hashOf } = place();
    const { folder, approved, resume } = await begin();
    write('second');
    const now = await hashOf(folder, true);
    expect(now).not.toBe(approved);
    expect(await isApproved(root, now)).toBe(false);
    for (const approve of [approved, null, 'f'.repeat(64)])
      await expect(resume({ withChanges: true, approve })).rejects.toMatchObject({ code: 'not-approved' });
    expect([ran('first'), ran('second')]).toEqual([false, false]);
    await approve(root, now);
    const { result } = await resume({ withChanges: true, approve: now });
    expect(result.outcome).toBe('complete');
    expect([ran('first'), ran('second')]).toEqual([false, true]);
  });

  it('TWIN whoever says that anything goes is not asked, and the new program runs', async () => {
    const { write, begin, ran } = place();
    const { resume } = await begin();
    write('second');
    await resume({ withChanges: true, approve: 'any' });
    expect([ran('first'), ran('second')]).toEqual([false, true]);
  });

  it('that executes the same as before goes on with what was approved', async () => {
    const { write, begin, hashOf, ran } = place();
    const { folder, approved, resume } = await begin();
    write('first', { title: 'Another title', budget: { turns: 9 } });
    expect(await hashOf(folder, true)).toBe(approved);
    expect((await resume({ withChanges: true })).result.outcome).toBe('complete');
    expect(ran('first')).toBe(true);
  });

  it('without changes goes on with its own copy: what the file would execute now is not', async () => {
    const { write, begin, ran } = place();
    const { resume } = await begin();
    write('second');
    expect((await resume({})).result.outcome).toBe('complete');
    expect([ran('first'), ran('second')]).toEqual([true, false]);
  });
});
