import { afterAll, describe, expect, it } from 'vitest';
import { withProgram } from '../cli/program';
import { random } from '../random';
import type { Cut } from './cuts';
import { differences, everyCut, uncut } from './cuts';
import { removeScenes } from './scene';
import { sampleScene, shortScene } from './scenes';

withProgram();
afterAll(removeScenes);

const SEED = Number(process.env.CONVERGE_SEED ?? 1);
const CUTS = Number(process.env.CONVERGE_CUTS ?? 30);
/** Fewer places for a quick look: every so many of the short flow's. */
const EVERY = Number(process.env.CONVERGE_EVERY ?? 1);

describe('a runner that is killed hard', () => {
  it('UL-29 before or after any call that acts on the world: the short flow ends the same', {
    timeout: 1_800_000,
  }, async () => {
    const scene = shortScene();
    const whole = await uncut(scene);
    expect(whole.outcome).toMatchObject({ outcome: 'complete', passes: [1, 2, 3] });
    expect(
      await differences(
        scene,
        whole,
        everyCut(whole).filter((_, index) => index % EVERY === 0),
      ),
    ).toEqual([]);
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
