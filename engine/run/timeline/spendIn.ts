import type { Flow } from '../../flow/schema';
import { BUDGET } from '../../trace/control';
import { lastAtMost } from './column';
import type { Drawn } from './drawn';
import type { TimelineSpend } from './picture';
import type { SetCap, Spending } from './spending';
import type { Tables } from './tables';

/** The spend in a window: the last sum of each pixel, the one that it begins with, and the caps that hold meanwhile. */
export function spendIn(
  { turns }: Tables,
  spending: Spending,
  { window, pixels }: Drawn,
  flow: Flow | null,
  start: number,
): TimelineSpend {
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
  return { points, now: { usd, tokens, unknownUsd, unknownTokens }, caps: capsOf(flow, spending.caps(), start) };
}

/** Each cap for as long as it held: one that was raised ends where the other begins. */
function capsOf(flow: Flow | null, raised: readonly SetCap[], start: number): TimelineSpend['caps'] {
  const set = [...declared(flow, start), ...raised];
  return set.map(({ loop, unit, value, at }, index) => {
    const next = set.slice(index + 1).find((other) => other.loop === loop && other.unit === unit);
    return { label: loop === BUDGET ? 'budget' : `cap of ${loop}`, unit, value, from: at, to: next?.at ?? null };
  });
}

function declared(flow: Flow | null, at: number): readonly SetCap[] {
  const caps = (loop: string, { usd, tokens }: { readonly usd?: number; readonly tokens?: number }) => [
    ...(usd === undefined ? [] : [{ loop, unit: 'usd' as const, value: usd, at }]),
    ...(tokens === undefined ? [] : [{ loop, unit: 'tokens' as const, value: tokens, at }]),
  ];
  const loops = Object.entries(flow?.loops ?? {});
  return [
    ...caps(BUDGET, flow?.budget ?? {}),
    ...loops.flatMap(([id, loop]) => ('spendCap' in loop ? caps(id, loop.spendCap ?? {}) : [])),
  ];
}
