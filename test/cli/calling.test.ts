import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../engine/json';
import { entriesOf, eventsOf, factsOf, passesOf, resultOf } from '../crash/trace';
import { AUTONOMOUS, folderOf, spends } from './live';
import { converge, place, withProgram } from './program';
import { FILES, repairs, story } from './story';

withProgram();

/** A flow that calls another one, by whatever name, and works a little before it. */
const calling = (flow: string, more: JsonObject = {}): Json => ({
  converge: 1,
  id: 'outer',
  start: 'first',
  workers: {
    doer: { use: 'scripted', turns: [{ text: 'outer', usage: { inputTokens: 100, outputTokens: 0, usd: 0 } }] },
  },
  steps: {
    first: { kind: 'work', worker: 'doer', prompt: 'Begin.', next: 'review' },
    review: { kind: 'call', flow, next: '@complete' },
  },
  ...more,
});

const PATH = 'flows/review.converge.json';
const called = (flow: Json) => ({ ...FILES, [PATH]: JSON.stringify(flow) });
/** The pass asks a person before it is judged. */
const ASKING = {
  act: { kind: 'work', worker: 'doer', prompt: 'Make it good.', next: 'verify' },
  verify: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: 'ok' },
  ok: { kind: 'ask', question: 'Go on?', choices: ['yes'], routes: { yes: 'judge' } },
  judge: { kind: 'judge', worker: 'judge', next: '@complete' },
};
const red = { structured: { goalMet: false, lesson: 'not yet' } };

describe('a flow that calls another one', () => {
  it.each([
    ['id', 'fix'],
    ['path', PATH],
  ])('finds it by its %s, runs it with workers of its own, and completes on its evidence', async (_, name) => {
    const where = place(calling(name), called(story({ flow: { id: 'fix' } })));
    // The caller's file is named fix, too: an id comes before the name of a file.
    const { code, stdout, stderr } = await converge(where, 'run', where.flowPath, ...AUTONOMOUS);
    expect(code, stderr + stdout).toBe(0);
    const folder = folderOf(where);
    expect(factsOf(folder, 'call.started')).toMatchObject([{ path: 'review.1', flow: { id: 'fix' } }]);
    expect(factsOf(folder, 'worker.turn').map(({ text }) => text)).toContain('repaired');
    expect(resultOf(folder)).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
  });

  it('keeps a copy: with the file deleted a resume goes on, and a bound of the called loop can be raised', async () => {
    const inner = story({ doer: [spends], judge: [red], loop: { maxPasses: 1 }, flow: { id: 'inner', steps: ASKING } });
    const where = place(calling('inner'), called(inner));
    expect((await converge(where, 'run', 'outer', ...AUTONOMOUS)).code).toBe(5);
    const folder = folderOf(where);
    rmSync(join(where.root, PATH));
    const resume = (...args: readonly string[]) => converge(where, 'resume', 'latest', '--approve', 'any', ...args);
    const answer = (visit: number) =>
      converge(where, 'answer', 'latest', `review.1/ok.${visit}`, 'yes', '--approve', 'any');
    const unknown = await resume('--raise', 'review/other.maxPasses=4');
    expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringContaining('no loop "review/other"')]);
    const same = await resume('--raise', 'review/fix.maxPasses=1');
    expect([same.code, same.stderr]).toEqual([2, expect.stringContaining('1 is in force')]);
    expect((await resume('--raise', 'review/fix.maxPasses=2')).code).toBe(5);
    expect((await answer(1)).code).toBe(5);
    const last = await answer(2);
    expect(last.code, last.stderr + last.stdout).toBe(3);
    expect(passesOf(folder)).toEqual([1, 2]);
    expect(resultOf(folder)).toMatchObject({ outcome: 'stopped', reason: 'pass-cap', spend: { tokens: 500 } });
    const over = await resume('--raise', 'review/fix.maxPasses=6');
    expect([over.code, over.stderr]).toEqual([2, expect.stringMatching(/by a flow that it calls.*Fork it/)]);
    rmSync(join(folder, 'called.json'));
    const lost = await converge(where, 'fork', 'latest');
    expect([lost.code, lost.stderr]).toEqual([
      2,
      expect.stringMatching(/no copy of the flow "inner".*Put the file back/),
    ]);
  });

  it('is refused before anything runs where it calls itself over others, or what is not there or has errors', async () => {
    const refused = async (flow: Json, told: readonly (string | RegExp)[]) => {
      const where = place(calling('inner'), called(flow));
      const { code, stderr } = await converge(where, 'run', 'outer', ...AUTONOMOUS);
      expect(code).toBe(2);
      for (const each of told) expect(stderr).toMatch(each);
      expect(existsSync(join(where.root, '.converge', 'runs'))).toBe(false);
    };
    const back = { back: { kind: 'call', flow: 'outer', next: '@complete' } };
    const away = { away: { kind: 'call', flow: 'nowhere', next: '@complete' } };
    await refused({ converge: 1, id: 'inner', start: 'back', steps: back }, [
      /outer calls inner calls outer/,
      /by a loop/,
    ]);
    await refused({ converge: 1, id: 'inner', start: 'away', steps: away }, [
      /step "away" of the flow "inner"/,
      /nowhere/,
    ]);
    await refused(story({ flow: { id: 'inner' }, loop: { maxPasses: 0 } }), [
      /step "review" of the flow "outer"/,
      /maxPasses/,
    ]);
  });

  it('is approved with all that the called flows execute; without that nothing runs', async () => {
    const where = place(calling('inner'), called(story({ doer: [repairs], flow: { id: 'inner' } })));
    const { code, stderr } = await converge(where, 'run', 'outer', '--mode', 'autonomous');
    expect(code).toBe(2);
    expect(stderr).toContain('command of verify: node check.mjs');
    expect(stderr).toMatch(/worker doer for first: .*"outer".*\n(.*\n)*.*worker doer for act: .*"repaired"/);
    expect(existsSync(join(where.root, '.converge', 'runs'))).toBe(false);
    expect(readFileSync(join(where.root, 'state'), 'utf8')).toBe('bad');
    const hash = /--approve ([0-9a-f]{64})/.exec(stderr)?.[1] ?? '';
    expect((await converge(where, 'run', 'outer', '--mode', 'autonomous', '--approve', hash)).code).toBe(0);
  });

  it('takes notes, caps and acceptances for a called loop by its place, also where it was called by path', async () => {
    const where = place(
      calling(PATH),
      called(story({ doer: [spends], judge: [red], flow: { id: 'inner', steps: ASKING } })),
    );
    expect((await converge(where, 'run', 'outer', ...AUTONOMOUS)).code).toBe(5);
    const noted = await converge(where, 'note', 'latest', 'review/fix', 'look at state', '--approve', 'any');
    expect(noted.code, noted.stderr).toBe(5);
    const capped = await converge(where, 'caps', 'latest', 'review/fix.maxPasses=1', '--approve', 'any');
    expect(capped.code, capped.stderr).toBe(5);
    const answered = await converge(where, 'answer', 'latest', 'review.1/ok.1', 'yes', '--approve', 'any');
    expect(answered.code, answered.stderr + answered.stdout).toBe(3);
    const folder = folderOf(where);
    expect(eventsOf(folder, 'note.added').map(({ note }) => [note.from, note.text])).toContainEqual([
      'person',
      'look at state',
    ]);
    expect(passesOf(folder)).toEqual([1]);
  });
});

