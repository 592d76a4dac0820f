import { examine } from '../../engine/flow/examine';
import type { Flow } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import { fc } from '../fc';
import type { Block, Call, Made, Naming } from './randomSteps';
import { LEAVES, NESTS, sequence } from './randomSteps';

export interface Recipe {
  readonly blocks: readonly Block[];
  /** Of the whole flow: budget, concurrency, where it ends. */
  readonly opts: readonly number[];
}

/** Flows of every kind of step and loop that pass our own check, with those that they call. */
export interface MadeFlow {
  readonly flow: Flow;
  readonly flows: ReadonlyMap<string, { readonly flow: Flow; readonly hash: string }>;
}

const opts = fc.array(fc.nat(1000), { minLength: 8, maxLength: 8 });

const { block } = fc.letrec<{ block: Block; leaf: Block; nest: Block }>((tie) => ({
  leaf: fc.record({ kind: fc.constantFrom(...LEAVES), opts, inner: fc.constant([]) }),
  nest: fc.record({
    kind: fc.constantFrom(...NESTS),
    opts,
    inner: fc.array(tie('block'), { minLength: 1, maxLength: 3 }),
  }),
  block: fc.oneof({ maxDepth: 2, withCrossShrink: true }, tie('leaf'), tie('nest')),
}));

export const recipes: fc.Arbitrary<Recipe> = fc.record({
  blocks: fc.array(block, { minLength: 1, maxLength: 4 }),
  opts,
});

/** One part and what it needs: short runs, of which many can be made. */
export const smallRecipes: fc.Arbitrary<Recipe> = fc
  .tuple(
    fc.constantFrom('until', 'until', 'until', 'work', 'gate', 'router', 'ask', 'watch', 'group'),
    opts,
    opts,
    opts,
  )
  .map(([kind, own, inner, chosen]): Recipe => {
    const work: Block = { kind: 'work', opts: inner, inner: [] };
    return { blocks: [{ kind, opts: own, inner: [work] }], opts: chosen };
  });

/** The flow of a recipe, or null where our own check has something against it. */
export function flowOfRecipe({ blocks, opts: chosen }: Recipe): MadeFlow | null {
  const flows = new Map<string, { readonly flow: Flow; readonly hash: string }>();
  const names = naming();
  const value = wholeFlow('main', blocks, names, chosen, (id, inner) => {
    const sub = strict(wholeFlow(id, inner, naming(`${id}_`), [0, 0, 0, 0, 0, 0, 0, 0], () => false));
    if (sub !== null) flows.set(id, { flow: sub, hash: id });
    return sub !== null;
  });
  const flow = strict(value);
  return flow === null ? null : { flow, flows };
}

function strict(value: Json | null): Flow | null {
  return value === null ? null : examine(JSON.stringify(value)).flow;
}

function wholeFlow(
  id: string,
  blocks: readonly Block[],
  names: Naming,
  chosen: readonly number[],
  call: Call,
): Json | null {
  const made: Made = { steps: {}, loops: {}, channels: {} };
  const at = (index: number, most: number) => (chosen[index] ?? 0) % most;
  const start = sequence(blocks, { next: '@complete', before: null, inUntil: false, beside: false }, made, names, call);
  if (start === null) return null;
  return {
    converge: 1,
    id,
    goal: 'It is done.',
    start,
    concurrency: 1 + at(0, 4),
    budget: {
      superSteps: at(1, 10) === 1 ? 6 : 60,
      ...(at(2, 4) === 1 ? { usd: 0.08 } : {}),
      ...(at(2, 4) === 2 ? { tokens: 900 } : {}),
      ...(at(3, 4) === 1 ? { minutes: 90 } : {}),
      ...(at(4, 3) === 1 ? { onOver: 'ask' } : {}),
    },
    channels: { log: { reducer: 'append' }, count: { reducer: 'add' }, ...made.channels },
    steps: made.steps,
    ...(Object.keys(made.loops).length === 0 ? {} : { loops: made.loops }),
  };
}

const naming = (prefix = ''): Naming => {
  let count = 0;
  return (kind) => `${kind}_${prefix}${++count}`;
};
