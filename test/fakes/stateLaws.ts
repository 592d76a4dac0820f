import type { Json } from '../../engine/json';
import { foldHistory } from '../../engine/run/foldHistory';
import { EMPTY_HISTORY } from '../../engine/run/history';
import type { Entry } from '../../engine/trace/entry';
import type { Lived } from './randomRuns';
import type { Decided } from './runLaws';

/** What the carrier of a run had as its state is what the lines say, each time it parked. */
export function replayed({ parks }: Lived): readonly string[] {
  return parks.flatMap(({ live, read }, index) => {
    const keys = Object.keys(live) as (keyof typeof live)[];
    const differ = keys.filter((key) => JSON.stringify(plain(live[key])) !== JSON.stringify(plain(read[key])));
    return differ.map((key) => `park ${index}: "${key}" of the state is not what the trace says`);
  });
}

/** Without order of keys. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, plain(member)]),
  );
}

/** The channels `log` (append) and `count` (add) hold what was written to them, in order, and nothing else. */
export function channelled(decided: readonly Decided[], { state }: Lived): readonly string[] {
  const log: Json[] = [];
  let count = 0;
  for (const { within, event } of decided) {
    if (within !== '' || event.type !== 'step.done') continue;
    for (const { channel, value } of event.writes ?? []) {
      if (channel === 'log') log.push(...(Array.isArray(value) ? value : [value]));
      if (channel === 'count' && typeof value === 'number') count += value;
    }
  }
  const { log: held = [], count: counted = 0 } = state.channels;
  return [
    ...(JSON.stringify(held) === JSON.stringify(log) ? [] : ['the channel "log" is not what was written to it']),
    ...(counted === count ? [] : [`the channel "count" is ${String(counted)}, and ${count} was written to it`]),
  ];
}

/** What views tell of a run's turns is all of them, dead ones too. */
export function toldWhole(trace: readonly Entry[], { state }: Lived): readonly string[] {
  const { stretches } = trace.reduce(foldHistory, EMPTY_HISTORY);
  const told = stretches.reduce((sum, { spend }) => sum + spend.turns, 0);
  const { turns } = state.spend;
  return told === turns ? [] : [`the history tells of ${told} turns, and there were ${turns}`];
}
