import type { StepKind } from '../../../../engine/flow/names';
import { call, joinWait, map, plan, watch } from './calling';
import { ask, gate, join, router } from './deciding';
import type { SectionSpec } from './spec';
import { judge, verify, work } from './working';

/** The sections of each kind of step, below its id and title. */
export const stepSections: Readonly<Record<StepKind, readonly SectionSpec[]>> = {
  work,
  verify,
  judge,
  gate,
  router,
  ask,
  map,
  join: [joinWait, ...join],
  plan,
  watch,
  call,
};
