import type { Say } from '../../say';
import type { TimelineFlows } from './capsIn';
import { capsIn } from './capsIn';
import { lastAtMost } from './column';
import type { Drawn } from './drawn';
import type { TimelineSpend } from './picture';
import type { Spending } from './spending';
import type { Tables } from './tables';

/** The spend in a window: the last sum of each pixel, the one that it begins with, and the caps that hold meanwhile. */
export function spendIn(
  tables: Tables,
  spending: Spending,
  view: Drawn,
  flows: TimelineFlows,
  start: number,
  say: Say,
): TimelineSpend {
  const { turns } = tables;
  const { window, pixels } = view;
  const before = lastAtMost(turns.at, window.from);
  const behind = lastAtMost(turns.at, window.to);
  const points: TimelineSpend['points'][number][] = [];
  const pixelOf = (row: number) => Math.floor(((turns.at.get(row) - window.from) / (window.to - window.from)) * pixels);
  for (let row = Math.max(0, before); row <= behind; row++) {
    if (row > before && row < behind && pixelOf(row) === pixelOf(row + 1)) continue;
    points.push({
      at: turns.at.get(row),
      usd: turns.usd.get(row),
      tokens: turns.tokens.get(row),
      unknownUsd: turns.unknownUsd.get(row),
      unknownTokens: turns.unknownTokens.get(row),
    });
  }
  const { usd, tokens, unknownUsd, unknownTokens } = spending.now();
  return {
    points,
    now: { usd, tokens, unknownUsd, unknownTokens },
    caps: capsIn(tables, view, flows, spending.caps(), start, say),
  };
}
