import type { LoopType, StepKind } from '../../engine/flow/names';

/** Kinds of step, each with what it is for. */
export const kinds: Readonly<Record<StepKind, { readonly name: string; readonly does: string }>> = {
  work: { name: 'Work', does: 'A worker changes something' },
  verify: { name: 'Verify', does: 'Commands give evidence' },
  judge: { name: 'Judge', does: 'A worker proposes whether the goal is met' },
  router: { name: 'Router', does: 'Decides where to go' },
  ask: { name: 'Ask', does: 'A person answers' },
  gate: { name: 'Gate', does: 'Lets pass, sends back or escalates' },
  map: { name: 'Map', does: 'Calls a step for each item' },
  join: { name: 'Join', does: 'Waits for its branches' },
  plan: { name: 'Plan', does: 'Runs tasks once they are ready' },
  watch: { name: 'Watch', does: 'Polls a command and waits' },
  call: { name: 'Call', does: 'Runs another flow' },
};

const loops: Readonly<Record<LoopType, { readonly name: string; readonly word: string }>> = {
  until: { name: 'Until loop', word: 'until' },
  group: { name: 'Group', word: 'group' },
  improve: { name: 'Improve loop', word: 'improve' },
};

export const kindName = (kind: string): string => own(kinds, kind)?.name ?? (kind === '' ? 'Unknown' : kind);

/** A type that nobody knows is spoken of as an until loop: as that it is drawn. */
export const loopWords = (type: string) => own(loops, type) ?? loops.until;

const own = <T>(map: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(map, key) ? map[key] : undefined;
