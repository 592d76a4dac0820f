import type { Stretch } from '../../engine/run/history';
import type { FlowPlace } from './flowPlace';
import { ladderRows } from './ladderRows';
import { stretchRow } from './passRows';
import type { Row } from './row';

/** The rows of a flow: its passes, and between them what ran outside loops. */
export function flowRows(place: FlowPlace, above: string): readonly Row[] {
  const { stretches } = place.flow;
  return stretches.flatMap((stretch, index) => stretchRows(place, above, stretch, index === stretches.length - 1));
}

/** A pass is one row, what ran between passes stands directly. */
export const stretchRows = (place: FlowPlace, above: string, stretch: Stretch, last: boolean): readonly Row[] =>
  stretch.loop === null
    ? ladderRows(place, `${above}/${stretch.key}`, stretch.steps)
    : [stretchRow(place, `${above}/${stretch.key}`, stretch, last)];
