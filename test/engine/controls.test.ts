import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { changesInTheWay } from '../../engine/run/changes';
import type { Driving } from '../../engine/run/driving';
import { byStep, flowWith, work } from '../fakes/flows';
import { byFile, idle, met, notMet, passes } from '../fakes/plays';
import { events, fixFlow, readState, resume, run } from '../fakes/runs';
import type { Play } from '../fakes/world';
import { world } from '../fakes/world';

/** Acts on the run while a step of it works. */
const acting = () => {
  let driving: Driving | null = null;
  return {
    onStart: (run: Driving) => {
      driving = run;
    },
    during:
      (act: Parameters<Driving['send']>[0], by = 'me'): Play =>
      () => {
        driving?.send(act, by);
        return {};
      },
  };
};

const two = flowWith('a', { a: work('b'), b: work('@complete') });

describe('acts from outside', () => {
  it('pause parks at the next boundary; nothing more starts until a resume', async () => {
    const { onStart, during } = acting();
    const made = world({ workers: { w: byStep({ a: during({ do: 'pause' }) }) } });
    const state = await run(two, made, { onStart });
    expect([state.end, state.paused]).toEqual([null, true]);
    expect(made.requests.map(({ step }) => step)).toEqual(['a']);
    const after = await resume(two, made);
    expect(after.end?.outcome).toBe('complete');
    expect(after.paused).toBe(false);
  });

  it('AF-47 a stop asked while a step works takes hold at its boundary; a stop now ends the step and says so', async () => {
    const first = acting();
    const made = world({ workers: { w: byStep({ a: first.during({ do: 'stop' }) }) } });
    const stopped = await run(two, made, { onStart: first.onStart });
    expect(stopped.end).toMatchObject({ outcome: 'stopped', reason: 'by-person' });
    expect(Object.keys(stopped.steps)).toEqual(['a']);

    const second = acting();
    const cut = world({
      workers: {
        w: async (request, files) => {
          await second.during({ do: 'cancel' })(request, files);
          return new Promise<never>(() => {});
        },
      },
    });
    const cancelled = await run(two, cut, { onStart: second.onStart });
    expect(cancelled.end).toMatchObject({ outcome: 'cancelled' });
    expect(cancelled.steps).toEqual({});
  });

  it('a stop after the pass ends the pass first, and its end counts', async () => {
    const { onStart, during } = acting();
    const made = world({
      workers: { implementer: during({ do: 'stop', when: 'pass' }), reviewer: notMet },
      check: () => ({ exit: 1 }),
    });
    const state = await run(fixFlow(), made, { onStart });
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'by-person' });
    expect(events(made, 'pass.ended')).toHaveLength(1);
    const after = await resume(fixFlow(), made);
    expect(passes(made)).toEqual([1, 2, 3, 4, 5]);
    expect(after.end).toMatchObject({ reason: 'pass-cap' });
  });

  it('EN-11 a cap lowered below what is used lets the pass end, then stops; counters stay', async () => {
    let pass = 0;
    const { onStart, during } = acting();
    const made = world({
      workers: {
        implementer: (request, files) => {
          pass += 1;
          return pass === 3 ? during({ do: 'caps', loop: 'fix', caps: { maxPasses: 2 } })(request, files) : {};
        },
        reviewer: notMet,
      },
      check: () => ({ exit: 1 }),
    });
    const state = await run(fixFlow(), made, { onStart });
    expect(passes(made)).toEqual([1, 2, 3]);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    expect(state.loops.fix).toMatchObject({ pass: 3, total: 3 });
    expect(events(made, 'caps.changed')).toMatchObject([{ loop: 'fix', caps: { maxPasses: 2 }, by: 'me' }]);
    expect(readState(made)).toEqual(state);
  });

  it('a cap raised while it runs is in force at the end of the pass', async () => {
    const { onStart, during } = acting();
    const made = world({
      workers: {
        implementer: (request, files) =>
          request.pass === 2 ? during({ do: 'caps', loop: 'fix', caps: { maxPasses: 3 } })(request, files) : {},
        reviewer: notMet,
      },
      check: () => ({ exit: 1 }),
    });
    await run(fixFlow({ loop: { maxPasses: 2 } }), made, { onStart });
    expect(passes(made)).toEqual([1, 2, 3]);
  });
});

