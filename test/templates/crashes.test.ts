import { describe, expect, it } from 'vitest';
import type { RunState } from '../../engine/run/state';
import { events } from '../fakes/runs';
import type { World } from '../fakes/world';
import { Crash } from '../fakes/world';
import { carried } from './carry';
import type { Recipe } from './recipe';
import { RECIPES, recipe } from './recipe';
import { staged } from './stage';
import type { Told } from './stories';
import { STORIES } from './stories';

/** What must be the same, however often a run was cut. */
function comparable({ inDollars, inDoubt }: Told, state: RunState, made: World) {
  if (inDollars) return endOf(state);
  const { end, channels, groups, improves, gates, cursors } = state;
  const files = [...made.files].sort();
  if (inDoubt) return { end, channels, files };
  const loops = Object.entries(state.loops).map(([id, { pass, total, stalled }]) => [id, pass, total, stalled]);
  const visits = Object.entries(state.steps).map(([id, { visits: count, outcome }]) => `${id} ${count} ${outcome}`);
  const ledger = state.ledger.map(({ id, state: of, history }) => ({ id, of, history }));
  return { end, channels, groups, improves, gates, cursors, files, loops, visits, ledger };
}

const endOf = ({ end }: RunState): string => [end?.outcome, end?.reason].filter((word) => word != null).join(' ');

/** `step:outcome` of each visit in order; a worker's choice of a router's is the router alone. */
const wayOf = (made: World): readonly string[] =>
  events(made, 'step.done').map(({ step, outcome }) =>
    outcome.startsWith('its worker chose') ? step : `${step}:${outcome}`,
  );

/** The part of the wanted way that is not seen in this order. */
function missing(way: string, seen: readonly string[]): readonly string[] {
  const left = way.split(' ').filter((word) => word !== '');
  for (const each of seen) if (each === left[0]) left.shift();
  return left;
}

/** A process that dies at one append (1, 2, …), before or after it is written, and what later ones make of it. */
async function cutAt(played: Recipe, told: Told, at: number, when: 'before' | 'after') {
  const made = staged(played, told);
  made.crash = (moment, append) => {
    if (append === at && moment === when) throw new Crash();
  };
  return { made, state: await carried(played, made, told) };
}

/** Runs it whole and cut at every append: what came out is the same, but where `may` allows for another end. */
async function sweep(played: Recipe, told: Told, may: (cut: RunState) => boolean) {
  const whole = staged(played, told);
  const state = await carried(played, whole, told);
  for (let at = 1; at <= whole.appends.count; at++) {
    for (const when of ['before', 'after'] as const) {
      const cut = await cutAt(played, told, at, when);
      if (may(cut.state)) continue;
      expect(comparable(told, cut.state, cut.made), `cut ${when} append ${at}`).toEqual(comparable(told, state, whole));
    }
  }
}

/** The same for every other write: what a crash at it leaves is made good, the files of the run folder too. */
async function sweepWrites(played: Recipe, told: Told) {
  let writes = 0;
  const whole = staged(played, { ...told, onWrite: () => ++writes });
  const state = await carried(played, whole, told);
  expect(writes).toBeGreaterThan(0);
  for (let at = 1; at <= writes; at++) {
    let seen = 0;
    const onWrite = () => {
      if (++seen === at) throw new Crash();
    };
    const cut = staged(played, { ...told, onWrite });
    const after = await carried(played, cut, told);
    expect(comparable(told, after, cut), `cut at write ${at}`).toEqual(comparable(told, state, whole));
    for (const file of ['honesty-ledger.json', 'notes.json']) {
      expect(cut.projections.get(file), `${file}, cut at write ${at}`).toEqual(whole.projections.get(file));
    }
  }
}

/** What a turn that died has cost nobody knows: under a bound in dollars such a run stops, and never completes. */
const unproven = ({ spend, end }: RunState): boolean => spend.unknownUsd > 0 && end?.outcome === 'stopped';

/** The same recipe without bounds in dollars, where a turn that died is only run again. */
const unbounded = (played: Recipe): Recipe => {
  const { budget: _, ...flow } = played.flow;
  const loops = Object.entries(flow.loops ?? {}).map(([id, loop]) => {
    if (loop.type !== 'until') return [id, loop] as const;
    const { spendCap: __, ...rest } = loop;
    return [id, rest] as const;
  });
  return { ...played, flow: { ...flow, ...(flow.loops === undefined ? {} : { loops: Object.fromEntries(loops) }) } };
};

describe.each(RECIPES)('the template %s', (name) => {
  describe.each(Object.entries(STORIES[name]))('%s', (story, told) => {
    it('comes to its end on its way', async () => {
      const made = staged(recipe(name), told);
      const state = await carried(recipe(name), made, told);
      const seen = wayOf(made);
      expect([endOf(state), missing(told.way, seen)], seen.join(' ')).toEqual([told.ends, []]);
    });

    if (told.inDollars === true || story === 'show') {
      it('UL-29 comes to the same end from a crash at any append, or stops where spend is unproven', async () => {
        await sweep(recipe(name), told, unproven);
      });
    }
    if (story === 'show') {
      it('UL-29 comes to the same end from a crash before or after any other write', async () => {
        await sweepWrites(unbounded(recipe(name)), told);
      });
    }
    if (told.inDollars !== true) {
      it('UL-29 comes to the same end from a crash at any append', async () => {
        await sweep(unbounded(recipe(name)), told, () => false);
      });
    }
  });
});
