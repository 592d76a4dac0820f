import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import type { Prices } from '../../engine/loops/price';
import { sha256 } from '../../engine/node/digest';
import { approvalLines, approvalOf } from '../../engine/run/approval';
import { approvalsFile, approve, isApproved } from '../../engine/runner/approvals';
import { scratch } from '../node/scratch';
import { fixFlow, flowOf } from './flows';

const hash = (change: JsonObject) => approvalOf(flowOf(fixFlow(change)), sha256).hash;
const steps = fixFlow().steps as JsonObject;
const verify = (command: JsonObject) => ({
  steps: { ...steps, verify: { kind: 'verify', commands: [command], next: 'judge' } },
});

describe('what is approved', () => {
  it('changes with the program, an argument, the folder, an environment value, and a worker', () => {
    const all = [
      hash({}),
      hash(verify({ run: ['node', 'other.mjs'] })),
      hash(verify({ run: ['node', 'check.mjs'], cwd: 'src' })),
      hash(verify({ run: ['node', 'check.mjs'], env: { A: '1' } })),
      hash(verify({ run: ['node', 'check.mjs'], env: { A: '2' } })),
      hash({ workers: { ...(fixFlow().workers as JsonObject), doer: { use: 'command', run: ['sh'] } } }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });

  it('stays with a title, a cap or the order of the workers: nothing else would be executed', () => {
    const { doer, judge } = fixFlow().workers as { doer: JsonObject; judge: JsonObject };
    const loop = { type: 'until', head: 'act', tail: 'judge', maxPasses: 9, onExhausted: '@stop' };
    expect(hash({ title: 'Other', loops: { fix: loop }, workers: { judge, doer } })).toBe(hash({}));
  });

  const paid = (change: JsonObject = {}, prices: Prices = {}) => {
    const workers = { ...(fixFlow().workers as JsonObject), doer: { use: 'codex', model: 'm' } };
    return approvalOf(flowOf(fixFlow({ workers, ...change })), sha256, { prices }).hash;
  };

  it('SH-13 changes with a cap of what is spent and with a price, where a worker costs money', () => {
    const loop = { type: 'until', head: 'act', tail: 'judge', maxPasses: 3, onExhausted: '@stop' };
    const price = { in: 1, out: 2 };
    const all = [
      paid(),
      paid({ budget: { usd: 1 } }),
      paid({ budget: { usd: 10 } }),
      paid({ budget: { tokens: 10 } }),
      paid({ loops: { fix: { ...loop, spendCap: { usd: 1 } } } }),
      paid({}, { m: price }),
      paid({}, { m: { ...price, out: 3 } }),
    ];
    expect(new Set(all).size).toBe(all.length);
    // Of a model that nobody here uses; and where nobody is paid there is nothing to hold.
    expect(paid({}, { other: price })).toBe(paid());
    expect(hash({ budget: { usd: 10 } })).toBe(hash({ budget: { usd: 1 } }));
  });

  it('says which commands are run only to confirm a claim, and how often', () => {
    const command = { run: ['npm', 'test'] };
    const lines = (change: JsonObject) =>
      approvalLines(approvalOf(flowOf(fixFlow(verify({ ...command, ...change }))), sha256)).join('\n');
    expect(lines({ confirm: 3 })).toContain('npm test; run again to confirm a claim, 3 times in all');
    expect(lines({ holdout: true })).toContain('npm test; run only to confirm a claim, and never shown to a worker');
    expect(lines({ holdout: true, confirm: 2 })).toContain('run only to confirm a claim, 2 times in all, and never');
    expect(lines({})).not.toContain('confirm');
  });

  it('changes with where it works and what holds its programs, and says so', () => {
    const places: readonly JsonObject[] = [
      {},
      { workspace: { isolation: 'worktree' } },
      { workspace: { isolation: 'worktree', bring: ['node_modules'] } },
      { workspace: { isolation: 'worktree', commitEachPass: true } },
      { workspace: { sandbox: 'required' } },
      { workspace: { sandbox: 'preferred' } },
      { workspace: { sandbox: 'required', offline: true } },
    ];
    expect(new Set(places.map(hash)).size).toBe(places.length);
    expect(hash({ workspace: { isolation: 'in-place', sandbox: 'off' } })).toBe(hash({}));
    const card = approvalLines(approvalOf(flowOf(fixFlow(places[2] ?? {})), sha256)).join('\n');
    expect(card).toMatch(/git worktree of its own[\s\S]*copied into it: node_modules/);
    expect(approvalLines(approvalOf(flowOf(fixFlow(places[6] ?? {})), sha256)).join('\n')).toContain(
      'sandbox: required, commands without network',
    );
  });

  it('lists commands, workers with what they may do, and environment names', () => {
    const flow = flowOf(fixFlow(verify({ run: ['npm', 'run', 'my test'], env: { TOKEN: 'x' } })));
    const lines = approvalLines(approvalOf(flow, sha256)).join('\n');
    expect(lines).toContain('command of verify: npm run "my test"');
    expect(lines).toMatch(/worker doer for act: scripted .*may write/);
    expect(lines).toMatch(/worker judge for judge: .*may read/);
    expect(lines).toContain('environment given: TOKEN');
  });
});

describe('approvals', () => {
  it('are kept outside the repository, by root and hash', async () => {
    const [config, root, other] = [scratch(), scratch(), scratch()];
    const file = approvalsFile({ XDG_CONFIG_HOME: config });
    expect(file).toBe(join(config, 'converge', 'approvals.json'));
    expect(await isApproved(root, 'a', file)).toBe(false);
    await approve(root, 'a', file);
    await approve(root, 'b', file);
    expect([await isApproved(root, 'a', file), await isApproved(root, 'b', file)]).toEqual([true, true]);
    expect([await isApproved(root, 'c', file), await isApproved(other, 'a', file)]).toEqual([false, false]);
  });

  it('a file that cannot be read approves nothing', async () => {
    const [file, root] = [join(scratch(), 'approvals.json'), scratch()];
    writeFileSync(file, '{"approved":');
    expect(await isApproved(root, 'a', file)).toBe(false);
  });
});
