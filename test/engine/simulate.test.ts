import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { examine } from '../../engine/flow/examine';
import type { Flow } from '../../engine/flow/schema';
import { sha256 } from '../../engine/node/digest';
import { simulate } from '../../engine/run/simulate';
import type { PresetName } from '../../engine/run/simulated/presets';
import { PRESETS } from '../../engine/run/simulated/presets';
import type { Script } from '../../engine/run/simulated/script';
import { tableOf } from '../../engine/run/simulated/table';
import { flowWith, work } from '../fakes/flows';
import { fixFlow, flowOf } from '../fakes/runs';
import { play, preset } from '../fakes/simulated';

const loopFlow = fixFlow({
  act: { check: { changedOnDisk: 'claimed' } },
  loop: { maxPasses: 4, noProgressCeiling: 2, spendCap: { usd: 2 } },
});

const grouped = flowOf({
  converge: 1,
  id: 'g',
  start: 'main',
  main: 'main',
  steps: {
    main: { kind: 'router', worker: 'boss', branches: { go: 'do', stop: 'check' } },
    do: work('judge'),
    judge: work('do'),
    check: { kind: 'verify', commands: [{ run: ['true'] }], next: '@complete', routes: { fail: '@stop' } },
  },
  loops: { grind: { type: 'group', from: 'judge', to: 'do', maxIterations: 3, exitTo: 'main' } },
});

