import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { EMPTY_SPEND } from '../../engine/loops/spend';
import { createStop } from '../../engine/node/stop';
import { decideGate } from '../../engine/steps/gate';
import type { Check, Play } from '../fakes/world';
import { byWorker, gateOf, resultOf, says, scene } from './gateScene';

describe('a gate with a worker', () => {
  it('takes its verdict with score, reasons and feedback', async () => {
    const told = { passed: false, score: 61.5, reasons: ['no tests', ''], feedback: 'write tests' };
    const { visit, made } = scene({ critic: says(told) });
    expect(await visit(byWorker())).toEqual({
      kind: 'gate',
      read: 'failed',
      score: 61.5,
      reasons: ['no tests'],
      feedback: 'write tests',
      commands: [],
      changed: [],
    });
    expect(made.requests[0]).toMatchObject({ prompt: 'Is it good?', reads: { work: 'the work' } });
  });

  it('passes on the boolean true at "passed" and on nothing else', async () => {
    const { visit } = scene({ critic: says({ passed: true, reasons: [] }) });
    expect(resultOf(await visit(byWorker())).read).toBe('passed');
    const others: readonly Json[] = [
      { passed: 'true' },
      { passed: 1 },
      { passed: null },
      { score: 100 },
      [true],
      true,
      'passed: true',
    ];
    for (const structured of others) {
      const result = resultOf(await scene({ critic: says(structured) }).visit(byWorker()));
      expect(result.read).toBe('no-verdict');
      expect(result.failed).toContain('no verdict');
    }
    const prose = resultOf(await scene({ critic: () => ({ text: '{"passed":true}' }) }).visit(byWorker()));
    expect(prose.read).toBe('no-verdict');
  });

  it('AF-58 records an attempt that gave no verdict, tells the next of it, and takes what that one says', async () => {
    const plays: Play = ({ attempt }) =>
      attempt === 1 ? { status: 'failed', why: 'it broke' } : { structured: { passed: true } };
    const { visit, facts, made } = scene({ critic: plays });
    expect(resultOf(await visit(byWorker({ attempts: 2 })))).toMatchObject({ read: 'passed', reasons: [] });
    expect(facts.filter(({ type }) => type === 'step.failed')).toMatchObject([
      { attempt: 1, reason: 'no verdict: failed: it broke' },
    ]);
    expect(made.prompts[1]).toContain('it broke');
    // What changed is held against the files before its first attempt.
    expect(facts.filter((fact) => fact.type === 'workspace.snapshot' && fact.when === 'step-start')).toHaveLength(1);
  });

  it('AF-58 no verdict in any attempt is not passed', async () => {
    const { visit, facts } = scene({ critic: () => ({ status: 'timed-out', why: 'too long' }) });
    const result = resultOf(await visit(byWorker({ attempts: 2 })));
    expect(result).toMatchObject({ read: 'no-verdict', failed: 'no verdict: timed-out: too long' });
    expect(facts.filter(({ type }) => type === 'step.failed')).toHaveLength(2);
    expect(decideGate(byWorker(), undefined, result).decision).toBe('failed');
  });

  it('UL-31 files that changed while it read make its verdict void', async () => {
    const writes: Play = (_, files) => {
      files.set('a.js', 'b');
      return { structured: { passed: true, score: 100 } };
    };
    const { visit } = scene({ critic: writes });
    const result = resultOf(await visit(byWorker({ attempts: 3 })));
    expect(result).toMatchObject({ read: 'void', score: null, changed: ['a.js'] });
    expect(result.failed).toBeUndefined();
    expect(decideGate(byWorker(), undefined, result).decision).toBe('failed');
  });

  it('goes on after a crash with the attempt that was cut off, against the files as they were before', async () => {
    const { visit, made } = scene({ critic: says({ passed: true }) });
    const before = await made.ports().workspace.snapshot();
    made.files.set('a.js', 'changed before the crash');
    const doing = {
      visit: 1,
      pass: 0,
      inputs: '',
      attempt: 2,
      open: false,
      reserved: null,
      worker: 'critic',
      failures: ['no verdict: failed: it broke'],
      before: before.ok ? before.tree : null,
      changed: [],
      result: null,
    };
    expect(resultOf(await visit(byWorker({ attempts: 2 }), { doing }))).toMatchObject({
      read: 'void',
      changed: ['a.js'],
    });
    expect(made.requests).toMatchObject([{ attempt: 2 }]);
    const spent = resultOf(await visit(byWorker({ attempts: 1 }), { doing }));
    expect(spent).toMatchObject({ read: 'no-verdict', failed: 'no verdict: failed: it broke' });
  });

  it('a bound keeps its worker from starting: the verdict is withheld, not failed', async () => {
    const { visit, made } = scene({ critic: says({ passed: true }) });
    const caps = { spendCap: { usd: 1 }, budget: {} };
    const spent = { ...EMPTY_SPEND, usd: 2 };
    const result = resultOf(await visit(byWorker(), { caps, spend: () => spent }));
    expect(result).toMatchObject({ read: 'no-verdict', withheld: true });
    expect(result.failed).toBeUndefined();
    expect(made.requests).toEqual([]);
    expect(resultOf(await visit(byWorker(), { caps })).withheld).toBeUndefined();
  });

  it('a stop ends it without a verdict', async () => {
    const stop = createStop();
    stop.stop('now');
    const { visit } = scene({ critic: says({ passed: true }) });
    expect(await visit(byWorker(), { stop: stop.signal })).toBe('cancelled');
  });
});

