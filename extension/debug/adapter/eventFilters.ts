import type { DebugProtocol } from '@vscode/debugprotocol';
import type { EventBreakpoint } from '../../../engine/run/debug/breakpoint';
import { EVENT_BREAKPOINTS } from '../../../engine/run/debug/breakpoint';
import { say } from '../../rows/say';

interface Words {
  readonly label: () => string;
  readonly description: () => string;
  /** Set where nobody said anything else. */
  readonly default: boolean;
}

const WORDS: Readonly<Record<EventBreakpoint, Words>> = {
  failure: {
    label: () => say('Failure'),
    description: () => say('An attempt, a step, a check, a poll or the run failed'),
    default: true,
  },
  'latch-opened': {
    label: () => say('Latch Opened'),
    description: () => say('The engine saw that a claim is not borne out'),
    default: true,
  },
  'met-claim': {
    label: () => say('Goal Claimed Met'),
    description: () => say('A judge proposed that the goal is met, and it was weighed'),
    default: false,
  },
  'pass-ended': {
    label: () => say('Pass Ended'),
    description: () => say('A pass of a loop was weighed'),
    default: false,
  },
  stalled: {
    label: () => say('No Progress'),
    description: () => say('A pass left the progress marker unchanged'),
    default: false,
  },
  'spend-80': {
    label: () => say('80 % of a Spend Cap'),
    description: () => say('A loop has spent 80 % of its cap'),
    default: false,
  },
};

/** Event breakpoints as the editor lists them. */
export const eventFilters = (): readonly DebugProtocol.ExceptionBreakpointsFilter[] =>
  EVENT_BREAKPOINTS.map((filter) => {
    const { label, description, default: isDefault } = WORDS[filter];
    return { filter, label: label(), description: description(), default: isDefault };
  });

/** Those that are set where nobody said anything else. */
export const DEFAULT_EVENTS: readonly EventBreakpoint[] = EVENT_BREAKPOINTS.filter((event) => WORDS[event].default);

export const isEvent = (filter: string): filter is EventBreakpoint =>
  EVENT_BREAKPOINTS.some((event) => event === filter);

export const eventLabel = (event: EventBreakpoint): string => WORDS[event].label();
