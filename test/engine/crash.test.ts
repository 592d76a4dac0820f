import { describe, expect, it } from 'vitest';
import type { RunState } from '../../engine/run/state';
import { byFile, notMet, passes, usd } from '../fakes/plays';
import { events, fixFlow, resume, run, runCut } from '../fakes/runs';
import type { Play, World } from '../fakes/world';
import { Crash, world } from '../fakes/world';
import { fc } from '../fc';

/** What must be the same, however often a run was cut: how it ended, the files, the ledger's history, the passes. */
const comparable = (state: RunState, made: World) => ({
  end: state.end,
  files: [...made.files].sort(),
  ledger: state.ledger.map(({ id, state: of, history }) => ({ id, of, history })),
  notes: state.loops.fix?.notes,
  passes: passes(made),
  stalled: events(made, 'pass.ended').map(({ stalled, decision }) => `${stalled} ${decision}`),
});

/** A made-up agent: in each pass it lies, drifts, breaks, repairs, or does nothing, by a list of moves. */
type Move = 'lie' | 'drift' | 'restore' | 'break' | 'repair' | 'nothing';
const MOVES: readonly Move[] = ['lie', 'drift', 'restore', 'break', 'repair', 'nothing'];

function agent(moves: readonly Move[]): Play {
  return (request, files) => {
    switch (moves[request.pass - 1] ?? 'nothing') {
      case 'lie':
        return { claims: ['a.js'] };
      case 'drift':
        files.set('test/a', 'weak');
        return {};
      case 'restore':
        files.set('test/a', 'strict');
        return {};
      case 'break':
        return { status: 'failed', why: 'it broke' };
      case 'repair':
        files.set('a.js', 'good');
        return { claims: ['a.js'] };
      case 'nothing':
        return {};
    }
  };
}

const story = (moves: readonly Move[], judge: Play): World =>
  world({
    files: { 'a.js': 'bad', 'test/a': 'strict' },
    workers: { implementer: agent(moves), reviewer: judge },
    check: byFile,
  });

const flow = fixFlow({
  act: { attempts: 2, check: { changedOnDisk: 'claimed' } },
  loop: { maxPasses: 6, frozen: ['test'] },
});
const claimsMet: Play = (request) => ({
  structured: { goalMet: true, lesson: `L${request.pass}`, marker: request.pass },
});

describe('a crash', () => {
  it('UL-29 and SH-03 before or after any append changes nothing of what comes out, and no pass number appears twice', async () => {
    const moves: readonly Move[] = ['lie', 'drift', 'break', 'restore', 'repair'];
    const uncut = story(moves, claimsMet);
    const whole = comparable(await run(flow, uncut), uncut);
    expect(whole.end?.outcome).toBe('complete');
    for (let at = 1; at <= uncut.appends.count; at++) {
      for (const when of ['before', 'after'] as const) {
        const cut = story(moves, claimsMet);
        expect(comparable(await runCut(flow, cut, at, when), cut), `cut ${when} append ${at}`).toEqual(whole);
      }
    }
  });

  it('UL-29 holds for any story, judge and place of the cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...MOVES), { maxLength: 7 }),
        fc.constantFrom(claimsMet, notMet),
        fc.integer({ min: 1, max: 80 }),
        fc.constantFrom('before' as const, 'after' as const),
        async (moves, judge, at, when) => {
          const uncut = story(moves, judge);
          const whole = comparable(await run(flow, uncut), uncut);
          const cut = story(moves, judge);
          expect(comparable(await runCut(flow, cut, at, when), cut)).toEqual(whole);
          expect(new Set(whole.passes).size).toBe(whole.passes.length);
          if (whole.end?.outcome === 'complete') {
            expect(uncut.files.get('a.js')).toBe('good');
            expect(uncut.files.get('test/a')).toBe('strict');
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it('UL-21 a turn that a crash cut off makes spend unproven under a cap, unless its worker holds the limit', async () => {
    const capped = fixFlow({ loop: { maxPasses: 3, spendCap: { usd: 1 } } });
    const pay: Play = () => ({ usage: usd(0.01) });
    const cutInTurn = async (holds?: readonly ['usd']) => {
      const spec = {
        workers: { implementer: pay, reviewer: notMet },
        check: byFile,
        ...(holds === undefined ? {} : { holds }),
      };
      let armed = true;
      const made: World = world({
        ...spec,
        workers: {
          ...spec.workers,
          implementer: (request, files) => {
            if (!armed) return pay(request, files);
            armed = false;
            made.crash = () => {
              throw new Crash();
            };
            return pay(request, files);
          },
        },
      });
      await expect(run(capped, made)).rejects.toThrow();
      made.crash = null;
      return resume(capped, made);
    };
    expect((await cutInTurn()).end).toMatchObject({ outcome: 'stopped', reason: 'spend-unproven' });
    const held = await cutInTurn(['usd']);
    expect(held.end).toMatchObject({ outcome: 'stopped', reason: 'spend-cap' });
  });
});
