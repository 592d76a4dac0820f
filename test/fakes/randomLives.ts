import { fc } from '../fc';
import type { MadeFlow, Recipe } from './randomFlows';
import { flowOfRecipe, recipes, smallRecipes } from './randomFlows';
import type { Act, Behaviour, Cut } from './randomRuns';

/** Flows with the recipes that they are made from; only those that our own check takes. */
const flowsOf = (of: fc.Arbitrary<Recipe>): fc.Arbitrary<readonly [Recipe, MadeFlow]> =>
  of
    .map((recipe) => [recipe, flowOfRecipe(recipe)] as const)
    .filter((pair): pair is readonly [Recipe, MadeFlow] => pair[1] !== null);

export const flows = flowsOf(recipes);
export const smallFlows = flowsOf(smallRecipes);

export const behaviours: fc.Arbitrary<Behaviour> = fc.record({
  seed: fc.nat(10_000),
  fails: fc.constantFrom(0, 10, 30),
  lies: fc.constantFrom(0, 20),
  met: fc.constantFrom(20, 60, 100),
  usage: fc.constantFrom('free', 'reported', 'sometimes'),
  reds: fc.constantFrom(0, 15, 40),
  writes: fc.constantFrom(0, 0, 15),
});

export const cuts: fc.Arbitrary<Cut> = fc.record({
  at: fc.integer({ min: 1, max: 60 }),
  when: fc.constantFrom('before' as const, 'after' as const),
});

export const acts: fc.Arbitrary<readonly Act[]> = fc.array(
  fc.record({
    after: fc.nat(80),
    act: fc.oneof(
      fc.constant({ do: 'pause' as const }),
      fc.constant({ do: 'stop' as const }),
      fc.constant({ do: 'stop' as const, when: 'pass' as const }),
      fc.constant({ do: 'cancel' as const }),
      fc.record({
        do: fc.constant('caps' as const),
        loop: fc.constantFrom('luntil_1', 'lgroup_1', 'limprove_1', 'luntil_2', 'budget'),
        caps: fc.record(
          {
            maxPasses: fc.integer({ min: 1, max: 6 }),
            maxIterations: fc.integer({ min: 1, max: 6 }),
            usd: fc.constantFrom(0.02, 1),
          },
          { requiredKeys: [] },
        ),
      }),
      fc.record({
        do: fc.constant('note' as const),
        loop: fc.constantFrom('luntil_1', 'luntil_2'),
        text: fc.constant('mind the gap'),
      }),
      fc.record({
        do: fc.constant('answer' as const),
        ask: fc.constantFrom('ask_1.1', 'ask_2.1', 'budget.1'),
        choice: fc.constantFrom('yes', 'no', 'stop', 'continue', 'take'),
      }),
      fc.record({
        do: fc.constant('accept' as const),
        latch: fc.constantFrom('step:until_1', 'frozen:luntil_1'),
        why: fc.constant('fine'),
      }),
    ),
  }),
  { maxLength: 4 },
);
