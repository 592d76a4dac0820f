import type { RecordedLine } from '../trace/recordedLine';
import { fold } from './fold';
import { foldHistory } from './foldHistory';
import type { RunHistory } from './history';
import type { RunState } from './state';

/** The state after one more line of the file. One that could not be read changes nothing. */
export const foldLine = (state: RunState, line: RecordedLine): RunState =>
  'entry' in line ? fold(state, line.entry) : state;

/** The history after one more line of the file: of one that is damaged it keeps the number. */
export function foldHistoryLine(history: RunHistory, line: RecordedLine): RunHistory {
  if ('entry' in line) return foldHistory(history, line.entry);
  return line.hidden === 'damaged' ? { ...history, damaged: [...history.damaged, line.line] } : history;
}
