import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf, factsOf, passesOf, resultOf } from '../crash/trace';
import { AUTONOMOUS, folderOf, holds, LIVE_FILES, letGo, spends, startedAndHeld } from './live';
import { converge, place, withProgram } from './program';
import { asking, FILES, repairs, story } from './story';

withProgram();

describe('a run that a person holds up', () => {
  it('is parked at its next boundary with exit code 5; counters and spend are kept over the resume', async () => {
    const where = place(story({ doer: [holds(2), spends] }), LIVE_FILES);
    const run = await startedAndHeld(where);
    const paused = await converge(where, 'pause', 'latest');
    expect(paused.code, paused.stderr).toBe(0);
    const again = await converge(where, 'pause', 'latest');
    letGo(where);
    const { code, stdout } = await run.ended;
    expect(code, stdout).toBe(5);
    expect(stdout).toContain('paused');
    expect(stdout).toMatch(/next: converge resume \S+/);
    // The wish is taken at the boundary, so a second one before it is one more wish and not wrong.
    expect(again.code, again.stderr).toBe(0);
    const folder = folderOf(where);
    expect(resultOf(folder)).toMatchObject({ outcome: 'paused', reason: null, counters: { fix: { pass: 2 } } });
    expect(passesOf(folder)).toEqual([1, 2]);
    expect((await converge(where, 'show', 'latest')).stdout).toContain('paused');
    const nobody = await converge(where, 'pause', 'latest');
    expect([nobody.code, nobody.stderr]).toEqual([2, expect.stringContaining('paused already')]);
    const resumed = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect(resumed.code, resumed.stderr).toBe(3);
    expect(passesOf(folder)).toEqual([1, 2, 3]);
    expect(resultOf(folder)).toMatchObject({ outcome: 'stopped', reason: 'pass-cap', spend: { tokens: 600 } });
    expect(factsOf(folder, 'step.started').filter(({ step }) => step === 'act')).toHaveLength(3);
  });

  it('is stopped at the end of its pass, not before and not after', async () => {
    const where = place(story({ doer: [holds(2), spends] }), LIVE_FILES);
    const run = await startedAndHeld(where);
    const told = await converge(where, 'stop', 'latest', '--after-pass', '--no-wait');
    expect(told.code, told.stderr).toBe(0);
    letGo(where);
    const { code, stdout } = await run.ended;
    expect(code, stdout).toBe(6);
    const folder = folderOf(where);
    expect(resultOf(folder)).toMatchObject({ outcome: 'stopped', reason: 'by-person' });
    expect(eventsOf(folder, 'pass.ended').map(({ pass }) => pass)).toEqual([1, 2]);
    expect(passesOf(folder).at(-1)).toBeLessThanOrEqual(3);
    expect(factsOf(folder, 'step.started').filter(({ step }) => step === 'act')).toHaveLength(2);
    const resumed = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect(resumed.code, resumed.stderr).toBe(3);
    expect(passesOf(folder)).toEqual([1, 2, 3]);
  });
});

describe('AF-46 a run that nobody carries', () => {
  it('is cancelled at once, without approval and with nothing executed; it can be resumed', async () => {
    const where = place(asking, FILES);
    expect((await converge(where, 'run', 'asking', ...AUTONOMOUS)).code).toBe(5);
    const both = await converge(where, 'stop', 'latest', '--now', '--after-pass');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('not both')]);
    const later = await converge(where, 'stop', 'latest', '--after-pass');
    expect([later.code, later.stderr]).toEqual([2, expect.stringContaining('without --after-pass')]);
    const cancelled = await converge(where, 'stop', 'latest', '--now');
    expect(cancelled.code, cancelled.stderr).toBe(0);
    const folder = folderOf(where);
    expect(resultOf(folder)).toMatchObject({ outcome: 'cancelled' });
    const twice = await converge(where, 'stop', 'latest');
    expect([twice.code, twice.stderr]).toEqual([2, expect.stringContaining('has ended: cancelled')]);
    const answered = await converge(where, 'answer', 'latest', 'ok.1', 'no', '--approve', 'any');
    expect(answered.code, answered.stderr).toBe(6);
    expect(resultOf(folder).outcome).toBe('handoff');
    expect(readFileSync(join(where.root, 'state'), 'utf8')).toBe('bad');
  });

  it('is stopped by a person where it stands, after a kill too', async () => {
    const where = place(story({ doer: [holds(1), repairs] }), LIVE_FILES);
    const run = await startedAndHeld(where);
    run.child.kill('SIGKILL');
    await run.ended;
    const folder = folderOf(where);
    const before = factsOf(folder, 'step.started');
    const stopped = await converge(where, 'stop', 'latest');
    expect(stopped.code, stopped.stderr).toBe(0);
    expect(resultOf(folder)).toMatchObject({ outcome: 'stopped', reason: 'by-person' });
    expect(factsOf(folder, 'step.started')).toEqual(before);
  });
});
