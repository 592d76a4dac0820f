import { describe, expect, it } from 'vitest';
import type { RunState } from '../../engine/run/state';
import type { Control } from '../../engine/trace/control';
import { events, resume, run, runCut } from '../fakes/runs';
import type { Play, World } from '../fakes/world';
import { world } from '../fakes/world';
import { draftFlow, drafting, rounds } from './drafting';

describe('improve loops and recovery', () => {
  it('a run that ran out goes on where its rounds are raised, with the next number and the best so far', async () => {
    const made = drafting([10, 30, 20, 40]);
    const flow = draftFlow({ loop: { maxIterations: 2 } });
    expect((await run(flow, made)).end?.outcome).toBe('stopped');
    await expect(resume(flow, made)).rejects.toThrow('draft.maxIterations');
    const state = await resume(flow, made, { raised: { draft: { maxIterations: 4 } } });
    expect(events(made, 'improve.scored').map(({ round, stale }) => `${round}.${stale}`)).toEqual([
      '1.0',
      '2.0',
      '3.1',
      '4.0',
    ]);
    expect(state.improves.draft).toMatchObject({ round: 4, reason: 'exhausted', best: { round: 4, score: 40 } });
  });

  it('a cap that is lowered while the tail works ends the loop with that round', async () => {
    let send: (act: Control, by: string) => void = () => {};
    const scorer: Play = ({ visit }) => {
      if (visit === 2) send({ do: 'caps', loop: 'draft', caps: { maxIterations: 1 } }, 'ada');
      return { structured: { score: visit } };
    };
    const made = world({ workers: { writer: () => ({}), scorer, reporter: () => ({}) } });
    await run(draftFlow(), made, {
      onStart: (driving) => {
        send = driving.send;
      },
    });
    expect(rounds(made)).toEqual(['1: 1 better', '2: 2 better', 'exhausted → @stop']);
  });

  it('EN-09 and EN-19 cut at any append it comes to the same rounds, the same best and the same files', async () => {
    const flow = draftFlow({ loop: { patience: 2, restoreBest: true } });
    const scores = [50, 90, { score: 'x' }, 60];
    const whole = drafting(scores);
    const what = (state: RunState, made: World) => ({
      rounds: rounds(made),
      // The commit that began a round may be another one, where a resume has commits of its own.
      draft: { ...state.improves.draft, since: 0 },
      files: [...made.files],
      end: state.end,
    });
    const expected = what(await run(flow, whole), whole);
    expect(expected.rounds.at(-1)).toBe('converged → report');
    expect(expected.files).toEqual([['draft.md', 'draft 2']]);
    for (let at = 1; at <= whole.appends.count; at++) {
      for (const when of ['before', 'after'] as const) {
        const made = drafting(scores);
        expect(what(await runCut(flow, made, at, when), made), `cut ${when} append ${at}`).toEqual(expected);
      }
    }
  });
});
