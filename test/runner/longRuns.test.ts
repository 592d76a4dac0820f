import { appendFileSync, closeSync, mkdirSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../engine/node/clock';
import { sha256 } from '../../engine/node/digest';
import { readRun } from '../../engine/runner/runs';
import { converge, withProgram } from '../cli/program';
import { longTrace } from '../fakes/longTrace';
import { scratch } from '../node/scratch';

withProgram();

/** A run of so many entries in a workspace of its own. */
async function longRun(entries: number) {
  const root = scratch();
  const folder = join(root, '.converge/runs/20260301-120000-10ea');
  mkdirSync(folder, { recursive: true });
  const path = join(folder, 'trace.ndjson');
  const file = openSync(path, 'w');
  const append = async (lines: readonly string[]) => void writeSync(file, `${lines.join('\n')}\n`);
  const written = await longTrace({ clock: systemClock, digest: sha256, trace: { append } }, entries);
  closeSync(file);
  return { root, folder, path, written };
}

describe('a run with a trace that is long', () => {
  it('is shown and listed without its trace in memory: as it stands, with its end, which is said', async () => {
    const { root, written } = await longRun(100_000);
    // A heap in which its entries have no room.
    const env = { ...process.env, NO_COLOR: '1', NODE_OPTIONS: '--max-old-space-size=48' };
    const shown = await converge({ root, env }, 'show', '20260301-120000-10ea');
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('the run is long: only its end is told of here');
    expect(shown.stdout.length).toBeLessThan(500_000);
    const told = JSON.parse((await converge({ root, env }, 'show', '20260301-120000-10ea', '--json')).stdout);
    expect(told).toMatchObject({ outcome: 'interrupted', earlier: true });
    expect(told.counters.fix.pass).toBeGreaterThan(written / 20);
    const listed = await converge({ root, env }, 'list');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(listed.stdout).toMatch(/^long {2}long {2}interrupted.*fix pass \d+/);
  });

  it('reads as the whole of it would, but for what its history leaves out', async () => {
    const { folder, path } = await longRun(6000);
    appendFileSync(path, '{"seq":');
    const whole = await readRun(folder);
    const end = await readRun(folder, { longBytes: 100_000, toldBytes: 20_000 });
    expect([whole.earlier, end.earlier]).toEqual([false, true]);
    expect(end.state).toEqual(whole.state);
    expect(end.result).toEqual(whole.result);
    expect([end.tornBytes, whole.tornBytes]).toEqual([7, 7]);
    expect(end.history.stretches.length).toBeLessThan(whole.history.stretches.length);
    expect(end.history.stretches.at(-1)).toMatchObject({ pass: whole.history.stretches.at(-1)?.pass });
    writeFileSync(path, '');
    expect((await readRun(folder)).tornBytes).toBe(0);
  });
});
