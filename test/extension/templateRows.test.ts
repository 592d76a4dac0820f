import { describe, expect, it } from 'vitest';
import { spendOf } from '../../engine/run/history/spent';
import { indexRows } from '../../extension/rows/diffRows';
import { runsRows } from '../../extension/rows/runsRows';
import { entries, readState } from '../fakes/runs';
import { carried } from '../templates/carry';
import { RECIPES, recipe } from '../templates/recipe';
import { staged } from '../templates/stage';
import { STORIES } from '../templates/stories';
import { rowsText, viewOf } from './traces';

const stories = RECIPES.flatMap((name) =>
  Object.entries(STORIES[name]).map(([story, told]) => ({ name, story, told })),
);

describe('the history of what the engine really writes', () => {
  it.each(stories)(
    'SE-57 $name, $story: counters and spend are those of the state, and every row is one',
    async ({ name, told }) => {
      const played = recipe(name);
      const made = staged(played, told);
      await carried(played, made, told);
      const view = viewOf(entries(made), { flow: played.flow });
      const state = readState(made);
      for (const [loop, group] of Object.entries(state.groups)) {
        const last = view.history.batches.filter((batch) => batch.loop === loop).at(-1);
        expect([last?.batch ?? 0, last?.iteration ?? 0, last?.lastTotal ?? 0]).toEqual([
          group.batch,
          group.iteration,
          group.total,
        ]);
      }
      for (const [loop, { round, total }] of Object.entries(state.improves)) {
        const last = view.history.rounds.filter((each) => each.loop === loop).at(-1);
        expect([last?.round, last?.total]).toEqual([round, total]);
      }
      const { turns, usd, tokens } = spendOf(view.history.stretches.flatMap(({ steps }) => steps));
      expect({ turns, usd, tokens }).toEqual({
        turns: state.spend.turns,
        usd: state.spend.usd,
        tokens: state.spend.tokens,
      });
      const rows = runsRows([view]);
      const lines = rowsText(rows).split('\n').length;
      expect(indexRows(rows).size).toBe(lines);
      expect(rowsText(rows)).not.toContain('loading~spin');
    },
  );
});
