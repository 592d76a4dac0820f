import { counted } from '../../counted';
import type { FileChange } from '../../ports';
import type { RunHistory } from '../history';
import type { ReportLimits } from './limits';
import { own, quoted } from './quoted';
import type { Visited } from './visited';
import { everyStretch, nameIn, stepsOf } from './visited';

/** The files that each pass changed, as they were recorded between its steps. */
export function changeLines(history: RunHistory, limits: ReportLimits): readonly string[] {
  const changed = everyStretch(history)
    .map((visited) => ({ visited, files: filesOf(visited) }))
    .filter(({ files }) => files.length > 0);
  const left = changed.length - limits.passes;
  return [
    '## Changes',
    '',
    ...(changed.length === 0 ? ['No change of a file was recorded.'] : []),
    ...(left > 0 ? [`${counted(left, 'pass', 'passes')} before these changed files, too.`, ''] : []),
    ...changed.slice(-limits.passes).map(({ visited, files }) => {
      const more = files.length > limits.files ? `, ${files.length - limits.files} more` : '';
      const shown = files.slice(0, limits.files).map(({ path, change }) => `${own(change)} ${quoted(path)}`);
      return `- ${whereText(visited)}: ${shown.join(', ')}${more}`;
    }),
  ];
}

/** The last change of each path: what it was before the pass stands in the pass before. */
function filesOf({ stretch }: Visited): readonly FileChange[] {
  const files = new Map<string, FileChange>();
  for (const { changed } of stepsOf(stretch)) for (const file of changed) files.set(file.path, file);
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

function whereText({ place, stretch: { loop, pass } }: Visited): string {
  if (loop === null) return place === '' ? 'outside loops' : `in ${quoted(place)}`;
  const name = quoted(nameIn(place, loop));
  return pass === 0 ? `before pass 1 of ${name}` : `pass ${own(String(pass))} of ${name}`;
}
