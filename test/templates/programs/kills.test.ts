import { afterAll, describe, expect, it, vi } from 'vitest';
import { withProgram } from '../../cli/program';
import type { Cut } from '../../crash/cuts';
import { differences, uncut } from '../../crash/cuts';
import type { Outcome } from '../../crash/outcome';
import { removeScenes } from '../../crash/scene';
import { random } from '../../random';
import { RECIPES } from '../recipe';
import { recipeScene } from './scene';

withProgram();
afterAll(removeScenes);
vi.setConfig({ testTimeout: 1_800_000 });

const SEED = Number(process.env.CONVERGE_SEED ?? 1);
/** Places at which each recipe is killed. */
const CUTS = Number(process.env.CONVERGE_CUTS ?? 2);

/** Under a bound in dollars a turn that was cut off is not proven, and the run stops: that is another test's. */
const withoutDollars = (flow: string): string =>
  flow.replace(/"budget": \{[^}]*\}/, '"budget": { "superSteps": 1000 }');

/** Killed in the sample by the tests of crashes; and where a person is asked, by a test of its own. */
const ELSEWHERE: readonly string[] = ['fix-until-green', 'protected-effect'];

describe(`a runner that is killed hard, seed ${SEED}`, () => {
  it.each(RECIPES.filter((name) => !ELSEWHERE.includes(name)))('UL-29 %s ends the same', async (name) => {
    const inDollars = name === 'budget-aware';
    const scene = await recipeScene(name, inDollars ? {} : { flow: withoutDollars });
    const whole = await uncut(scene);
    expect(whole.outcome.outcome).toBe(inDollars ? 'handoff' : 'complete');
    const dice = random(SEED);
    const cuts = Array.from({ length: CUTS }, (): Cut => {
      return { at: dice.int(1, whole.calls.length), when: dice.pick(['before', 'after'] as const) };
    });
    // What was paid for a turn that was lost leaves less for the others.
    const may = ({ outcome }: Outcome) => inDollars && ['stopped', 'handoff'].includes(outcome);
    expect(await differences(scene, whole, cuts, may)).toEqual([]);
  });
});