describe('AF-72 a budget that is used up', () => {
  it('asks where it is told to; the answer goes on with as much again, and what was spent stays', async () => {
    const budget = { tokens: 250, onOver: 'ask' };
    const where = place(story({ doer: [spends], judge: [red], loop: { maxPasses: 4 }, flow: { budget } }), FILES);
    const { code, stdout } = await converge(where, 'run', 'fix', ...AUTONOMOUS);
    expect(code, stdout).toBe(5);
    expect(stdout).toMatch(/next: converge answer \S+ budget\.1 continue\|take\|stop/);
    const folder = folderOf(where);
    expect(resultOf(folder).spend.tokens).toBe(400);
    const wrong = await converge(where, 'answer', 'latest', 'budget.1', 'more', '--approve', 'any');
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('continue, take, stop')]);
    const answered = await converge(where, 'answer', 'latest', 'budget.1', 'continue', '--approve', 'any');
    expect(answered.code, answered.stderr + answered.stdout).toBe(5);
    expect(resultOf(folder).spend.tokens).toBe(800);
    const stopped = await converge(where, 'answer', 'latest', 'budget.2', 'stop', '--approve', 'any');
    expect(stopped.code, stopped.stderr + stopped.stdout).toBe(3);
    expect(resultOf(folder)).toMatchObject({ outcome: 'stopped', reason: 'budget' });
    expect(entriesOf(folder).filter(({ type }) => type === 'run.resumed')).toHaveLength(2);
  });

  it('bounds the flows that are called: none of them ends by it, the run asks, and they go on behind the answer', async () => {
    const budget = { tokens: 250, onOver: 'ask' };
    const inner = story({ doer: [spends], judge: [red], flow: { id: 'inner' } });
    const where = place(calling('inner', { budget }), called(inner));
    const { code, stdout } = await converge(where, 'run', 'outer', ...AUTONOMOUS);
    expect(code, stdout).toBe(5);
    const folder = folderOf(where);
    expect(passesOf(folder)).toEqual([1]);
    const answered = await converge(where, 'answer', 'latest', 'budget.1', 'continue', '--approve', 'any');
    expect(answered.code, answered.stderr + answered.stdout).toBe(5);
    const raised = await converge(where, 'caps', 'latest', 'budget.tokens=5000', '--approve', 'any');
    expect(raised.code, raised.stderr + raised.stdout).toBe(3);
    expect(passesOf(folder)).toEqual([1, 2, 3]);
    expect(factsOf(folder, 'call.started')).toHaveLength(1);
    expect(resultOf(folder)).toMatchObject({ outcome: 'stopped', reason: 'pass-cap', spend: { tokens: 700 } });
  });
});
