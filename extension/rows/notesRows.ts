import type { Stretch } from '../../engine/run/history';
import type { Row } from './row';
import type { RunView } from './runView';
import { brief, count } from './words';

/** Notes and steers by the pass that wrote them, oldest pass first, as they were written then. */
export function notesRows(run: RunView | undefined): readonly Row[] {
  if (!run) return [];
  return run.history.stretches
    .filter((stretch) => stretch.notes.length > 0 || stretch.steers.length > 0)
    .map((stretch) => passNotes(run, stretch));
}

function passNotes(run: RunView, stretch: Stretch): Row {
  const id = `notes:${run.folder}/${stretch.key}`;
  const line = (key: string, label: string, text: string, icon: string): Row => ({
    id: `${id}/${key}`,
    label,
    description: brief(text, 200),
    tooltip: text,
    icon,
    contextValue: 'note',
    spoken: `${label}: ${text}`,
    children: [],
  });
  const notes = stretch.notes.map((note, index) =>
    line(
      `note/${index}`,
      note.from,
      note.text,
      note.from === 'person' ? 'person' : note.from === 'judge' ? 'law' : 'gear',
    ),
  );
  const steers = stretch.steers.map((text, index) => line(`steer/${index}`, 'steer', text, 'compass'));
  return {
    id,
    label: stretch.loop === null ? 'Outside loops' : `${stretch.loop} · pass ${stretch.pass}`,
    description: count(notes.length + steers.length, 'line'),
    icon: 'note',
    contextValue: 'pass',
    collapsed: false,
    children: [...notes, ...steers],
  };
}
