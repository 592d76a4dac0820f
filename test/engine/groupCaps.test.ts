import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import { events, facts, readState } from '../fakes/runs';
import { counted, heard, refineFlow, steered } from './refining';

describe('loop groups and other caps while the run lives', () => {
  /** Sets maxIterations as soon as this step is at work for the n-th time. */
  const changing = (max: number, step: string, visit: number, of: Flow) =>
    steered(of, {
      w: (request, send) => {
        if (request.step === step && request.visit === visit)
          send({ do: 'caps', loop: 'refine', caps: { maxIterations: max } });
        return {};
      },
    });
  const upTo = (max: number) => refineFlow({ group: { maxIterations: max } });

  it('SE-50 lowered to the iteration that runs: the end of its tail exits', async () => {
    const { made } = await changing(2, 'revise', 2, upTo(5));
    expect(counted(made)).toEqual(['batch 1', '1.1.1', '1.2.2', 'exhausted 1.2.2']);
  });

  it('SE-51 lowered below the iteration that runs: who is at work ends its work, the iteration stays, the tail exits', async () => {
    const { made } = await changing(2, 'revise', 4, upTo(5));
    expect(counted(made).slice(-2)).toEqual(['1.4.4', 'exhausted 1.4.4']);
    expect(heard(made, 'assess')).toEqual(['1.1.1', '1.2.2', '1.3.3', '1.4.4']);
    const late = made.requests.filter(({ step }) => step === 'assess').at(-1);
    expect(late?.loops?.refine).toMatchObject({ iteration: 4, maxIterations: 2, remaining: 0 });
    expect(heard(made, 'main').at(-1)).toBe('1.4.4 loop-limit');
  });

  it('SE-52 raised in the last iteration: the end of the tail goes on', async () => {
    const { made } = await changing(5, 'assess', 3, upTo(3));
    expect(counted(made).slice(-3)).toEqual(['1.4.4', '1.5.5', 'exhausted 1.5.5']);
  });

  it('SE-53 raised when the exit is committed: the exit stands', async () => {
    const { made } = await steered(upTo(1), {
      main: ({ visit }, send) => {
        if (visit === 2) send({ do: 'caps', loop: 'refine', caps: { maxIterations: 9 } });
        return { branch: ['again', 'look', 'done'][visit - 1] ?? 'done' };
      },
    });
    expect(counted(made)).toEqual(['batch 1', '1.1.1', 'exhausted 1.1.1']);
    expect(heard(made, 'measure')).toHaveLength(2);
    expect(events(made, 'caps.changed')).toMatchObject([{ loop: 'refine', caps: { maxIterations: 9 }, by: 'ada' }]);
  });

  it('SE-55 the change itself is an entry, and counts nothing', async () => {
    const { made } = await changing(3, 'measure', 2, upTo(2));
    const commits = facts(made, 'control');
    expect(commits).toMatchObject([{ act: { do: 'caps', loop: 'refine' }, by: 'ada' }]);
    expect(counted(made)).toEqual(['batch 1', '1.1.1', '1.2.2', '1.3.3', 'exhausted 1.3.3']);
  });

  it('a cap that was changed is in force after a restart too', async () => {
    const { made } = await changing(3, 'measure', 1, upTo(2));
    expect(readState(made).head?.raised).toEqual({ refine: { maxIterations: 3 } });
  });
});
