import { openLatches } from '../../engine/run/state';
import type { RunView } from './runView';
import { asksPerson, statusOf } from './runView';
import { say } from './say';

/** Which runs are listed. `flow`: of one flow, by its id. */
export type RunFilter =
  | { readonly only: 'all' | 'running' | 'waiting' | 'latched' | 'resumable' }
  | { readonly only: 'flow'; readonly flow: string };

export const ALL_RUNS: RunFilter = { only: 'all' };

export function fitsRun(run: RunView, filter: RunFilter): boolean {
  switch (filter.only) {
    case 'all':
      return true;
    case 'running':
      return statusOf(run) === 'running';
    case 'waiting':
      return statusOf(run) === 'waiting' || (run.state.end === null && asksPerson(run));
    case 'latched':
      return openLatches(run.state).length > 0;
    case 'resumable':
      return ['paused', 'interrupted'].includes(statusOf(run));
    case 'flow':
      return run.state.head?.flow.id === filter.flow;
  }
}

/** The filter in words, for the view; empty where it hides nothing. */
export function runFilterText(filter: RunFilter): string {
  switch (filter.only) {
    case 'all':
      return '';
    case 'running':
      return say('Only runs that are going on');
    case 'waiting':
      return say('Only runs that wait');
    case 'latched':
      return say('Only runs with open latches');
    case 'resumable':
      return say('Only runs that are paused or interrupted');
    case 'flow':
      return say('Only runs of {0}', filter.flow);
  }
}