describe('presets show their point', () => {
  it('never-met: every pass is unmet and the cap on passes ends it', async () => {
    const { end, passes } = await preset(loopFlow, 'never-met');
    expect(end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    expect(passes.map(({ pass, proposed, decision }) => [pass, proposed, decision])).toEqual([
      [1, 'not-met', 'again'],
      [2, 'not-met', 'again'],
      [3, 'not-met', 'again'],
      [4, 'not-met', 'pass-cap'],
    ]);
    expect(passes[3]?.exit).toEqual({ reason: 'pass-cap', to: ['@stop'] });
  });

  it('met-over-red: the judge proposes met in every pass and none is confirmed', async () => {
    const { end, passes } = await preset(loopFlow, 'met-over-red');
    expect(end.outcome).toBe('stopped');
    expect(passes.length).toBeGreaterThan(1);
    for (const pass of passes) {
      expect(pass).toMatchObject({ proposed: 'met', confirmed: false });
      expect(pass.verdict.find(({ term }) => term === 'verified:verify')).toMatchObject({ ok: false });
    }
  });

  it('no-usage: the first pass ends it, spend being unproven, and without a cap it goes on', async () => {
    const { end, passes } = await preset(loopFlow, 'no-usage');
    expect(end).toMatchObject({ outcome: 'stopped', reason: 'spend-unproven' });
    expect(passes).toHaveLength(1);
    const free = fixFlow({ loop: { maxPasses: 3 } });
    expect(PRESETS['no-usage'].fits(free)).toBe(false);
    expect((await preset(free, 'no-usage')).passes).toHaveLength(3);
  });

  it('stalled: the ceiling of passes without progress ends it before the cap', async () => {
    const { end, passes } = await preset(loopFlow, 'stalled');
    expect(end).toMatchObject({ outcome: 'stopped', reason: 'no-progress' });
    expect(passes.map(({ pass }) => pass)).toEqual([1, 2, 3]);
  });

  it('latch-then-clear: a lie opens a latch, the next pass clears it and is confirmed', async () => {
    const { end, passes } = await preset(loopFlow, 'latch-then-clear');
    expect(passes.map(({ latches }) => latches)).toEqual([
      { opened: ['step:act'], cleared: [], open: ['step:act'] },
      { opened: [], cleared: ['step:act'], open: [] },
    ]);
    expect(passes.map(({ how, confirmed }) => [how, confirmed])).toEqual([
      ['ended-early', false],
      ['judged', true],
    ]);
    expect(end).toMatchObject({ outcome: 'complete', confirmed: 'evidence', openLatches: [] });
  });

  it('batch-exhausted: the batch is used up, control comes to the exit, and the run goes on', async () => {
    const { end, batches, steps } = await preset(grouped, 'batch-exhausted');
    expect(batches).toMatchObject([
      { loop: 'grind', batch: 1, iterations: 3, exit: { reason: 'loop-limit', to: 'main' } },
    ]);
    expect(steps.filter(({ step }) => step === 'main')).toHaveLength(2);
    expect(end.outcome).toBe('complete');
    expect(PRESETS['batch-exhausted'].fits(loopFlow)).toBe(false);
  });

  it('each of them plays out with the flow that comes with the program', async () => {
    const text = readFileSync(join(import.meta.dirname, '../../media/templates/fix-until-green.converge.json'), 'utf8');
    const { flow } = examine(text);
    if (flow === null) throw new Error('it has errors');
    const ends: Record<string, string> = {};
    for (const name of Object.keys(PRESETS) as PresetName[]) {
      const { end } = await preset(flow, name);
      ends[name] = end.reason ?? end.outcome;
    }
    expect(ends).toEqual({
      'never-met': 'pass-cap',
      'met-over-red': 'pass-cap',
      'no-usage': 'spend-unproven',
      stalled: 'no-progress',
      'latch-then-clear': 'complete',
      'batch-exhausted': 'complete',
    });
  });
});

describe('a simulation always ends', () => {
  const round = flowWith('a', { a: work('b'), b: work('a') }, { budget: { superSteps: 1_000_000 } });
  it('is cut off after its super-steps, says so, and its trace has no end', async () => {
    const { end, trace } = await play(round, {}, { maxSuperSteps: 50 });
    expect(end).toMatchObject({ outcome: 'cut' });
    expect(end.why).toContain('50 super-steps');
    expect(
      trace.flatMap((entry) => (entry.type === 'commit' ? entry.events : [])).some(({ type }) => type === 'run.ended'),
    ).toBe(false);
  });
  it('a watch without end is cut too, and a flow that ends by itself is not', async () => {
    const flow = flowWith('wait', {
      wait: { kind: 'watch', poll: { run: ['poll'] }, routes: { activity: '@stop', terminal: '@complete' } },
    });
    const idle = await play(flow, { steps: { wait: { '*': { poll: 'idle' } } } }, { maxSuperSteps: 40 });
    expect(idle.end.outcome).toBe('cut');
    expect((await play(flow, {}, { maxSuperSteps: 40 })).end.outcome).toBe('complete');
  });
});

describe('a script that does not fit is refused', () => {
  const refusal = async (flow: Flow, script: unknown) => {
    const came = await simulate(flow, script as Script, { digest: sha256 });
    return came.ok ? [] : came.issues.map(({ code, path, message }) => `${code} ${path.join('.')} ${message}`);
  };
  it('with every step that is not there and every outcome that cannot be', async () => {
    const found = await refusal(loopFlow, {
      steps: {
        atc: { '1': {} },
        act: { '1': { judgment: 'met' }, '2': { branch: 'left' }, later: {} },
        verify: { '0': {}, '1': { commands: ['clean', 'red'] } },
        judge: { '0': {}, '*': { verdict: 'passed' } },
      },
    });
    expect(found).toEqual([
      'unknown-step steps.atc There is no step "atc". Did you mean "act"?',
      expect.stringMatching(
        /^impossible-outcome steps\.act\.1\.judgment "act" is of kind work and cannot have "judgment"/,
      ),
      expect.stringMatching(/^impossible-outcome steps\.act\.2\.branch "act" has no branch "left"/),
      expect.stringMatching(/^script-key steps\.act\.later /),
      expect.stringMatching(/^impossible-outcome steps\.verify\.1\.commands "verify" has one command/),
      expect.stringMatching(/^script-key steps\.judge\.0 /),
      expect.stringMatching(/^impossible-outcome steps\.judge\.\*\.verdict /),
    ]);
  });
  it('with what is no script, with flows that are not known and inputs that do not fit', async () => {
    expect(await refusal(loopFlow, { stepz: {} })).toEqual([expect.stringMatching(/^script-shape /)]);
    const calling = flowWith('sub', { sub: { kind: 'call', flow: 'gone', next: '@complete' } });
    expect(await refusal(calling, {})).toEqual([expect.stringMatching(/^unknown-flow steps\.sub /)]);
    const came = await simulate(loopFlow, {}, { digest: sha256, inputs: { x: 1 } });
    expect(came.ok ? [] : came.issues.map(({ code }) => code)).toEqual(['script-inputs']);
  });
});

describe('the table', () => {
  it('has a row for each pass: proposal, what the engine says, latches, exit', async () => {
    expect(tableOf(await preset(loopFlow, 'latch-then-clear'))).toEqual([
      ['pass', 'proposed', 'engine', 'latches', 'exit'],
      ['fix 1', expect.stringMatching(/^nothing: act: /), expect.stringContaining('ledger'), '+ step:act', 'again'],
      ['fix 2', 'met', 'confirmed', '- step:act', 'confirmed → @complete'],
      ['end', '', expect.any(String), '', 'complete'],
    ]);
    const batches = tableOf(await preset(grouped, 'batch-exhausted'));
    expect(batches[1]).toEqual(['grind batch 1', '', '3 iterations, 3 in all', '', 'loop-limit → main']);
  });
});