describe('SH-40 a flow edited while its run is parked', () => {
  const alone = (flow: Flow) => ({ flow, called: new Map() });
  const asking = (maxPasses: number, id = 'ask') =>
    fixFlow({
      loop: { maxPasses },
      verify: { next: id },
      steps: { [id]: { kind: 'ask', question: 'Go on?', choices: ['yes'], routes: { yes: 'judge' } } },
    });
  const parked = async () => {
    const made = world({ workers: { implementer: idle, reviewer: notMet }, check: () => ({ exit: 1 }) });
    let state = await run(asking(3), made);
    for (const _ of [1, 2]) {
      const open = Object.entries(state.asks).find(([, { answer }]) => answer === null)?.[0] ?? '';
      state = await resume(asking(3), made, {
        onStart: (driving) => driving.send({ do: 'answer', ask: open, choice: 'yes' }, 'me'),
      });
    }
    expect(state.loops.fix?.pass).toBe(3);
    return { made, state };
  };

  it('another cap is in force with the change, and counters are kept', async () => {
    const { made, state } = await parked();
    expect(changesInTheWay(alone(asking(3)), alone(asking(5)), state)).toEqual([]);
    const after = await resume(asking(5), made, {
      changedFlow: { hash: 'new', file: 'flow.new.json' },
      onStart: (driving) => driving.send({ do: 'answer', ask: 'ask.3', choice: 'yes' }, 'me'),
    });
    expect(after.loops.fix?.pass).toBe(4);
    expect(after.head?.flow.hash).toBe('new');
  });

  it('the parked step renamed or deleted is in the way, and named', async () => {
    const { state } = await parked();
    const renamed = changesInTheWay(alone(asking(3)), alone(asking(3, 'question')), state);
    expect(renamed).toEqual(['the step "ask", at which the run stands, is gone (new: "question")']);
    const deleted = changesInTheWay(alone(asking(3)), alone(fixFlow({ loop: { maxPasses: 3 } })), state);
    expect(deleted).toEqual(['the step "ask", at which the run stands, is gone']);
  });
});

describe('acts on a called flow', () => {
  it('a note and an acceptance find its loop by the place of the call, however the flow is named there', async () => {
    const child = fixFlow({ loop: { frozen: ['test'], maxPasses: 3 } });
    const calling = flowWith('repair', {
      repair: { kind: 'call', flow: 'flows/fix.converge.json', next: '@complete' },
    });
    const { onStart, during } = acting();
    const made = world({
      files: { 'a.js': 'bad', 'test/a.js': 'x' },
      workers: {
        implementer: async (request, files) => {
          files.set('test/a.js', 'y');
          files.set('a.js', 'good');
          if (request.pass === 2) {
            await during({ do: 'note', loop: 'repair/fix', text: 'Mind the gap.' })(request, files);
            await during({ do: 'accept', latch: 'frozen:repair/fix', why: 'meant so' })(request, files);
          }
          return {};
        },
        reviewer: met,
      },
      check: byFile,
      flows: { 'flows/fix.converge.json': { flow: child, hash: 'h' } },
    });
    const state = await run(calling, made, { onStart });
    expect(events(made, 'note.added').map(({ note }) => note.text)).toContain('Mind the gap.');
    expect(events(made, 'latch.accepted')).toMatchObject([{ latch: 'frozen:repair/fix', loop: 'fix' }]);
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
  });

  it('what is sent in the very moment in which a run parks is carried out, or it is said that it was not taken', async () => {
    const asks = flowWith('ok', {
      ok: { kind: 'ask', question: 'Shall we?', choices: ['yes'], routes: { yes: 'b' } },
      b: work('@complete'),
    });
    const answer = { do: 'answer', ask: 'ok.1', choice: 'yes' } as const;
    const { onStart, sent, made } = sending(() => made.lines.some((line) => line.includes('ask.opened')), answer);
    const state = await run(asks, made, { onStart });
    expect(state.end).toMatchObject({ outcome: 'complete' });
    expect(events(made, 'ask.answered')).toMatchObject([{ by: 'me' }]);
    expect(sent()).toEqual([true, false]);
  });

  it('what is sent behind the end is not taken, and neither what is sent to a run that has parked', async () => {
    const late = sending(() => late.made.lines.some((line) => line.includes('run.ended')), { do: 'stop' });
    await run(two, late.made, { onStart: late.onStart });
    expect(late.sent()).toEqual([false, false]);
    expect(late.made.lines.some((line) => line.includes('"control"'))).toBe(false);
  });
});

/** Sends an act behind the first append after which it is time, and once more when the run has parked. */
function sending(isTime: () => boolean, act: Parameters<Driving['send']>[0]) {
  const made = world({ workers: { w: byStep() } });
  const sent: boolean[] = [];
  let driving: Driving | null = null;
  made.crash = (when) => {
    if (when === 'after' && sent.length === 0 && isTime() && driving !== null) sent.push(driving.send(act, 'me'));
  };
  const onStart = (run: Driving) => {
    driving = run;
  };
  return { made, onStart, sent: () => [...sent, driving?.send(act, 'me')] };
}
