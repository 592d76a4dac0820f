import { describe, expect, it } from 'vitest';
import { evaluateIn } from '../../../engine/run/inspect/evaluate';
import type { Frame } from '../../../engine/run/inspect/frame';
import { framesOf } from '../../../engine/run/inspect/frames';
import type { FlowsInForce } from '../../../engine/run/inspect/levels';
import { bounded, MOST_TEXT, previewOf } from '../../../engine/run/inspect/preview';
import { scopesOf } from '../../../engine/run/inspect/scopes';
import { jsonVariable } from '../../../engine/run/inspect/variable';
import type { RunState } from '../../../engine/run/state';
import { EMPTY_STATE } from '../../../engine/run/state';
import { flowWith } from '../../fakes/flows';
import { absent, byFile, idle, notMet, usd } from '../../fakes/plays';
import { fixFlow } from '../../fakes/runs';
import { world } from '../../fakes/world';
import { carried, variablesText } from './shown';

const top = (state: RunState, flows: FlowsInForce | null, within = ''): Frame => {
  const [frame] = framesOf(state, flows, { within });
  if (frame === undefined) throw new Error('no frame');
  return frame;
};

const scope = (name: string, state: RunState, flows: FlowsInForce | null, within = ''): string => {
  const found = scopesOf(state, flows, top(state, flows, within)).find((each) => each.name === name);
  return found === undefined ? 'no such scope' : variablesText(found.variables());
};

const fix = fixFlow({
  loop: { spendCap: { usd: 10 }, noProgressCeiling: 4 },
  act: { check: { changedOnDisk: 'claimed' }, writes: 'tried' },
  flow: {
    channels: { tried: { reducer: 'append' }, unset: {} },
    inputs: { who: { type: 'string' } },
    budget: { usd: 20 },
  },
});
const flows: FlowsInForce = { flow: fix, called: new Map() };

async function afterPasses(usage = usd(1.5)) {
  const made = world({
    workers: {
      implementer: ({ pass }, files) => {
        if (pass > 1) files.set('a.js', `try ${pass}`);
        return { structured: { pass }, claims: ['a.js'], usage };
      },
      reviewer: notMet,
    },
    check: byFile,
    free: false,
  });
  const { seen } = await carried(fix, made, { inputs: { who: 'ann' } }, (run) => {
    run.send({ do: 'caps', loop: 'fix', caps: { maxPasses: 3 } }, 'ann');
  });
  const due = (step: string, pass: number) =>
    seen.find(
      ({ entry, state }) =>
        entry.type === 'commit' && state.frontier[0]?.step === step && (state.loops.fix?.pass ?? 0) === pass,
    )?.state ?? EMPTY_STATE;
  return { due, last: seen.at(-1)?.state ?? EMPTY_STATE };
}

