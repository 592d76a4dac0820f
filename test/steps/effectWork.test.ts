import { describe, expect, it } from 'vitest';
import type { StepOf } from '../../engine/flow/schema';
import { createMemoryStore } from '../../engine/memoryStore';
import { withEffect } from '../../engine/steps/effect';
import { work } from '../../engine/steps/work';
import type { Answer } from '../fakes/world';
import { world } from '../fakes/world';
import { handClock, stepContext } from './stepContext';

/** A work step with an effect, carried out by a worker that first fails and then does it. */
async function carried(step: Partial<StepOf<'work'>>) {
  const answers: Answer[] = [
    { status: 'failed', why: 'no line' },
    { text: 'sent', claims: ['out.txt'] },
  ];
  let turns = 0;
  const made = world({
    workers: {
      w: (_, files) => {
        files.set('out.txt', `line ${turns + 1}`);
        return answers[turns++] ?? {};
      },
    },
  });
  const clock = handClock();
  const context = stepContext({ ...made.ports(), clock, store: createMemoryStore(clock) });
  const whole: StepOf<'work'> = {
    kind: 'work',
    worker: 'w',
    prompt: 'send',
    effect: { key: '"m1"' },
    attempts: 3,
    ...step,
  };
  const guarded = {
    effect: whole.effect ?? { key: '' },
    key: 'm1',
    flow: 'fix',
    attempts: whole.attempts ?? 1,
    context,
  };
  const result = await withEffect(guarded, (inside, attempts) => work({ ...whole, attempts }, inside));
  return { result, facts: context.facts, requests: made.requests };
}

describe('an effect of a work step', () => {
  it('SH-21 is tried again only as its policy says, attempt by attempt, with one key', async () => {
    const released = await carried({ effect: { key: '"m1"', onError: 'release' } });
    expect(released.result).toMatchObject({ ok: true, output: 'sent', attempts: 2 });
    expect(released.facts.flatMap((fact) => (fact.type === 'step.started' ? [fact.attempt] : []))).toEqual([1, 2]);
    expect(released.requests.map(({ attempt }) => attempt)).toEqual([1, 2]);
    const [first, second] = released.requests.map(({ effectKey }) => effectKey);
    expect(first).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toBe(first);
    const kept = await carried({});
    expect(kept.result).toMatchObject({ ok: false, incomplete: first, changed: ['out.txt'], attempts: 1 });
    expect(kept.requests).toHaveLength(1);
    const rerun = await carried({ effect: { key: '"m1"', onIncomplete: 'rerun' } });
    expect([rerun.result, rerun.requests.length]).toMatchObject([{ ok: true, attempts: 2 }, 2]);
  });

  it('its files are held against those before its first attempt', async () => {
    const { result, facts } = await carried({
      effect: { key: '"m1"', onError: 'release' },
      check: { changedOnDisk: 'claimed' },
    });
    expect(result).toMatchObject({ ok: true, changed: ['out.txt'] });
    expect(facts.filter((fact) => fact.type === 'workspace.snapshot' && fact.when === 'step-start')).toHaveLength(1);
  });
});