describe('a gate with commands or a condition', () => {
  const red: Check = (_, run) => (Array.isArray(run) && run[0] === 'bad' ? { exit: 1, output: 'boom' } : {});
  const byCommands = (...names: string[]) =>
    gateOf({ evaluator: { commands: names.map((name) => ({ run: [name] })) } });

  it('passes on clean evidence, with its reasons', async () => {
    const { visit, facts, made } = scene({}, red);
    const result = resultOf(await visit(byCommands('good', 'fine')));
    expect(result).toMatchObject({ read: 'passed', reasons: ['good: exit code 0', 'fine: exit code 0'], score: null });
    expect(result.commands.map(({ clean }) => clean)).toEqual([true, true]);
    expect(facts.filter(({ type }) => type === 'verify.command')).toHaveLength(2);
    expect(facts.find(({ type }) => type === 'step.started')).toMatchObject({ kind: 'gate' });
    expect(made.commands).toHaveLength(2);
  });

  it('fails on any that is not clean, runs all, and gives only the reasons that count', async () => {
    const { visit, made } = scene({}, red);
    const result = resultOf(await visit(byCommands('bad', 'good')));
    expect(result).toMatchObject({ read: 'failed', reasons: ['bad: exit code 1'] });
    expect(result.failed).toBeUndefined();
    expect(made.commands).toHaveLength(2);
  });

  it('what commands write is theirs and voids nothing', async () => {
    const { visit } = scene({}, () => ({ writes: { 'coverage.txt': '1' } }));
    expect(resultOf(await visit(byCommands('good')))).toMatchObject({ read: 'passed', changed: [] });
  });

  it('a program that is not there breaks the run; one that was stopped ends it', async () => {
    const missing = scene({}, () => ({ status: 'not-found' }));
    await expect(missing.visit(byCommands('gone'))).rejects.toMatchObject({ code: 'program-missing' });
    const stopped = scene({}, () => ({ status: 'cancelled' }));
    expect(await stopped.visit(byCommands('slow'))).toBe('cancelled');
  });

  it('a condition passes on true; false fails, and anything else is no verdict', async () => {
    const { visit, facts } = scene({});
    const verdict = async (when: string) => resultOf(await visit(gateOf({ evaluator: { when } })));
    expect(await verdict('steps.work.output.score > 5')).toMatchObject({ read: 'passed' });
    expect(facts).toMatchObject([{ type: 'step.started', kind: 'gate', attempt: 1 }]);
    expect(await verdict('steps.work.output.score > 9')).toMatchObject({
      read: 'failed',
      reasons: ['steps.work.output.score > 9 is false'],
    });
    const broken = await verdict('steps.work.output.missing > 9');
    expect(broken).toMatchObject({ read: 'no-verdict', failed: expect.stringContaining('cannot be evaluated') });
    const text = await verdict('steps.work.output.note');
    expect(text).toMatchObject({ read: 'no-verdict', failed: expect.stringContaining('"fine"') });
  });
});

describe('a gate with several evaluators', () => {
  const all = (...evaluators: Json[]) => gateOf({ attempts: 2, evaluator: { all: evaluators } });
  const critic = { worker: 'critic' };
  const second = { worker: 'second' };

  it('passes only where all pass; has the reasons of all and the lowest score', async () => {
    const { visit, made } = scene({
      critic: says({ passed: true, score: 80, reasons: ['style'], feedback: 'A' }),
      second: says({ passed: true, score: 60, reasons: ['depth'], feedback: 'B' }),
    });
    const step = all(critic, { commands: [{ run: ['good'] }] }, { when: 'true' }, second);
    expect(await visit(step)).toMatchObject({
      read: 'passed',
      score: 60,
      reasons: ['style', 'good: exit code 0', 'true is true', 'depth'],
      feedback: 'A\nB',
      commands: [{ clean: true }],
    });
    expect(made.requests.map(({ key }) => key)).toEqual(['r1/gate/1/1', 'r1/gate/1/7']);
  });

  it('asks all even where one has failed, and does not pass', async () => {
    const { visit, made } = scene({
      critic: says({ passed: false, score: 90, reasons: ['style'] }),
      second: says({ passed: true }),
    });
    expect(await visit(all(critic, second))).toMatchObject({ read: 'failed', score: 90, reasons: ['style'] });
    expect(made.requests).toHaveLength(2);
  });

  it('one that is void or gives no verdict spoils the whole, whatever the others say', async () => {
    const good = says({ passed: true });
    const mute = await scene({ critic: good, second: () => ({}) }).visit(all(critic, second));
    expect(mute).toMatchObject({ read: 'no-verdict', failed: expect.stringContaining('no structured answer') });
    const writes: Play = (_, files) => {
      files.set('a.js', 'b');
      return { structured: { passed: true } };
    };
    const spoiled = await scene({ critic: writes, second: good }).visit(all(critic, second));
    expect(spoiled).toMatchObject({ read: 'void', changed: ['a.js'] });
    const both = await scene({ critic: writes, second: () => ({}) }).visit(all(critic, second));
    expect(both).toMatchObject({ read: 'void', changed: ['a.js'] });
  });

  it('goes no further once a worker was not started', async () => {
    const { visit, made } = scene({ critic: says({ passed: true }) });
    const over = { caps: { spendCap: { usd: 1 }, budget: {} }, spend: () => ({ ...EMPTY_SPEND, usd: 2 }) };
    const commands = { commands: [{ run: ['good'] }] };
    expect(await visit(all(commands, critic, commands), over)).toMatchObject({ withheld: true, read: 'no-verdict' });
    expect(made.commands).toHaveLength(1);
  });

  it('what its commands write between two workers is held against neither', async () => {
    const { visit } = scene({ critic: says({ passed: true }), second: says({ passed: true }) }, () => ({
      writes: { 'coverage.txt': '1' },
    }));
    expect(await visit(all(critic, { commands: [{ run: ['good'] }] }, second))).toMatchObject({ read: 'passed' });
  });
});
