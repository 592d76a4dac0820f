import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fold } from '../../engine/run/fold';
import { EMPTY_STATE } from '../../engine/run/state';
import type { Entry } from '../../engine/trace/entry';
import { until } from '../until';
import type { Place } from './program';
import { converge, place, start, withProgram } from './program';
import { FILES, story } from './story';

withProgram();

const AUTONOMOUS = ['--mode', 'autonomous', '--approve', 'any'];
const slow = (pass: number) => ({ pass, text: 'slow', delayMs: 60_000 });
const spending = { text: 'tried', usage: { inputTokens: 150, outputTokens: 50, usd: 0 } };

const longRun = (doer: Parameters<typeof story>[0]): Place => place(story(doer), FILES);

async function runFolder(where: Place): Promise<string> {
  return JSON.parse((await converge(where, 'list', '--json')).stdout)[0].folder;
}

const entriesOf = (folder: string): readonly Entry[] =>
  readFileSync(join(folder, 'trace.ndjson'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const passesOf = (entries: readonly Entry[]): readonly number[] =>
  entries
    .flatMap((entry) => (entry.type === 'commit' ? entry.events : []))
    .flatMap((event) => (event.type === 'pass.started' ? [event.pass] : []));

/** Red, and with `hold` there it does not end. */
const WAITING_CHECK = `import { existsSync, writeFileSync } from 'node:fs';
if (existsSync('hold')) {
  writeFileSync('held', '');
  setInterval(() => existsSync('check.mjs') || process.exit(1), 100);
} else process.exit(1);`;

/** The state as it was when the pass had ended. */
function stateAfter(entries: readonly Entry[], pass: number) {
  const ends = (entry: Entry) =>
    entry.type === 'commit' && entry.events.some((event) => event.type === 'pass.ended' && event.pass === pass);
  return entries.slice(0, entries.findIndex(ends) + 1).reduce(fold, EMPTY_STATE);
}

const replaced = (lines: readonly string[], at: number, text: string) =>
  lines.map((line, index) => (index === at ? text : line));

/** Starts it, waits for the given pass, kills it hard. */
async function killedIn(where: Place, pass: number): Promise<string> {
  const run = start(where, ['run', where.flowPath, ...AUTONOMOUS]);
  await until(`pass ${pass}`, () => run.stdout().includes(`pass ${pass} started`) || run.child.exitCode !== null);
  run.child.kill('SIGKILL');
  await run.ended;
  return runFolder(where);
}

describe('a run and who carries it', () => {
  it('SH-03 passes, spend and notes survive a kill', async () => {
    const holding = { ...spending, pass: 3, edits: [{ path: 'hold', content: '' }] };
    const doer = [holding, spending];
    const where = place(story({ doer, loop: { maxPasses: 5, spendCap: { tokens: 10_000 } } }), {
      ...FILES,
      'check.mjs': WAITING_CHECK,
    });
    const run = start(where, ['run', where.flowPath, ...AUTONOMOUS]);
    await until('the check of pass 3', () => existsSync(join(where.root, 'held')) || run.child.exitCode !== null);
    run.child.kill('SIGKILL');
    await run.ended;
    const folder = await runFolder(where);
    expect((await converge(where, 'show', 'latest')).stdout).toContain('interrupted');
    rmSync(join(where.root, 'hold'));
    const ended = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect(ended.code, ended.stderr + ended.stdout).toBe(3);
    const entries = entriesOf(folder);
    expect(passesOf(entries)).toEqual([1, 2, 3, 4, 5]);
    expect([3, 4, 5].map((pass) => stateAfter(entries, pass).spend.tokens)).toEqual([600, 800, 1000]);
    const { loops } = stateAfter(entries, 4);
    expect(loops.fix?.notes.map((note) => note.pass)).toEqual([1, 2, 3, 4]);
    const request = entries.filter((entry) => entry.type === 'step.started' && entry.step === 'act');
    expect(request).toHaveLength(5);
  });

  it('SH-25 of two resumes at once exactly one proceeds, the other says who holds the run', async () => {
    const where = longRun({ doer: [slow(2), spending], loop: { maxPasses: 2 } });
    const folder = await killedIn(where, 2);
    const both = [1, 2].map(() => start(where, ['resume', folder, '--approve', 'any']));
    const loser = await Promise.race(both.map((one, index) => one.ended.then((ended) => ({ ...ended, index }))));
    const winner = both[1 - loser.index]!;
    expect(loser.code, loser.stdout).toBe(2);
    expect(loser.stderr).toContain(`carried by process ${winner.child.pid}`);
    expect((await converge(where, 'list')).stdout).toContain(`carried by pid ${winner.child.pid}`);
    winner.child.kill('SIGTERM');
    await winner.ended;
    const passes = passesOf(entriesOf(folder));
    expect(passes).toEqual([...new Set(passes)]);
  });

  it('SH-25 a second run in the same workspace is told which run writes there', async () => {
    const where = longRun({ doer: [slow(1)] });
    const first = start(where, ['run', where.flowPath, ...AUTONOMOUS]);
    await until('the first to run', () => first.stdout().includes('pass 1 started'));
    const second = await converge(where, 'run', where.flowPath, ...AUTONOMOUS);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain(`writes to ${where.root} (process ${first.child.pid}`);
    expect(JSON.parse((await converge(where, 'list', '--json')).stdout)).toHaveLength(1);
    first.child.kill('SIGTERM');
    await first.ended;
  });

  it('a note and an answer reach the run that another process carries', async () => {
    const where = longRun({ doer: [slow(1)] });
    const run = start(where, ['run', where.flowPath, ...AUTONOMOUS]);
    await until('pass 1', () => run.stdout().includes('pass 1 started'));
    const noted = await converge(where, 'note', 'latest', 'fix', 'look at state');
    expect(noted.code, noted.stderr).toBe(0);
    const wrong = await converge(where, 'answer', 'latest', 'ok.1', 'yes');
    expect([wrong.code, wrong.stderr.includes('No question is open')]).toEqual([2, true]);
    run.child.kill('SIGTERM');
    await run.ended;
  });

  it('SH-02 a damaged line is shown, and hides only itself; a missing commit stops a resume', async () => {
    const where = longRun({ doer: [slow(3), spending] });
    const folder = await killedIn(where, 3);
    const trace = join(folder, 'trace.ndjson');
    const lines = readFileSync(trace, 'utf8').trimEnd().split('\n');
    const fact = lines.findIndex((line) => line.includes('"type":"verify.command"'));
    writeFileSync(trace, `${replaced(lines, fact, '{"seq": garbage').join('\n')}\n`);
    const shown = await converge(where, 'show', 'latest');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toContain(`line ${fact + 1} of the trace cannot be read`);
    const commit = lines.findIndex((line) => line.includes('"type":"commit"'));
    writeFileSync(trace, `${replaced(lines, commit, 'gone').join('\n')}\n`);
    const resumed = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect(resumed.code).toBe(1);
    expect(resumed.stderr).toContain('(trace-damaged)');
  });

  it('a torn last line is dropped and said', async () => {
    const where = longRun({ doer: [slow(2), spending], loop: { maxPasses: 2 } });
    const folder = await killedIn(where, 2);
    appendFileSync(join(folder, 'trace.ndjson'), '{"seq":99,"at":"20');
    expect((await converge(where, 'show', 'latest')).stdout).toContain('ends in the middle of a line');
    const resumed = start(where, ['resume', 'latest', '--approve', 'any']);
    await until('the repair', () => resumed.stdout().includes('torn last line') || resumed.child.exitCode !== null);
    expect(resumed.stdout(), resumed.stderr()).toContain('torn last line');
    resumed.child.kill('SIGTERM');
    await resumed.ended;
  });

  it('UL-19 goes on after its cap only with the cap raised', async () => {
    const where = place(story({ doer: [spending] }), FILES);
    expect((await converge(where, 'run', 'fix', ...AUTONOMOUS)).code).toBe(3);
    const plain = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect([plain.code, plain.stderr.includes('(bound-not-raised)')]).toEqual([2, true]);
    const same = await converge(where, 'resume', 'latest', '--approve', 'any', '--raise', 'fix.maxPasses=3');
    expect([same.code, same.stderr.includes('raises nothing')]).toEqual([2, true]);
    const more = await converge(where, 'resume', 'latest', '--approve', 'any', '--raise', 'fix.maxPasses=5');
    expect(more.code, more.stderr).toBe(3);
    expect(passesOf(entriesOf(await runFolder(where)))).toEqual([1, 2, 3, 4, 5]);
  });

  it('a complete run is final', async () => {
    const where = place(story(), FILES);
    expect((await converge(where, 'run', 'fix', ...AUTONOMOUS)).code).toBe(0);
    const again = await converge(where, 'resume', 'latest', '--approve', 'any');
    expect([again.code, again.stderr.includes('(run-final)')]).toEqual([2, true]);
  });
});
