import { isOver } from '../steps/watch';
import type { RunState } from './state';

/**
 * The earliest instant at which a parked run can go on without a person (ISO 8601, UTC): a watch's next poll or a question's
 * deadline with its default. Null where only a person can let it go on, or nothing. It is read from the state alone: whether
 * it has come is for the clock of whoever asks.
 */
export function nextDue(state: RunState): string | null {
  if (state.end !== null || state.paused) return null;
  const instants = [
    ...Object.values(state.asks).flatMap(({ answer, due, default: choice }) =>
      answer === null && choice !== null && due !== null ? [due] : [],
    ),
    ...Object.values(state.waits).flatMap((wait) =>
      isOver(wait) ? [] : [wait.due, wait.deadline].filter((each) => each !== null),
    ),
  ];
  return instants.sort((a, b) => Date.parse(a) - Date.parse(b))[0] ?? null;
}
