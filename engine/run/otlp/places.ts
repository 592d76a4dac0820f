import type { EntryHead } from '../../trace/entry';
import type { InnerScope, StepScope, Within } from '../../trace/scope';
import { isItem, parentOf } from '../../trace/scope';
import { callsOf } from '../history/children';
import type { OpenSpans } from './openSpans';

/** The entry that a span begins with. */
export type Origin = Pick<EntryHead, 'seq' | 'at'>;

/** A visit as an entry names it: by its whole scope, or by step and visit alone. */
export type Visit = Pick<StepScope, 'step' | 'visit'> & Partial<StepScope>;

export const RUN = 'run';
export const passKey = (within: Within, loop: string, pass: number): string => `pass|${within}|${loop}|${pass}`;
export const innerKey = (within: Within, loop: string, number: number): string => `inner|${within}|${loop}|${number}`;
export const callKey = (path: Within): string => `call|${path}`;
const stepKey = (within: Within, step: string, visit: number): string => `step|${within}|${step}|${visit}`;
export const turnKey = (within: Within, { step, visit }: Visit, attempt: number): string =>
  `turn|${within}|${step}|${visit}|${attempt}`;

/**
 * Where spans stand in each other, as a history has it: run → pass → batch or round → step → turn or command, and below a step
 * the flow that it calls and its items. What is not open yet is opened, so that an entry whose beginnings cannot be read has
 * its place all the same.
 *
 * R1 What ran outside loops stands directly in its flow.
 * R2 An item of a map, and a task of a plan, is one span: the step that it is carried out with is the item itself.
 */
export interface Places {
  /** `item`: an entry of it, where it is an item. Its scope is that of the step that works on the items. */
  readonly flow: (within: Within, from: Origin, item?: Visit) => string;
  readonly pass: (within: Within, loop: string, pass: number, from: Origin) => string;
  readonly inner: (within: Within, visit: Visit & { readonly inner: InnerScope }, from: Origin) => string;
  readonly step: (within: Within, visit: Visit, from: Origin) => string;
  /** The visit has begun, and nothing says yet in which pass: it waits for a person or for a time. */
  readonly waiting: (within: Within, visit: Visit, from: Origin) => void;
  /** What waits still is where its flow is. */
  readonly settle: () => void;
}

export function placesIn(spans: OpenSpans): Places {
  const opened = (key: string, parent: () => string, name: string, from: Origin, given: Attributes): string => {
    const { at, seq } = from;
    if (!spans.has(key)) spans.open(key, { parent: parent(), name, at, seq, attributes: given });
    return key;
  };
  const waiting = new Map<string, readonly [Within, Visit, Origin]>();
  /** By flow, where its newest step or pass is: what waits says only with its decision in which pass it is. */
  const newest = new Map<Within, Pick<Visit, 'loop' | 'pass'>>();
  const places: Places = {
    flow: (within, from, item) => {
      if (within === '') {
        const { at, seq } = from;
        if (!spans.has(RUN)) spans.open(RUN, { parent: null, name: 'run', at, seq, attributes: {} });
        return RUN;
      }
      const call = callsOf(within)?.at(-1);
      if (call === undefined) return places.flow('', from);
      const { step, visit } = call;
      const scope = call.index === null ? {} : item;
      const caller = () => places.step(parentOf(within), { ...scope, step, visit }, from);
      return call.index === null
        ? opened(callKey(within), caller, 'flow', from, {})
        : opened(callKey(within), caller, `item ${call.index + 1}`, from, { 'converge.item': call.index });
    },
    pass: (within, loop, pass, from) => {
      const key = passKey(within, loop, pass);
      if (!spans.has(key)) newest.set(within, { loop, pass });
      return opened(
        key,
        () => places.flow(within, from),
        pass === 0 ? `${loop} before pass 1` : `${loop} pass ${pass}`,
        from,
        { 'converge.loop': loop, 'converge.pass': pass },
      );
    },
    inner: (within, visit, from) => {
      const { loop, batch, iteration, total } = visit.inner;
      return opened(
        innerKey(within, loop, batch ?? total),
        () => around(within, visit, from),
        batch === undefined ? `${loop} round ${iteration}` : `${loop} batch ${batch}`,
        from,
        batch === undefined
          ? { 'converge.loop': loop, 'converge.round': iteration }
          : { 'converge.loop': loop, 'converge.batch': batch },
      );
    },
    step: (within, visit, from) => {
      if (isItem(within)) return places.flow(within, from, visit);
      const { step, inner } = visit;
      const parent = () =>
        inner === undefined ? around(within, visit, from) : places.inner(within, { ...visit, inner }, from);
      const given = { 'converge.step': step, 'converge.visit': visit.visit };
      const key = stepKey(within, step, visit.visit);
      const [, , since = from] = waiting.get(key) ?? [];
      waiting.delete(key);
      return opened(key, parent, step, since, given);
    },
    waiting: (within, visit, { at, seq }) => {
      const key = stepKey(within, visit.step, visit.visit);
      if (!spans.has(key))
        waiting.set(key, [within, { step: visit.step, visit: visit.visit, ...newest.get(within) }, { at, seq }]);
    },
    settle: () => {
      for (const [within, { step, visit, loop, pass = 0 }, from] of [...waiting.values()]) {
        const scope = loop !== undefined && spans.has(passKey(within, loop, pass)) ? { loop, pass } : {};
        places.step(within, { step, visit, ...scope }, from);
      }
    },
  };
  const around = (within: Within, { loop, pass = 0 }: Visit, from: Origin): string => {
    if (loop !== undefined) return places.pass(within, loop, pass, from);
    newest.set(within, {});
    return places.flow(within, from);
  };
  return places;
}

type Attributes = Readonly<Record<string, string | number>>;
