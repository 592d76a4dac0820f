import { describe, expect, it } from 'vitest';
import type { RunState } from '../../engine/run/state';
import type { Control } from '../../engine/trace/control';
import { events, resume, run, runCut } from '../fakes/runs';
import type { Play, World } from '../fakes/world';
import { Crash, world } from '../fakes/world';
import { draftFlow, drafting, rounds } from './drafting';
import { work } from './refining';

/** The same world, where putting files back ends the process behind it, or is not possible. */
const restoring = (made: World, what: 'dies' | 'refuses'): World => ({
  ...made,
  ports: (stop) => {
    const ports = made.ports(stop);
    const restore: typeof ports.workspace.restore = async (...given) => {
      if (what === 'refuses') return { ok: false, why: 'pruned' };
      await ports.workspace.restore(...given);
      throw new Crash();
    };
    return { ...ports, workspace: { ...ports.workspace, restore } };
  },
});

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

  it('cut between putting files back and the commit: the tail is not played on them, and they are still an opinion', async () => {
    const flow = draftFlow({
      steps: {
        write: { ...work('verify'), worker: 'writer' },
        verify: { kind: 'verify', commands: [{ run: ['npm', 'test'] }], next: 'score', routes: { fail: 'score' } },
      },
      loop: { patience: 1, restoreBest: true },
    });
    const made = drafting([90, 60], (files) => ({ exit: files.get('draft.md') === 'draft 2' ? 0 : 1 }));
    await expect(run(flow, restoring(made, 'dies'))).rejects.toThrow(Crash);
    expect(made.files.get('draft.md')).toBe('draft 1');
    const state = await resume(flow, made);
    expect(events(made, 'improve.ended')).toMatchObject([{ reason: 'converged', restored: 1 }]);
    expect(made.requests.filter(({ step }) => step === 'score')).toHaveLength(2);
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'opinion' });
  });

  it('files that cannot be put back fail the run, saying so; a resume does it again', async () => {
    const flow = draftFlow({ loop: { patience: 1, restoreBest: true } });
    const made = drafting([90, 60]);
    const failed = await run(flow, restoring(made, 'refuses'));
    expect(failed.end).toMatchObject({
      outcome: 'failed',
      why: expect.stringMatching(/round 1.*could not be put back: pruned/),
    });
    expect((await resume(flow, made)).end?.outcome).toBe('complete');
    expect(made.files.get('draft.md')).toBe('draft 1');
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
