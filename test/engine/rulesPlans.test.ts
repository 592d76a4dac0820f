import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { at, isObject } from '../../engine/json';
import { planFlow, task } from '../fakes/flows';
import { entries, events, readState, resume, run } from '../fakes/runs';
import type { World } from '../fakes/world';
import { Crash, world } from '../fakes/world';

const planning = (tasks: readonly Json[]) =>
  world({ workers: { w: () => ({ structured: tasks }), do: ({ task: given }) => ({ structured: given ?? null }) } });
const idOf = (given: Json | undefined): string => String(isObject(given) ? given.id : given);
const dispatched = (made: World): readonly string[] =>
  made.requests.flatMap((request) => (request.step === 'do' ? [idOf(request.task)] : []));

describe('plans in a run', () => {
  const BUILD = [
    task('fetch'),
    task('compile', 'fetch'),
    task('test', 'compile'),
    task('lint', 'compile'),
    task('package', 'test', 'lint'),
  ];
  const IDS = BUILD.map((each) => String(at(each, ['id'])));

  /** The tasks whose end is in the trace: decided with their round, or kept as a fact beside a sibling. */
  const finished = (made: World): readonly string[] =>
    entries(made).flatMap((entry) => {
      if (entry.type === 'commit')
        return entry.events.flatMap((event) => (event.type === 'task.finished' ? [event.task] : []));
      const [, index] = entry.type === 'step.finished' ? (/^build\.\d+#(\d+)$/.exec(entry.within ?? '') ?? []) : [];
      return index === undefined ? [] : [IDS[Number(index)] ?? ''];
    });

  it('AF-68 a crash at any append: what has an end in the trace is not dispatched again, all else once more at most', async () => {
    const whole = planning(BUILD);
    await run(planFlow, whole);
    let cutOff = 0;
    for (let append = 1; append <= whole.appends.count; append++) {
      for (const when of ['before', 'after'] as const) {
        const made = planning(BUILD);
        made.crash = (moment, number) => {
          if (number === append && moment === when) throw new Crash();
        };
        await expect(run(planFlow, made)).rejects.toThrow(Crash);
        made.crash = null;
        if (made.lines.length === 0 || readState(made).end !== null) continue;
        const [ended, first] = [finished(made), dispatched(made)];
        cutOff += first.filter((id) => !ended.includes(id)).length;
        await resume(planFlow, made);
        const second = dispatched(made).slice(first.length);
        expect([...second].sort(), `${when} append ${append}`).toEqual(IDS.filter((id) => !ended.includes(id)).sort());
      }
    }
    expect(cutOff).toBeGreaterThan(0);
  });

  it('AF-68 a task that had ended beside one that broke is not dispatched again, though its round was discarded', async () => {
    let broken = true;
    const ended: string[] = [];
    const made = world({
      workers: {
        w: () => ({ structured: BUILD }),
        do: async ({ task: given }) => {
          const id = idOf(given);
          while (broken && id === 'lint' && !ended.includes('test')) await Promise.resolve();
          if (broken && id === 'lint') throw new Error('boom');
          ended.push(id);
          return { structured: id };
        },
      },
    });
    const failed = await run(planFlow, made);
    expect([failed.end?.outcome, dispatched(made)]).toEqual(['failed', ['fetch', 'compile', 'test', 'lint']]);
    expect(events(made, 'task.finished').map(({ task: id }) => id)).toEqual(['fetch', 'compile']);
    broken = false;
    const state = await resume(planFlow, made);
    expect(dispatched(made).slice(4)).toEqual(['lint', 'package']);
    expect(state.end?.outcome).toBe('complete');
  });

  it.each([
    ['a circle', [task('x', 'y'), task('y', 'x'), task('ok')], ['ok'], ['x cycle y', 'y cycle x']],
    ['a prerequisite that is not there', [task('z', 'nope')], [], ['z unknown nope']],
  ] as const)(
    'SH-18 %s: what can run has run, the rest is named, and the run goes on as stalled',
    async (_, tasks, ran, blocked) => {
      const made = planning(tasks);
      const state = await run(planFlow, made);
      expect(dispatched(made)).toEqual(ran);
      const last = events(made, 'step.done')
        .filter(({ step }) => step === 'build')
        .at(-1);
      expect([last?.outcome, last?.to]).toEqual(['stalled', ['@handoff']]);
      expect(
        last?.result.kind === 'plan' && last.result.blocked.map(({ id, cause, by }) => `${id} ${cause} ${by}`),
      ).toEqual(blocked);
      expect(state.end?.outcome).toBe('handoff');
    },
  );

  it('AF-69 a failed task with nothing behind it stalls the plan too: it is not complete', async () => {
    const made = world({
      workers: {
        w: () => ({ structured: [task('a'), task('b')] }),
        do: ({ task: given }) => (idOf(given) === 'b' ? { status: 'failed', why: 'no' } : {}),
      },
    });
    const state = await run(planFlow, made);
    expect(dispatched(made)).toEqual(['a', 'b']);
    expect(state.end?.outcome).toBe('handoff');
    expect(state.steps.build?.outcome).toBe('stalled');
  });
});
