import type { Entry } from '../../engine/trace/entry';
import type { RecordedLine } from '../../engine/trace/recordedLine';
import { entryText } from './entryText';
import type { Row, RowTarget } from './row';
import { say } from './say';
import { count } from './words';

/** How many lines one page holds. */
export const TRACE_PAGE = 500;

/**
 * The last `pages` pages of a trace, newest last. Earlier lines wait behind one row at the top. A damaged line hides only
 * itself and is shown as what it is.
 */
export function traceRows(folder: string, lines: readonly RecordedLine[], pages = 1): readonly Row[] {
  const hidden = Math.max(0, lines.length - pages * TRACE_PAGE);
  const earlier: Row = {
    id: `trace:${folder}/earlier`,
    label: say('Show {0}', count(Math.min(hidden, TRACE_PAGE), 'earlierLine')),
    description: say('{0} above', hidden.toLocaleString('en-US')),
    icon: 'chevron-up',
    contextValue: 'earlier',
    target: { open: 'earlier' },
    children: [],
  };
  return [...(hidden > 0 ? [earlier] : []), ...lines.slice(hidden).map((line) => lineRow(folder, line))];
}

function lineRow(folder: string, line: RecordedLine): Row {
  const id = `trace:${folder}/${line.line}`;
  if ('hidden' in line) return hiddenRow(folder, id, line.line, line.hidden);
  const { entry } = line;
  const words = entryText(entry);
  return {
    id,
    label: words.label,
    description: words.description,
    tooltip: `${entry.seq} · ${entry.at} · ${entry.type}\n${words.description}`,
    icon: words.icon,
    ...(words.bad ? { colour: 'bad' as const } : {}),
    contextValue: words.step ? 'entry.step' : 'entry',
    target: targetOf(folder, entry, words.step),
    children: [],
  };
}

function hiddenRow(folder: string, id: string, line: number, hidden: 'damaged' | 'unknown'): Row {
  const why = hidden === 'damaged' ? say('damaged') : say('of a kind that this version does not know');
  return {
    id,
    label: say('Line {0} cannot be read', line),
    description: why,
    tooltip: say('Line {0} of the trace is {1}. Every other line is shown; the file is left as it is.', line, why),
    icon: 'warning',
    colour: 'warning',
    contextValue: 'damaged',
    target: { open: 'line', folder, line },
    children: [],
  };
}

/** What an entry is about: its log where it has one, else its step in the flow, else the entry itself. */
function targetOf(folder: string, entry: Entry, step: string | undefined): RowTarget {
  const log = entry.type === 'worker.turn' ? entry.log : entry.type === 'verify.command' ? entry.result.log : null;
  if (log) return { open: 'log', folder, path: log.path };
  if (step !== undefined) return { open: 'step', folder, step };
  return { open: 'entry', folder, seq: entry.seq };
}
