import type { Graph } from '../flow/graph';
import { graphOf } from '../flow/graph';
import { membersOf } from '../flow/graph/membersOf';
import type { Flow, GroupLoop, ImproveLoop, UntilLoop } from '../flow/schema';
import type { Within } from '../trace/scope';
import { placeOf } from '../trace/scope';
import { joinReach } from './joins';

/** A flow made ready for deciding: what would otherwise be computed at every step. */
export interface Plan {
  readonly flow: Flow;
  /** Where in the run it runs; empty: it is the run's own flow. */
  readonly within: Within;
  /** `within` without numbers: what its latches and caps are named by. */
  readonly place: string;
  /** The caps over the call, of the loops and budgets around it. */
  readonly around: Around;
  readonly order: ReadonlyMap<string, number>;
  readonly loops: Readonly<Record<string, LoopPlan>>;
  /** The until loop in whose body a step stands. */
  readonly loopOf: ReadonlyMap<string, string>;
  readonly groups: Readonly<Record<string, GroupSpan>>;
  readonly improves: Readonly<Record<string, ImproveSpan>>;
  /** The group or improve loop in whose body a step stands. */
  readonly innerOf: ReadonlyMap<string, string>;
  /** By join: the steps from which it can be reached. */
  readonly joinReach: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Around {
  readonly usd?: number | undefined;
  readonly tokens?: number | undefined;
  /** Milliseconds since 1970. */
  readonly deadline?: number | undefined;
}

export interface LoopPlan {
  readonly loop: UntilLoop;
  readonly body: readonly string[];
  readonly verifications: readonly string[];
  /** Groups and improve loops that stand in its body. */
  readonly inner: readonly string[];
}

export interface GroupSpan {
  readonly loop: GroupLoop;
  /** From the entry to the tail. */
  readonly members: ReadonlySet<string>;
}

export interface ImproveSpan {
  readonly loop: ImproveLoop;
  readonly body: readonly string[];
}

export function planOf(flow: Flow): Plan {
  const graph = graphOf(flow);
  const loops: Record<string, LoopPlan> = {};
  const groups: Record<string, GroupSpan> = {};
  const improves: Record<string, ImproveSpan> = {};
  const loopOf = new Map<string, string>();
  const innerOf = new Map<string, string>();
  for (const span of graph.loops) {
    const { id, body } = span;
    const loop = flow.loops?.[id];
    switch (loop?.type) {
      case 'until':
        loops[id] = { loop, body, verifications: verificationsIn(flow, body), inner: innerLoops(graph, flow, body) };
        for (const step of body) loopOf.set(step, id);
        break;
      case 'group':
        groups[id] = { loop, members: new Set(membersOf(graph, span)) };
        for (const step of body) innerOf.set(step, id);
        break;
      case 'improve':
        improves[id] = { loop, body };
        for (const step of body) innerOf.set(step, id);
        break;
      case undefined:
        break;
    }
  }
  return {
    flow,
    within: '',
    place: '',
    around: {},
    order: new Map(graph.steps.map(({ id }, index) => [id, index])),
    loops,
    loopOf,
    groups,
    improves,
    innerOf,
    joinReach: joinReach(graph),
  };
}

/** The plan of a flow at the place where it is called. */
export const calledAt = (plan: Plan, within: Within, around: Around): Plan => ({
  ...plan,
  within,
  place: placeOf(within),
  around,
});

const verificationsIn = (flow: Flow, body: readonly string[]): readonly string[] =>
  body.filter((step) => flow.steps[step]?.kind === 'verify');

const innerLoops = (graph: Graph, flow: Flow, body: readonly string[]): readonly string[] =>
  graph.loops.flatMap(({ id, head }) => (flow.loops?.[id]?.type !== 'until' && body.includes(head) ? [id] : []));
