import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { foldHistory } from '../../engine/run/foldHistory';
import { EMPTY_HISTORY } from '../../engine/run/history';
import { reportOf } from '../../engine/run/report/report';
import { resultOf } from '../../engine/run/result';
import { green, idle, met, notMet, weighed } from '../fakes/plays';
import { entries, events, facts, fixFlow, latchStory, readState, run, runCut } from '../fakes/runs';
import type { Check, Play } from '../fakes/world';
import { world } from '../fakes/world';

const CANARY = 'canary-of-the-hold-out';
const flow = (commands: Json, loop: { readonly [key: string]: Json } = {}) =>
  fixFlow({ verify: { commands }, loop: { maxPasses: 3, ...loop } });
const asText = (command: unknown): string => JSON.stringify(command);
const repairing: Play = (request, files) => {
  files.set('a.js', `pass ${request.pass}`);
  return {};
};
const drifting: Play = (_, files) => {
  files.set('frozen', 'b');
  return {};
};
const termOf = (made: Parameters<typeof weighed>[0], pass: number) =>
  weighed(made)
    .find((event) => event.pass === pass)
    ?.terms.find(({ term }) => term === 'verified:verify');

describe('runs that confirm a claim', () => {
  const three = flow([{ run: ['npm', 'test'], confirm: 3 }]);

  it('are as many in all as the flow says, each recorded, and all of them clean', async () => {
    const made = world({ workers: { implementer: repairing, reviewer: met }, check: green });
    const state = await run(three, made);
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
    // Number 0, the pass, and two more.
    expect(made.commands).toHaveLength(4);
    expect(facts(made, 'verify.command')).toHaveLength(4);
    expect(state.steps.verify?.result).toMatchObject({ commands: [{ clean: true, runs: { clean: 3, of: 3 } }] });
    expect(termOf(made, 1)?.reason).toContain('3 of 3 runs clean');
  });

  it('do not happen where the claim is not met, or something else does not hold', async () => {
    const unmet = world({ workers: { implementer: idle, reviewer: notMet }, check: green });
    await run(flow([{ run: ['npm', 'test'], confirm: 3 }], { maxPasses: 1 }), unmet);
    expect(unmet.commands).toHaveLength(2);
    const red = world({ workers: { implementer: idle, reviewer: met }, check: () => ({ exit: 1 }) });
    await run(flow([{ run: ['npm', 'test'], confirm: 3 }], { maxPasses: 1 }), red);
    expect(red.commands).toHaveLength(2);
    const drifted = world({
      files: { frozen: 'a' },
      workers: { implementer: drifting, reviewer: met },
      check: green,
    });
    await run(flow([{ run: ['npm', 'test'], confirm: 3 }], { maxPasses: 1, frozen: ['frozen'] }), drifted);
    expect(drifted.commands).toHaveLength(2);
  });

  it('tell how flaky it is, and the claim is not confirmed; a later pass in which all are clean is', async () => {
    let call = 0;
    const check: Check = () => ({ exit: ++call === 3 ? 1 : 0, output: call === 3 ? 'boom\n' : '' });
    const made = world({ workers: { implementer: repairing, reviewer: met }, check });
    const state = await run(three, made);
    expect(termOf(made, 1)).toMatchObject({ ok: false, reason: 'npm test: flaky: 2 of 3 runs clean: exit code 1' });
    expect(events(made, 'step.done').filter(({ step }) => step === 'verify')).toMatchObject([
      { outcome: 'clean' },
      { outcome: 'fail', result: { commands: [{ runs: { clean: 2, of: 3 }, tail: 'boom\n' }] } },
      { outcome: 'clean' },
      { outcome: 'clean' },
    ]);
    expect(state.end?.outcome).toBe('complete');
    expect(termOf(made, 2)?.ok).toBe(true);
  });

  it('that see fewer tests than number 0 open the latch', async () => {
    let call = 0;
    const tap = (...names: readonly string[]) =>
      ['TAP version 13', ...names.map((n) => `ok - ${n}`), `1..${names.length}`].join('\n');
    const check: Check = () => ({ output: ++call === 4 ? tap('a') : tap('a', 'b') });
    const made = world({ workers: { implementer: repairing, reviewer: met }, check });
    const state = await run(flow([{ run: ['npm', 'test'], confirm: 3 }], { maxPasses: 1 }), made);
    expect(state.end?.outcome).toBe('stopped');
    expect(latchStory(state, 'tests:verify')).toBe('opened 1');
  });

  it('are looked behind: a frozen path that they change is drift', async () => {
    let call = 0;
    const check: Check = () => (++call === 4 ? { writes: { frozen: 'weak' } } : {});
    const made = world({ files: { frozen: 'a' }, workers: { implementer: repairing, reviewer: met }, check });
    const state = await run(flow([{ run: ['npm', 'test'], confirm: 3 }], { maxPasses: 1, frozen: ['frozen'] }), made);
    expect(state.end?.outcome).toBe('stopped');
    expect(latchStory(state, 'frozen:fix')).toBe('opened 1');
  });

  it('UL-29 come to the same wherever the run is cut off', async () => {
    const make = () => {
      const check: Check = (files) => ({ exit: files.get('a.js') === 'pass 2' ? 0 : 1 });
      return world({ workers: { implementer: repairing, reviewer: met }, check });
    };
    const commands: Json = [
      { run: ['npm', 'test'], confirm: 2 },
      { run: [CANARY], holdout: true },
    ];
    const whole = make();
    const wanted = await run(flow(commands), whole);
    expect(wanted.end?.outcome).toBe('complete');
    for (let at = 1; at <= whole.appends.count; at++) {
      for (const when of ['before', 'after'] as const) {
        const state = await runCut(flow(commands), make(), at, when);
        expect([at, when, state.end?.outcome, state.loops.fix?.pass]).toEqual([at, when, 'complete', 2]);
        expect(state.steps.verify?.result).toMatchObject({
          clean: true,
          commands: [{ runs: { of: 2 } }, { holdout: true }],
        });
      }
    }
  });
});

