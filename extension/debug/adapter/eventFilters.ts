import type { DebugProtocol } from '@vscode/debugprotocol';
import type { EventBreakpoint } from '../../../engine/run/debug/breakpoint';
import { EVENT_BREAKPOINTS } from '../../../engine/run/debug/breakpoint';

interface Words {
  readonly label: string;
  readonly description: string;
  /** Set where nobody said anything else. */
  readonly default: boolean;
}

const WORDS: Readonly<Record<EventBreakpoint, Words>> = {
  failure: { label: 'Failure', description: 'An attempt, a step, a check, a poll or the run failed', default: true },
  'latch-opened': {
    label: 'Latch Opened',
    description: 'The engine saw that a claim is not borne out',
    default: true,
  },
  'met-claim': {
    label: 'Goal Claimed Met',
    description: 'A judge proposed that the goal is met, and it was weighed',
    default: false,
  },
  'pass-ended': { label: 'Pass Ended', description: 'A pass of a loop was weighed', default: false },
  stalled: { label: 'No Progress', description: 'A pass left the progress marker unchanged', default: false },
  'spend-80': { label: '80 % of a Spend Cap', description: 'A loop has spent 80 % of its cap', default: false },
};

/** Event breakpoints as the editor lists them. */
export const EVENT_FILTERS: readonly DebugProtocol.ExceptionBreakpointsFilter[] = EVENT_BREAKPOINTS.map((filter) => ({
  filter,
  ...WORDS[filter],
}));

export const isEvent = (filter: string): filter is EventBreakpoint =>
  EVENT_BREAKPOINTS.some((event) => event === filter);

export const eventLabel = (event: EventBreakpoint): string => WORDS[event].label;
