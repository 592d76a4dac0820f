import { describe, expect, it } from 'vitest';
import type { Flow } from '../../engine/flow/schema';
import type { Outcome, StopReason } from '../../engine/trace/decision';
import type { MadeFlow } from '../fakes/randomFlows';
import { acts, behaviours, cuts, flows, smallFlows } from '../fakes/randomLives';
import type { Behaviour, Lived } from '../fakes/randomRuns';
import { live } from '../fakes/randomRuns';
import type { Block } from '../fakes/randomSteps';
import { breaches } from '../fakes/runLaws';
import { fc } from '../fc';

/**
 * Random flows of all kinds of steps and loops, with random people, crashes and acts from outside. `CONVERGE_SEED` and
 * `CONVERGE_STORIES` choose others, and more of them; `CONVERGE_SECONDS` bounds each property.
 */
const SEED = Number(process.env.CONVERGE_SEED ?? 1);
const STORIES = Number(process.env.CONVERGE_STORIES ?? 150);
const SECONDS = Number(process.env.CONVERGE_SECONDS ?? 8);
const bounded = (part = 1) => ({
  seed: SEED,
  numRuns: Math.ceil(STORIES * part),
  interruptAfterTimeLimit: SECONDS * 1000,
  markInterruptAsFailure: false,
});

const OUTCOMES: Readonly<Record<Outcome, true>> = {
  complete: true,
  stopped: true,
  failed: true,
  cancelled: true,
  handoff: true,
  escalated: true,
};
const REASONS: Readonly<Record<StopReason, true>> = {
  'pass-cap': true,
  'spend-cap': true,
  'spend-unproven': true,
  budget: true,
  'no-progress': true,
  'not-met': true,
  'open-latches': true,
  'super-step-limit': true,
  deadline: true,
  'by-person': true,
  route: true,
};

/** Work that changes files while other branches run: which of them is first is nobody's promise. */
const writesBeside = (blocks: readonly Block[], beside = false): boolean =>
  blocks.some(
    ({ kind, inner }) =>
      (beside && (kind === 'until' || kind === 'improve')) || writesBeside(inner, beside || kind === 'fan'),
  );

/** An effect that a crash leaves in doubt ends as its author says. */
const guardsInDoubt = ({ flow, flows: called }: MadeFlow): boolean =>
  [flow, ...[...called.values()].map((each) => each.flow)].some(({ steps }) =>
    Object.values(steps).some(
      (step) => step.kind === 'work' && step.effect !== undefined && step.effect.onIncomplete !== 'rerun',
    ),
  );

/** A turn that a crash cut off makes spend unproven under a cap. */
function withoutCaps({ flow, flows: called }: MadeFlow): MadeFlow {
  const free = ({ budget, loops, ...rest }: Flow): Flow => {
    const { usd: _, tokens: __, ...bounds } = budget ?? {};
    const open = Object.entries(loops ?? {}).map(([id, { ...loop }]) => {
      if (loop.type === 'until') delete loop.spendCap;
      return [id, loop] as const;
    });
    return { ...rest, budget: bounds, ...(loops === undefined ? {} : { loops: Object.fromEntries(open) }) };
  };
  const all = [...called].map(([name, { hash, flow: own }]) => [name, { hash, flow: free(own) }] as const);
  return { flow: free(flow), flows: new Map(all) };
}

/** What must be the same, however often a run was cut. */
const comparable = ({ state, world }: Lived) => ({
  end: state.end,
  files: [...world.files].sort(),
  channels: state.channels,
  ledger: state.ledger.map(({ id, state: of, history }) => ({ id, of, history })),
  loops: Object.entries(state.loops).map(([id, { pass, total, stalled, exit, notes }]) => ({
    id,
    pass,
    total,
    stalled,
    exit,
    notes,
  })),
  groups: state.groups,
  improves: Object.entries(state.improves).map(([id, { round, total, stale, reason }]) => ({
    id,
    round,
    total,
    stale,
    reason,
  })),
  steps: Object.entries(state.steps).map(([id, { visits, outcome }]) => ({ id, visits, outcome })),
  gates: state.gates,
});

const show = ({ flow, flows: called }: MadeFlow, lived: Lived): string =>
  JSON.stringify({ flow, called: [...called.values()].map((each) => each.flow), end: lived.state.end });

describe('any flow, with any people, crashes and acts', () => {
  it('keeps the laws of a run', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        flows,
        behaviours,
        fc.array(cuts, { maxLength: 3 }),
        acts,
        fc.constantFrom('autonomous' as const, 'autonomous' as const, 'supervised' as const),
        fc.constantFrom(undefined, 2000),
        fc.nat(2),
        async ([, made], behaviour, cut, sent, mode, snapshotBytes, resumes) => {
          const more = snapshotBytes === undefined ? {} : { snapshotBytes };
          const lived = await live(made, { behaviour, acts: sent, cuts: cut, mode, resumes, ...more });
          expect(breaches(made, lived, sent), show(made, lived)).toEqual([]);
        },
      ),
      bounded(),
    );
  });

  it('comes to the same after any crash, where everybody does the same again', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        flows,
        behaviours,
        fc.array(cuts, { minLength: 1, maxLength: 3 }),
        async ([recipe, capped], given, cut) => {
          fc.pre(!writesBeside(recipe.blocks) && !guardsInDoubt(capped));
          const made = withoutCaps(capped);
          const behaviour: Behaviour = { ...given, usage: 'free', writes: 0 };
          const whole = await live(made, { behaviour });
          const lived = await live(made, { behaviour, cuts: cut });
          expect(breaches(made, lived), show(made, lived)).toEqual([]);
          expect(comparable(lived), show(made, whole)).toEqual(comparable(whole));
        },
      ),
      bounded(0.5),
    );
  });

  it('comes to the same where it is held at every place, and keeps the laws then', { timeout: 600_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(flows, behaviours, acts, async ([recipe, made], behaviour, sent) => {
        const held = await live(made, { behaviour, held: true });
        expect(breaches(made, held), show(made, held)).toEqual([]);
        const acted = await live(made, { behaviour, held: true, acts: sent });
        expect(breaches(made, acted, sent), show(made, acted)).toEqual([]);
        fc.pre(!writesBeside(recipe.blocks));
        expect(comparable(held), show(made, held)).toEqual(comparable(await live(made, { behaviour })));
      }),
      bounded(0.3),
    );
  });

  it('ends in each way that there is', { timeout: 600_000 }, async () => {
    const missing = new Set<string>([...Object.keys(OUTCOMES), ...Object.keys(REASONS)]);
    const people = behaviours.map((each) => ({ ...each, writes: each.writes * 4 }));
    const lives = fc.tuple(smallFlows, people, fc.array(acts, { maxLength: 1 }), fc.boolean());
    for (let chunk = 0; missing.size > 0 && chunk < 60; chunk++) {
      for (const [[, made], behaviour, sent, autonomous] of fc.sample(lives, { seed: SEED + chunk, numRuns: 25 })) {
        const mode = autonomous ? 'autonomous' : 'supervised';
        const { end } = (await live(made, { behaviour, acts: sent.flat(), mode })).state;
        missing.delete(end?.outcome ?? '');
        missing.delete(end?.reason ?? '');
      }
    }
    expect([...missing]).toEqual([]);
  });
});
