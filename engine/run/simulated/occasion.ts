import type { Flow, Step } from '../../flow/schema';
import type { Within } from '../../trace/scope';
import { isItem, parentOf, placeOf, qualified } from '../../trace/scope';
import { planOf } from '../plan';
import type { RunState } from '../state';
import { viewOf } from '../state';
import type { Script, Scripted } from './script';
import type { CalledFlows } from './scriptIssues';

/** A step's visit, as the script speaks of it. */
export interface Occasion {
  readonly step: Step;
  /** What it is called there. */
  readonly name: string;
  /** The pass in an until loop, else the visit: of what calls it, for an item or a task. */
  readonly number: number;
  /** The iteration or round of the inner loop that it stands in, in a pass. */
  readonly inner: number | null;
  readonly item: number | null;
  /** It is the tail of an improve loop: its output has a score. */
  readonly scored: boolean;
}

/** @param pass as the visit's request has it; absent: as the loop stands (0: it has not begun) */
export function occasionOf(
  flow: Flow,
  flows: CalledFlows,
  state: RunState,
  at: { readonly within: Within; readonly step: string; readonly visit: number; readonly pass?: number },
): Occasion | null {
  const { within, step: id, visit } = at;
  const here = isItem(within) ? parentOf(within) : within;
  const own = flowAt(flow, flows, here);
  const step = own?.steps[id];
  if (own === undefined || step === undefined) return null;
  const view = viewOf(state, here);
  const called = /([^/]+)\.(\d+)#(\d+)$/.exec(within);
  const { loopOf, innerOf, improves } = planOf(own);
  const loop = loopOf.get(called?.[1] ?? id);
  const inner = innerOf.get(id) ?? '';
  const running = loop !== undefined && view.loops[loop]?.status === 'running' ? (view.loops[loop]?.pass ?? 0) : 0;
  return {
    step,
    name: qualified(placeOf(here), id),
    number: loop === undefined ? Number(called?.[2] ?? visit) : (at.pass ?? running),
    inner: loop === undefined ? null : (view.groups[inner]?.iteration ?? view.improves[inner]?.round ?? null),
    item: called === null ? null : Number(called[3]),
    scored: Object.values(improves).some(({ loop: { tail } }) => tail === id),
  };
}

/** What the script says of it, for its `round`-th attempt or poll (from 1); undefined: nothing. */
export function scripted(script: Script, occasion: Occasion, round: number): Scripted | undefined {
  const { name, number, inner, item } = occasion;
  const steps = script.steps ?? {};
  const said = Object.hasOwn(steps, name) ? (steps[name] ?? {}) : {};
  const keys = [
    ...(inner === null ? [] : [`${number}.${inner}`]),
    ...(item === null ? [] : [`${number}#${item}`, `#${item}`]),
    String(number),
    '*',
  ];
  const key = keys.find((each) => Object.hasOwn(said, each));
  const found = key === undefined ? undefined : said[key];
  return Array.isArray(found) ? found[Math.min(round, found.length) - 1] : found;
}

function flowAt(flow: Flow, flows: CalledFlows, within: Within): Flow | undefined {
  if (within === '') return flow;
  let here: Flow | undefined = flow;
  for (const part of within.split('/')) {
    const step: Step | undefined = here?.steps[part.replace(/\.\d+(#\d+)?$/, '')];
    if (step?.kind === 'call') here = flows.get(step.flow)?.flow;
  }
  return here;
}
