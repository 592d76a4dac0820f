import { afterAll, describe, expect, it } from 'vitest';
import { withProgram } from '../cli/program';
import { random } from '../random';
import type { Cut } from './cuts';
import { differences, everyCut, uncut } from './cuts';
import { sampled } from './sampled';
import { removeScenes } from './scene';
import { sampleScene, shortScene } from './scenes';

withProgram();
afterAll(removeScenes);

const SEED = Number(process.env.CONVERGE_SEED ?? 1);
const CUTS = Number(process.env.CONVERGE_CUTS ?? 10);
/** One in so many places of the short flow, by the seed; 1: all of them. */
const EVERY = Number(process.env.CONVERGE_EVERY ?? 5);

describe('a runner that is killed hard', () => {
  it(`UL-29 before or after any call that acts on the world, one in ${EVERY}: the short flow ends the same`, {
    timeout: 1_800_000,
  }, async () => {
    const scene = shortScene();
    const whole = await uncut(scene);
    expect(whole.outcome).toMatchObject({ outcome: 'complete', passes: [1, 2, 3] });
    const cuts = everyCut(whole);
    const chosen = sampled(cuts, whole.calls, EVERY, SEED);
    const kinds = (some: readonly Cut[]) => new Set(some.map(({ at, when }) => `${when} ${whole.calls[at - 1]}`));
    expect(kinds(chosen)).toEqual(kinds(cuts));
    for (const name of ['handle.write', 'handle.datasync', 'rename', 'link', 'spawn']) {
      for (const when of ['before', 'after']) expect(kinds(chosen)).toContain(`${when} ${name}`);
    }
    expect(await differences(scene, whole, chosen)).toEqual([]);
  });

  it(`UL-29 anywhere, seed ${SEED}: the sample ends the same, killed once or twice`, {
    timeout: 1_800_000,
  }, async () => {
    const scene = sampleScene();
    const whole = await uncut(scene);
    expect(whole.outcome).toMatchObject({ outcome: 'complete', passes: [1, 2, 3] });
    expect(whole.outcome.ledger).toHaveLength(2);
    const dice = random(SEED);
    const cuts = Array.from({ length: CUTS }, (): Cut => {
      const at = dice.int(1, whole.calls.length);
      const when = dice.pick(['before', 'after'] as const);
      return dice.chance(0.2) ? { at, when, again: dice.int(1, whole.calls.length) } : { at, when };
    });
    expect(await differences(scene, whole, cuts)).toEqual([]);
  });
});
