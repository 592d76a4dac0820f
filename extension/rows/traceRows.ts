import type { RecordedLine } from '../../engine/trace/recordedLine';
import { entryTarget } from './entryTarget';
import { entryText } from './entryText';
import type { Row } from './row';
import { say } from './say';
import { count } from './words';

/** How many lines one page holds. */
export const TRACE_PAGE = 500;

/**
 * Lines of a trace, newest last. The lines above them wait behind one row at the top. A damaged line hides only itself and
 * is shown as what it is.
 *
 * @param above how many lines wait
 */
export function traceRows(folder: string, lines: readonly RecordedLine[], above = 0): readonly Row[] {
  const earlier: Row = {
    id: `trace:${folder}/earlier`,
    label: say('Show {0}', count(Math.min(above, TRACE_PAGE), 'earlierLine')),
    description: say('{0} above', above.toLocaleString('en-US')),
    icon: 'chevron-up',
    contextValue: 'earlier',
    target: { open: 'earlier' },
    children: [],
  };
  return [...(above > 0 ? [earlier] : []), ...lines.map((line) => lineRow(folder, line))];
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
    target: entryTarget(folder, entry, words.step),
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