describe('hold-outs', () => {
  const commands: Json = [{ run: [CANARY], holdout: true }, { run: ['npm', 'test'] }];
  /** Red on its own until the second pass. */
  const check: Check = (files, command) => ({
    exit: asText(command).includes(CANARY) && files.get('a.js') !== 'pass 2' ? 1 : 0,
    output: asText(command).includes(CANARY)
      ? `not ok 1 - ${CANARY}\n1..1\n`.repeat(files.get('a.js') === 'pass 2' ? 0 : 1)
      : '',
  });
  const reading = fixFlow({
    verify: { commands, writes: 'seen' },
    act: { reads: ['verify', 'channel:seen'] },
    judge: { reads: ['verify', 'channel:seen'] },
    loop: { maxPasses: 3 },
    flow: { channels: { seen: { reducer: 'append' } } },
  });

  it('run only to confirm a claim, are no part of number 0, and a red one keeps it from being confirmed', async () => {
    const made = world({ workers: { implementer: repairing, reviewer: met }, check });
    const state = await run(reading, made);
    const ran = made.commands.map((command) => (asText(command).includes(CANARY) ? 'held' : 'open'));
    expect(ran).toEqual(['open', 'open', 'held', 'open', 'held']);
    expect(events(made, 'pass.ended').map(({ decision }) => decision)).toEqual(['again', 'confirmed']);
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
  });

  it('are told to people in full, and to workers as "a hold-out check did not pass" and no more', async () => {
    const made = world({ workers: { implementer: repairing, reviewer: met }, check });
    await run(reading, made);
    expect(termOf(made, 1)?.reason).toContain(`${CANARY} (a hold-out)`);
    const heard = JSON.stringify([made.prompts, made.requests]);
    expect(heard).not.toContain(CANARY);
    const second = made.requests.find(({ step, pass }) => step === 'act' && pass === 2);
    expect(second?.reads.verify).toMatchObject({ clean: false, heldOut: 'a hold-out check did not pass' });
    expect(second?.notes.at(-1)).toBe('Pass 1 (engine): A hold-out check did not pass: the goal was not met.');
    const told = (forModel: boolean) => {
      const [state, history] = [readState(made), entries(made).reduce(foldHistory, EMPTY_HISTORY)];
      const result = resultOf(state, { startedAt: '', endedAt: null, trace: 'trace.ndjson', holding: 'free' });
      return reportOf({ flow: reading, state, history, result, damaged: [], tornBytes: 0, forModel });
    };
    expect(told(false)).toContain(CANARY);
    expect(told(true)).not.toContain(CANARY);
    expect(made.projections.has('artifacts/verify/2.json')).toBe(true);
    for (const [name, kept] of made.projections) expect(asText(kept), name).not.toContain(CANARY);
  });

  it('may be all there is: then nothing was green before, and the claim stands on them', async () => {
    const only = fixFlow({ verify: { commands: [{ run: [CANARY], holdout: true }] }, loop: { maxPasses: 1 } });
    const fine = world({ workers: { implementer: repairing, reviewer: met }, check: green });
    const state = await run(only, fine);
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
    expect(fine.commands).toHaveLength(1);
    expect(state.loops.fix?.baseline.verifications.verify).toEqual({ clean: false, inventory: null });
    const red = world({ workers: { implementer: repairing, reviewer: met }, check: () => ({ exit: 1 }) });
    expect((await run(only, red)).end?.outcome).toBe('stopped');
    const unmet = world({ workers: { implementer: repairing, reviewer: notMet }, check: green });
    const stopped = await run(only, unmet);
    expect(stopped.end).toMatchObject({ outcome: 'stopped', confirmed: 'none' });
    expect(termOf(unmet, 1)?.reason).toContain('only hold-outs');
  });
});

describe('a check that was green before any work', () => {
  it('UL-32 is marked so in its term, since it proves nothing about a repair, and one that was red is not', async () => {
    const was = world({ workers: { implementer: repairing, reviewer: met }, check: green });
    expect((await run(fixFlow(), was)).end?.outcome).toBe('complete');
    expect(termOf(was, 1)).toMatchObject({
      ok: true,
      reason: expect.stringContaining('already green before the work'),
    });
    const red = world({
      workers: { implementer: repairing, reviewer: met },
      check: (files) => ({ exit: files.has('a.js') ? 0 : 1 }),
    });
    expect((await run(fixFlow(), red)).end?.outcome).toBe('complete');
    expect(termOf(red, 1)?.reason).not.toContain('already green');
  });
});
