import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fixFlow } from '../fakes/runs';
import type { Place } from './program';
import { converge, place, withProgram } from './program';

withProgram();

const flow = fixFlow({
  act: { check: { changedOnDisk: 'claimed' } },
  loop: { maxPasses: 3, spendCap: { usd: 2 } },
});
/** Its commands would leave a file behind: none of them is executed. */
const flowOnDisk = JSON.parse(JSON.stringify(flow).replace('["npm","test"]', '["touch","executed"]'));

const at = (where: Place) => (path: string, value: unknown) => {
  const file = join(where.root, path);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
};

describe('converge simulate', () => {
  it('prints what each pass comes to and ends with the exit code of such a run, executing nothing', async () => {
    const where = place(flowOnDisk);
    const { code, stdout, stderr } = await converge(where, 'simulate', where.flowPath, '--preset', 'latch-then-clear');
    expect([code, stderr]).toEqual([0, '']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toBe('Simulated: nothing was executed.');
    expect(lines[1]).toMatch(/^pass +proposed +engine +latches +exit$/);
    expect(lines[2]).toMatch(/^fix 1 +nothing: .* \+ step:act +again$/);
    expect(lines[3]).toMatch(/^fix 2 +met +confirmed +- step:act +confirmed → @complete$/);
    expect(lines[4]).toMatch(/^complete, confirmed on evidence/);
    expect(readdirSync(where.root)).toEqual(['.converge']);
    expect(readdirSync(join(where.root, '.converge'))).toEqual(['flows']);
  });

  it('without a script judges say "not met": the cap on passes, or one pass when it is supervised', async () => {
    const where = place(flowOnDisk);
    const autonomous = await converge(where, 'simulate', 'fix');
    expect([autonomous.code, autonomous.stdout.match(/^fix \d/gm)?.length]).toEqual([3, 3]);
    expect(autonomous.stdout).toContain('stopped: pass-cap');
    const supervised = await converge(where, 'simulate', 'fix', '--mode', 'supervised');
    expect([supervised.code, supervised.stdout.match(/^fix \d/gm)?.length]).toEqual([6, 1]);
  });

  it('takes a script from a file, and gives everything as one JSON value', async () => {
    const where = place(flowOnDisk);
    const script = at(where)('s.json', { steps: { judge: { '2': { judgment: 'met' } } } });
    const { code, stdout } = await converge(where, 'simulate', 'fix', '--script', script, '--json');
    expect(code).toBe(0);
    const told = JSON.parse(stdout);
    expect(told.end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
    expect(told.passes.map((pass: { proposed: string }) => pass.proposed)).toEqual(['not-met', 'met']);
    expect(told.table).toHaveLength(4);
    expect(told.trace[0]).toMatchObject({ type: 'run.started', seq: 0 });
  });

  it('refuses what does not fit and lists all of it', async () => {
    const where = place(flowOnDisk);
    const write = at(where);
    const script = write('s.json', { steps: { jugde: { '1': {} }, act: { '1': { judgment: 'met' } } } });
    const wrong = await converge(where, 'simulate', 'fix', '--script', script);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('steps.jugde: There is no step "jugde". Did you mean "judge"?');
    expect(wrong.stderr).toContain('steps.act.1.judgment: "act" is of kind work and cannot have "judgment"');
    const refused = async (...args: readonly string[]) => {
      const { code, stderr } = await converge(where, 'simulate', 'fix', ...args);
      return [code, stderr.split('\n')[0]];
    };
    expect(await refused('--script', write('t.json', '{'))).toEqual([2, expect.stringContaining('is no JSON')]);
    expect(await refused('--preset', 'nope')).toEqual([2, expect.stringContaining('There are: never-met')]);
    expect(await refused('--preset', 'batch-exhausted')).toEqual([2, expect.stringContaining('has nothing that')]);
    expect(await refused('--preset', 'stalled', '--script', script)).toEqual([2, expect.stringContaining('not both')]);
  });
});
