import { nextDue } from '../../engine/run/nextDue';
import type { RunState } from '../../engine/run/state';
import { openAsks } from '../../engine/run/state';
import { effectsInDoubt, settleEffect } from '../../engine/steps/effectMarker';
import type { RunOptions } from '../fakes/runs';
import { readState, resume, run } from '../fakes/runs';
import type { World } from '../fakes/world';
import { Crash } from '../fakes/world';
import type { Recipe } from './recipe';
import type { Scene } from './stage';

export interface Story extends Scene, Pick<RunOptions, 'start' | 'inputs'> {
  /** What a person answers, by step; the last answer is given again and again. */
  readonly answers?: Readonly<Record<string, readonly string[]>>;
  /** Milliseconds that the machine sleeps beyond the time at which the run is due. */
  readonly sleep?: number;
}

/**
 * Carries a run to its end, each stretch as a new process has it: through a crash, questions that a person answers and
 * waits for which the clock is turned. What the outbox shows of an effect in doubt is settled before a person answers.
 */
export async function carried({ flow, runs }: Recipe, made: World, story: Story): Promise<RunState> {
  const options = { ...runs[0], ...story };
  for (let stretch = 0; stretch < MOST_STRETCHES; stretch++) {
    const state = made.lines.length === 0 ? null : readState(made);
    if (state !== null && state.end !== null) return state;
    if (state !== null) await untilDue(made, state, story);
    const [ask] = state === null ? [] : openAsks(state);
    const choice = ask && answerTo(story, ask);
    if (ask !== undefined && choice === undefined) throw new Error(`nobody answers ${ask.step}: ${ask.question}`);
    try {
      await (state === null
        ? run(flow, made, options)
        : resume(flow, made, {
            onStart: (driving) => {
              if (ask !== undefined && choice !== undefined) driving.send({ do: 'answer', ask: ask.id, choice }, 'ada');
            },
          }));
    } catch (thrown) {
      if (!(thrown instanceof Crash)) throw thrown;
      made.crash = null;
    }
  }
  throw new Error('it never ends');
}

const MOST_STRETCHES = 40;

function answerTo({ answers }: Story, { step, visit }: { readonly step: string; readonly visit: number }) {
  const given = answers?.[step] ?? [];
  return given[Math.min(visit, given.length) - 1];
}

async function untilDue(made: World, state: RunState, { sleep = 0 }: Story): Promise<void> {
  const { store } = made.ports();
  for (const { namespace, key } of await effectsInDoubt(store)) {
    await settleEffect(store, namespace, key, made.files.has('outbox.log') ? 'done' : 'undone', 'ada');
  }
  const due = nextDue(state);
  if (due !== null) made.turn(Math.max(0, Date.parse(due) - made.clock.now()) + sleep);
}
