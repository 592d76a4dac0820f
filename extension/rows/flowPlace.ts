import type { FlowHistory } from '../../engine/run/history';
import type { Within } from '../../engine/trace/scope';
import type { Row } from './row';
import type { RunView } from './runView';

/** The flow of a run whose rows are made: the run's own, or a called one. */
export interface FlowPlace {
  readonly run: RunView;
  readonly flow: FlowHistory;
  readonly within: Within;
  /** The rows of a flow that a step called. */
  readonly nested: (place: FlowPlace, above: string) => readonly Row[];
}

/** The step of the run's own flow in which a path begins: what can be shown of a called flow there. Undefined: no path. */
export const outermost = (within: Within): string | undefined => /^(.+?)\.\d+(?:#\d+)?(?:\/|$)/.exec(within)?.[1];
