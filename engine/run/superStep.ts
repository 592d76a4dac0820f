import { CANCELLED } from '../steps/context';
import type { Decision } from '../trace/decision';
import type { Due } from '../trace/scope';
import { pooled, together } from './carried';
import { carryStep } from './carryStep';
import { decideStep } from './decideStep';
import { exitsOf } from './exits';
import type { RunIo } from './io';
import type { Plan } from './plan';

/** What a super-step came to. */
export type SuperStepEnd =
  | {
      readonly end: 'done';
      readonly done: readonly Due[];
      readonly events: readonly Decision[];
      /** Tails of groups whose `exitWhen` is true. */
      readonly exits: ReadonlySet<string>;
    }
  /** Somebody has to answer first, or time has to pass: only that is committed, results of siblings are kept as facts. */
  | { readonly end: 'parked'; readonly events: readonly Decision[] }
  | { readonly end: 'yield' }
  | { readonly end: 'failed'; readonly why: string }
  | { readonly end: typeof CANCELLED };

const DEFAULT_CONCURRENCY = 4;

/**
 * Carries out all that is due, at most `concurrency` at once, each on the state before the super-step.
 *
 * R1 All or nothing: a port that breaks throws, and nothing of the super-step is decided.
 * R2 What a sibling finished is kept as a fact: after a resume it is not run again while its inputs are the same. A step
 *    that is due alone has its commit right behind it and needs no such fact.
 * R3 Events are in frontier order, whatever finished first.
 */
export async function superStep(plan: Plan, io: RunIo, due: readonly Due[]): Promise<SuperStepEnd> {
  const before = io.state();
  const carried = await pooled(due, plan.flow.concurrency ?? DEFAULT_CONCURRENCY, io.strands, (each) =>
    carryStep(plan, io, before, each, due.length === 1),
  );
  const all = together(carried);
  if (all === CANCELLED) return { end: CANCELLED };
  if (all.did === 'yield') return { end: 'yield' };
  if (all.did === 'parked') return { end: 'parked', events: all.events };
  await io.takeCaps();
  const events: Decision[] = [];
  const decided: Due[] = [];
  for (const [index, each] of due.entries()) {
    const result = all.done[index];
    if (result === undefined) continue;
    const ended = await decideStep(plan, io, before, each, result);
    if ('fails' in ended) return { end: 'failed', why: `step "${each.step}": ${ended.fails}` };
    if (ended.stays) continue;
    decided.push(each);
    events.push(...ended.events);
  }
  const { exits, untold } = exitsOf(plan, before, decided, events);
  const said = events.map((event) => {
    const why = event.type === 'step.done' ? untold.get(event.step) : undefined;
    return why === undefined ? event : { ...event, untold: why };
  });
  return { end: 'done', done: decided, events: said, exits };
}
