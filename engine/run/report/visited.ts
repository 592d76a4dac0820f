import { placeOf } from '../../trace/scope';
import type { FlowHistory, StepRun, Stretch } from '../history';

/** A stretch of the run's own flow or of a called one. */
export interface Visited {
  /** The place of the call; empty: the run's own flow. */
  readonly place: string;
  readonly stretch: Stretch;
}

/** Every stretch of a history in order; those of a called flow stand behind the one that called it. */
export const everyStretch = (flow: FlowHistory, place = ''): readonly Visited[] =>
  flow.stretches.flatMap((stretch) => [
    { place, stretch },
    ...stretch.steps.flatMap(({ children }) =>
      children.flatMap((child) =>
        child.index === null ? everyStretch(child, placeOf(child.within)) : calledByItems(child),
      ),
    ),
  ]);

/** What items of a map called. An item itself is a step of the flow around it. */
const calledByItems = (item: FlowHistory): readonly Visited[] =>
  item.stretches.flatMap(({ steps }) =>
    steps.flatMap(({ children }) => children.flatMap((child) => everyStretch(child, placeOf(child.within)))),
  );

/** The steps of a stretch, with the items that they worked on. */
export const stepsOf = (stretch: Stretch): readonly StepRun[] =>
  stretch.steps.flatMap((step) => [
    step,
    ...step.children
      .filter(({ index }) => index !== null)
      .flatMap(({ stretches }) => stretches.flatMap(({ steps }) => steps)),
  ]);

/** A name in the flow in which it stands: `step`, or `place/step` in a called flow. */
export const nameIn = (place: string, name: string): string => (place === '' ? name : `${place}/${name}`);
