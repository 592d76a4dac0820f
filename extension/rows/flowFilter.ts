import type { FlowItem } from './flowsRows';
import type { RunView } from './runView';
import { asksPerson, statusOf } from './runView';
import { say } from './say';

/** Which flows are listed. */
export const FLOW_FILTERS = ['all', 'problems', 'running', 'waiting', 'bad', 'never'] as const;
export type FlowFilter = (typeof FLOW_FILTERS)[number];

/** @param last the newest run of the flow */
export function fitsFlow(flow: FlowItem, last: RunView | undefined, filter: FlowFilter): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'problems':
      return flow.broken !== null || flow.errors + flow.warnings > 0;
    case 'running':
      return last !== undefined && statusOf(last) === 'running';
    case 'waiting':
      return last !== undefined && last.state.end === null && asksPerson(last);
    case 'bad':
      return last?.state.end != null && last.state.end.outcome !== 'complete';
    case 'never':
      return last === undefined;
  }
}

/** The filter in words, for the view; empty where it hides nothing. */
export function flowFilterText(filter: FlowFilter): string {
  switch (filter) {
    case 'all':
      return '';
    case 'problems':
      return say('Only flows with problems');
    case 'running':
      return say('Only flows that are running');
    case 'waiting':
      return say('Only flows that wait for a person');
    case 'bad':
      return say('Only flows whose last run is not complete');
    case 'never':
      return say('Only flows that never ran here');
  }
}