describe('the variables of a place', () => {
  it('has channels as they read, inputs, and the last output of each step', async () => {
    const { due } = await afterPasses();
    const state = due('judge', 2);
    expect(scope('Channels', state, flows)).toBe('tried: [{pass: 2}]\n  0: {pass: 2}\n    pass: 2\nunset: null');
    expect(scope('Inputs', state, flows)).toBe('who: "ann"');
    expect(scope('Outputs', state, flows)).toContain(
      'act: done: {pass: 2}\n  output: {pass: 2}\n    pass: 2\n  outcome: done',
    );
    expect(scope('Step', state, flows)).toContain('step: judge\nvisit: 1\nkind: judge');
  });

  it('has each loop with its bounds as they are in force, what was written, and what remains', async () => {
    const { due, last } = await afterPasses();
    const text = scope('Loops', due('act', 2), flows);
    expect(text).toContain('fix: pass 2 of 3');
    expect(text).toContain('maxPasses: 3 (the flow says 5)');
    expect(text).toContain('passes left: 1');
    expect(text).toContain('noProgressCeiling: 4');
    expect(text).toContain('spendCap.usd: $10');
    expect(scope('Loops', last, flows)).toContain('fix: left after pass 3: pass-cap');
    expect(scope('Loops', EMPTY_STATE, flows)).toContain('fix: not entered');
  });

  it('has the spend and what is left of it, and says what is unknown and never that it is zero', async () => {
    const { due } = await afterPasses();
    const text = scope('Budget', due('verify', 2), flows);
    expect(text).toMatch(/^usd: \$3$/m);
    expect(text).toMatch(/spend cap of the loop[^\n]*: \$10\n {2}usd at most: \$10\n {2}usd left: \$7/);
    expect(text).toMatch(/budget of the flow: \$20\n {2}usd at most: \$20\n {2}usd left: \$17/);
    const unknown = await afterPasses(absent);
    const said = scope('Budget', unknown.last, flows);
    expect(said).toMatch(/^usd: unknown \(at least \$0: \d+ turns? not reported\)$/m);
    expect(said).toContain('usd left: unknown');
    expect(said).not.toMatch(/usd: \$0$/m);
  });

  it('has the ledger, open latches first, each with claim, reason and evidence; notes and steers', async () => {
    const { due, last } = await afterPasses();
    const open = scope('Ledger', due('act', 2), flows);
    expect(open).toMatch(/^step:act: open: /);
    expect(open).toContain('evidence: none yet');
    expect(open).toMatch(/claim: .*a\.js/);
    expect(scope('Ledger', last, flows)).toMatch(/^step:act: cleared: /);
    expect(scope('Notes', due('act', 3), flows)).toMatch(
      /fix: 2 notes, 0 steers\n {2}1: pass 1, engine: act did not hold/,
    );
  });

  it('has open questions, and what waits', async () => {
    const flow = flowWith('ok', {
      ok: { kind: 'ask', question: 'Shall we?', choices: ['yes', 'no'], routes: { yes: '@complete', no: '@handoff' } },
    });
    const made = world({ workers: {} });
    const { seen } = await carried(flow, made);
    const text = scope('Questions and waits', seen.at(-1)?.state ?? EMPTY_STATE, { flow, called: new Map() });
    expect(text).toBe('ok.1: open: Shall we?\n  question: Shall we?\n  choices: yes, no\n  answer: none yet');
  });

  it('shows what is known where the flow is not', async () => {
    const { last } = await afterPasses();
    expect(scope('Channels', last, null)).toContain('tried: [');
    expect(scope('Outputs', last, null)).toContain('act: done');
    expect(scope('Loops', last, null)).toBe('');
  });

  it('is bounded: a value is one line, long texts are cut and say so, inside is given in parts', () => {
    const line = previewOf('x\n'.repeat(5000));
    expect(line.length).toBeLessThan(MOST_TEXT * 2 + 60);
    expect(line).toMatch(/…" \(10,000 characters\)$/);
    expect(bounded('a\nb')).toBe('a\\nb');
    expect(previewOf({ a: [1, 2, { b: { c: 1 } }], d: 'e' })).toBe('{a: [1, 2, {…}], d: "e"}');
    const many = jsonVariable('many', [...Array(10_000).keys()], 'state.many');
    expect(many.value.length).toBeLessThan(200);
    expect(many.inside?.count).toBe(10_000);
    expect(many.inside?.page(9_998, 100).map(({ name, value, cel }) => [name, value, cel])).toEqual([
      ['9998', '9998', 'state.many[9998]'],
      ['9999', '9999', 'state.many[9999]'],
    ]);
    expect(
      jsonVariable('x', { 'a-b': 1, in: 2, c: 3 }, 'state.x')
        .inside?.page(0, 3)
        .map(({ cel }) => cel),
    ).toEqual(['state.x["a-b"]', 'state.x["in"]', 'state.x.c']);
  });
});

describe('an expression at a place', () => {
  it('sees what a `when` there sees', async () => {
    const { due } = await afterPasses();
    const state = due('judge', 2);
    const at = top(state, flows);
    const value = (text: string) => evaluateIn(state, flows, at, text);
    expect(value('loops.fix.pass == 2 && steps.act.output.pass == 2')).toEqual({ ok: true, value: true });
    expect(value('inputs.who')).toEqual({ ok: true, value: 'ann' });
    expect(value('budget.usd > 1.0')).toEqual({ ok: true, value: true });
    expect(value('state.unset')).toEqual({ ok: true, value: null });
    expect(value('item')).toMatchObject({ ok: false, why: expect.stringContaining('only a step that a map calls') });
    expect(value('1 +')).toMatchObject({ ok: false });
    expect(evaluateIn(state, null, at, '1')).toMatchObject({ ok: false, why: expect.stringContaining('not known') });
    const unknown = await afterPasses(absent);
    expect(evaluateIn(unknown.last, flows, top(unknown.last, flows), 'budget.usd > 1.0')).toMatchObject({
      ok: false,
      why: expect.stringContaining('not known'),
    });
  });

  it('sees the item in an item', async () => {
    const steps = {
      each: { kind: 'map', over: 'inputs.files', step: 'one', next: '@complete' },
      one: itemStep,
    } as const;
    const flow = flowWith('each', steps, { inputs: { files: { type: 'array' } } });
    const { seen } = await carried(flow, world({ workers: { w: idle } }), { inputs: { files: ['x', 'y'] } });
    const state = seen[0]?.state ?? EMPTY_STATE;
    const known = { flow, called: new Map() };
    expect(evaluateIn(state, known, top(state, known, 'each.1#1'), 'item + "!"')).toEqual({ ok: true, value: 'y!' });
    expect(scope('Step', state, known, 'each.1#1')).toContain('item: "y"');
  });

  it('every CEL that a variable names gives that variable', async () => {
    const { due } = await afterPasses();
    const state = due('judge', 3);
    const frame = top(state, flows);
    let asked = 0;
    for (const { variables } of scopesOf(state, flows, frame)) {
      for (const { cel, inside } of variables()) {
        for (const each of [cel, ...(inside?.page(0, 50).map((one) => one.cel) ?? [])]) {
          if (each === undefined) continue;
          expect(evaluateIn(state, flows, frame, each), each).toMatchObject({ ok: true });
          asked++;
        }
      }
    }
    expect(asked).toBeGreaterThan(8);
  });
});

const itemStep = { kind: 'work', worker: 'w', prompt: 'One.', reads: ['item'] } as const;
