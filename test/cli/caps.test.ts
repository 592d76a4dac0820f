import { describe, expect, it } from 'vitest';
import { eventsOf, passesOf, resultOf } from '../crash/trace';
import { AUTONOMOUS, folderOf, holds, LIVE_FILES, letGo, never, parking, spends, startedAndHeld } from './live';
import { converge, place, withProgram } from './program';
import { FILES, story } from './story';

withProgram();

describe('caps that a person changes', () => {
  it.each([
    ['raised', 'fix.maxPasses=4', [1, 2, 3, 4], 'pass-cap'],
    ['lowered below what was reached', 'fix.maxPasses=1', [1, 2], 'pass-cap'],
    ['a spend cap where there was none', 'fix.tokens=400', [1, 2], 'spend-cap'],
  ] as const)('on a live run, %s: in force for the pass that runs, counters kept', async (_, cap, passes, reason) => {
    const where = place(story({ doer: [holds(2), spends], judge: [never] }), LIVE_FILES);
    const run = await startedAndHeld(where);
    const told = await converge(where, 'caps', 'latest', cap);
    expect(told.code, told.stderr).toBe(0);
    letGo(where);
    const { code, stdout } = await run.ended;
    expect(code, stdout).toBe(3);
    const folder = folderOf(where);
    expect(passesOf(folder)).toEqual(passes);
    expect(resultOf(folder)).toMatchObject({ outcome: 'stopped', reason });
    expect(eventsOf(folder, 'caps.changed')).toHaveLength(1);
  });

  it('that fit nothing are refused, by the process that carries it and by a resume alike', async () => {
    const where = place(parking, FILES);
    expect((await converge(where, 'run', 'fix', ...AUTONOMOUS)).code).toBe(5);
    const refused = async (cap: string) => {
      const { code, stderr } = await converge(where, 'caps', 'latest', cap, '--approve', 'any');
      expect(code).toBe(2);
      return stderr;
    };
    expect(await refused('other.maxPasses=4')).toContain('no loop "other"');
    expect(await refused('fix.maxIterations=4')).toContain('It has: maxPasses, usd, tokens, noProgressCeiling');
    expect(await refused('fix.maxPasses=0')).toContain('a whole number from 1');
    expect(eventsOf(folderOf(where), 'caps.changed')).toEqual([]);
  });

  it('SH-40 on a parked run: it takes the cap, stays parked, and goes on under it', async () => {
    const where = place(parking, FILES);
    expect((await converge(where, 'run', 'fix', ...AUTONOMOUS)).code).toBe(5);
    const capped = await converge(where, 'caps', 'latest', 'fix.maxPasses=1', '--approve', 'any');
    expect(capped.code, capped.stderr).toBe(5);
    const answered = await converge(where, 'answer', 'latest', 'ok.1', 'yes', '--approve', 'any');
    expect(answered.code, answered.stderr).toBe(3);
    const folder = folderOf(where);
    expect(passesOf(folder)).toEqual([1]);
    const raised = await converge(where, 'resume', 'latest', '--approve', 'any', '--raise', 'fix.maxPasses=2');
    expect(raised.code, raised.stderr).toBe(5);
    expect(passesOf(folder)).toEqual([1, 2]);
    expect(resultOf(folder).spend.tokens).toBe(400);
  });
});
