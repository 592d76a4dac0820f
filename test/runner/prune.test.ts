import { existsSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../engine/index';
import { nodePorts } from '../../engine/runner/nodePorts';
import { prunable, removeRun, runsToPrune } from '../../engine/runner/prune';
import { holderOf } from '../../engine/runner/runs';
import { askFlow, twoSteps } from '../library/library';
import { scratch } from '../node/scratch';

const DAY = 86_400_000;
const ENDED = { all: false } as const;
const LOOK = { look: true } as const;
const handlers = { work: { a: () => 1, b: () => 2 } };

/** A run that ended, waits or is paused, under a name that sorts by `number`. */
async function runIn(root: string, number: number, how: 'ended' | 'waiting' | 'paused' = 'ended'): Promise<string> {
  const flow = how === 'ended' ? twoSteps : askFlow;
  const ports = await nodePorts({ workspace: root, flow });
  const run = createEngine({ ports, handlers }).run(flow, { mode: 'autonomous' });
  if (how === 'paused') run.send({ do: 'pause' }, 'ada');
  await run.done;
  await ports.close();
  const folder = join(root, '.converge/runs', `2026010${number}-000000-0000`);
  renameSync(ports.runFolder, folder);
  return folder;
}

const numbersOf = (folders: readonly { readonly folder: string }[]): readonly number[] =>
  folders.map(({ folder }) => Number(basename(folder).slice(7, 8)));

describe('prune', () => {
  it('AF-28 given five runs that ended and three to keep, the two oldest go and the others stay', async () => {
    const root = scratch();
    for (const number of [1, 2, 3, 4, 5]) await runIn(root, number);
    const wanted = prunable(await runsToPrune(root, LOOK), { ...ENDED, keep: 3 }, Date.now());
    expect(numbersOf(wanted)).toEqual([2, 1]);
    for (const { folder } of wanted) expect(await removeRun(folder, ENDED)).toBe(true);
    expect(numbersOf(await runsToPrune(root, LOOK))).toEqual([5, 4, 3]);
    expect(readdirSync(join(root, '.converge/runs')).sort()).toHaveLength(3);
  });

  it('goes by age too, and where both are given both must let a run go', async () => {
    const root = scratch();
    for (const number of [1, 2]) await runIn(root, number);
    const runs = await runsToPrune(root, LOOK);
    const inDays = (days: number) => Date.now() + days * DAY;
    const rules = { ...ENDED, olderThanMs: 30 * DAY };
    expect(numbersOf(prunable(runs, rules, inDays(29)))).toEqual([]);
    expect(numbersOf(prunable(runs, rules, inDays(31)))).toEqual([2, 1]);
    expect(numbersOf(prunable(runs, { ...rules, keep: 1 }, inDays(31)))).toEqual([1]);
    expect(numbersOf(prunable(runs, { ...rules, keep: 1 }, inDays(29)))).toEqual([]);
  });

  it('leaves what waits, is paused or was interrupted, unless all may go; what is carried stays in any case', async () => {
    const root = scratch();
    await runIn(root, 1, 'waiting');
    await runIn(root, 2, 'paused');
    const unreadable = join(root, '.converge/runs/20260103-000000-0000');
    mkdirSync(unreadable);
    const ports = await nodePorts({ workspace: root, flow: twoSteps });
    await createEngine({ ports, handlers }).run(twoSteps, { mode: 'autonomous' }).done;
    const runs = await runsToPrune(root, LOOK);
    expect(runs.map(({ result }) => result.outcome)).toEqual(['complete', 'interrupted', 'paused', 'waiting']);
    expect(prunable(runs, ENDED, Date.now())).toEqual([]);
    expect(numbersOf(prunable(runs, { all: true }, Date.now()))).toEqual([3, 2, 1]);
    expect(await removeRun(ports.runFolder, { all: true })).toBe(false);
    await ports.close();
    expect(await removeRun(ports.runFolder, ENDED)).toBe(true);
    expect(await removeRun(unreadable, ENDED)).toBe(false);
    expect([existsSync(ports.runFolder), existsSync(unreadable)]).toEqual([false, true]);
    expect(await holderOf(unreadable)).toBe(null);
  });

  it('finishes what an earlier one left half removed, and only where it may remove', async () => {
    const root = scratch();
    const folder = await runIn(root, 1);
    const half = join(root, '.converge/runs/.gone-20260102-000000-0000');
    mkdirSync(half);
    writeFileSync(join(half, 'flow.json'), '{}');
    expect(numbersOf(await runsToPrune(root, LOOK))).toEqual([1]);
    expect(existsSync(half)).toBe(true);
    await runsToPrune(root, { look: false });
    expect([existsSync(half), existsSync(folder)]).toEqual([false, true]);
  });

  it('does not go through a link', async () => {
    const [root, other] = [scratch(), scratch()];
    await runIn(other, 1);
    symlinkSync(join(other, '.converge'), join(root, '.converge'));
    expect(await runsToPrune(root, { look: false })).toEqual([]);
    expect(numbersOf(await runsToPrune(other, LOOK))).toEqual([1]);
  });
});
