import type { Flow } from '../../flow/schema';
import type { Say } from '../../say';
import { BUDGET } from '../../trace/control';
import { qualified } from '../../trace/scope';
import { lastAtMost } from './column';
import type { Drawn } from './drawn';
import type { TimelineSpend } from './picture';
import type { SetCap } from './spending';
import type { Tables } from './tables';
import { OPEN } from './tables';

type DrawnCap = TimelineSpend['caps'][number];

/** The flows of a run, for the caps in them; one that is not known has those that a person set alone. */
export interface TimelineFlows {
  readonly own: Flow | null;
  readonly called: (flow: { readonly id: string; readonly hash: string }) => Flow | null;
}

/**
 * The caps of a run as lines over what it spends in all, each for as long as it held.
 *
 * R1 One that was raised ends where the other begins; one of a called flow begins with the call and ends with it.
 * R2 The budget of a called flow counts from its call: it stands on what had been spent by then.
 * R3 Calls that follow each other closer than can be seen are one line; one too short to be seen has none.
 */
export function capsIn(
  { calls, texts }: Tables,
  { window, end, pixels }: Drawn,
  flows: TimelineFlows,
  raised: readonly SetCap[],
  start: number,
  say: Say,
): TimelineSpend['caps'] {
  const byLoop = new Map<string, SetCap[]>();
  for (const cap of raised) byLoop.set(cap.loop, [...(byLoop.get(cap.loop) ?? []), cap]);
  const own = stretchCaps({ place: '', flow: flows.own, from: start, to: OPEN, usd: 0, tokens: 0 }, byLoop);
  const lines = new Map<string, Line[]>();
  const behind = lastAtMost(calls.from, window.to);
  const pixel = (window.to - window.from) / pixels;
  for (let row = 0; row <= behind; row++) {
    const [from, to] = [calls.from.get(row), calls.to.get(row)];
    if (to < window.from) continue;
    const [place, id, hash] = [calls.place, calls.id, calls.hash].map((column) => texts.text(column.get(row)));
    const flow = flows.called({ id: id ?? '', hash: hash ?? '' });
    const stretch = { place: place ?? '', flow, from, to, usd: calls.usd.get(row), tokens: calls.tokens.get(row) };
    for (const cap of stretchCaps(stretch, byLoop)) {
      const key = `${cap.unit} ${cap.loop}`;
      const line = lines.get(key) ?? [];
      lines.set(key, line);
      const last = line.at(-1);
      if (last?.value === cap.value && cap.from - last.to < pixel) last.to = Math.max(last.to, cap.to);
      else line.push(cap);
    }
  }
  const called = [...lines.values()].flat().filter(({ from, to }) => Math.min(to, end) - from >= pixel);
  return [...own, ...called].map(({ loop, place, unit, value, from, to }): DrawnCap => {
    const budget = () => (place === '' ? say('budget') : say('budget of {0}', place));
    const label = loop === qualified(place, BUDGET) ? budget() : say('cap of {0}', loop);
    return { label, unit, value, from, to: to === OPEN ? null : to };
  });
}

/** A flow for as long as it runs, and what had been spent before it. */
interface Stretch {
  readonly place: string;
  readonly flow: Flow | null;
  readonly from: number;
  readonly to: number;
  readonly usd: number;
  readonly tokens: number;
}

interface Line {
  readonly loop: string;
  readonly place: string;
  readonly unit: 'usd' | 'tokens';
  readonly value: number;
  readonly from: number;
  to: number;
}

function stretchCaps(stretch: Stretch, raised: ReadonlyMap<string, readonly SetCap[]>): readonly Line[] {
  const { place, flow, from, to } = stretch;
  const loops = Object.entries(flow?.loops ?? {});
  const declared = new Map<string, { readonly usd?: number; readonly tokens?: number }>([
    [BUDGET, flow?.budget ?? {}],
    ...loops.flatMap(([id, loop]) => ('spendCap' in loop ? [[id, loop.spendCap ?? {}] as const] : [])),
  ]);
  const names = new Set([...declared.keys(), ...setIn(place, raised)]);
  return [...names].flatMap((name) =>
    (['usd', 'tokens'] as const).flatMap((unit): readonly Line[] => {
      const loop = qualified(place, name);
      const own = declared.get(name)?.[unit];
      const later = (raised.get(loop) ?? []).filter((each) => each.unit === unit);
      const set = [...(own === undefined ? [] : [{ value: own, at: from }]), ...later];
      return set.flatMap(({ value, at }, index) => {
        const line = { from: Math.max(from, at), to: Math.min(to, set[index + 1]?.at ?? OPEN) };
        const over = name === BUDGET ? stretch[unit] : 0;
        return line.to <= line.from ? [] : [{ loop, place, unit, value: value + over, ...line }];
      });
    }),
  );
}

/** Names within a flow whose bounds were set. */
const setIn = (place: string, raised: ReadonlyMap<string, unknown>): readonly string[] =>
  [...raised.keys()]
    .filter((loop) => loop.slice(0, Math.max(0, loop.lastIndexOf('/'))) === place)
    .map((loop) => loop.slice(loop.lastIndexOf('/') + 1));
