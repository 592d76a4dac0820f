import type { Stretch } from '../../engine/run/history';
import type { Row } from './row';
import type { RunView } from './runView';
import { say } from './say';
import { brief, count, joined } from './words';

/** Notes and steers by the pass that wrote them, oldest pass first, as they were written then. */
export function notesRows(run: RunView | undefined, asIn: string | null = null): readonly Row[] {
  if (!run) return [];
  const pass = asIn === null ? undefined : passOf(run, asIn);
  if (pass !== undefined) return notesThen(run, pass);
  return run.history.stretches
    .filter((stretch) => stretch.notes.length > 0 || stretch.steers.length > 0)
    .map((stretch) => {
      const label = stretch.loop === null ? say('Outside loops') : passLabel(stretch);
      return groupRow(run, stretch.key, label, [...noteRows(run, stretch), ...steerRows(run, stretch)]);
    });
}

/** A pass by its key; undefined: there is none, or it stands outside loops, where nothing is told on. */
export const passOf = (run: RunView, key: string): Stretch | undefined =>
  run.history.stretches.find((stretch) => stretch.key === key && stretch.loop !== null && stretch.pass > 0);

export const passLabel = ({ loop, pass }: Stretch): string => joined(loop, say('pass {0}', pass));

/**
 * The notes as they were in a pass: what it was given (lessons of the passes before it, of the same entry of its loop, the
 * newest twenty or as many as were kept), the steers that rode with them, and what it wrote itself.
 */
function notesThen(run: RunView, pass: Stretch): readonly Row[] {
  const before = earlierOf(run, pass);
  const given = before.flatMap((stretch) => noteRows(run, stretch)).slice(-keptOf(run, pass));
  const groups: readonly (readonly [string, string, readonly Row[]])[] = [
    [`${pass.key}/given`, say('Given to {0}', passLabel(pass)), given],
    [`${pass.key}/steers`, say('Steers sent to {0}', passLabel(pass)), steerRows(run, pass)],
    [`${pass.key}/written`, say('Written in {0}', passLabel(pass)), noteRows(run, pass)],
  ];
  return groups.map(([key, label, rows]) => groupRow(run, key, label, rows));
}

/** A loop that is entered again begins with its number 0: what was before that is not told on. */
function earlierOf(run: RunView, pass: Stretch): readonly Stretch[] {
  const own = run.history.stretches.filter(({ loop }) => loop === pass.loop);
  const before = own.slice(0, own.indexOf(pass));
  const entered = before.map((stretch) => stretch.pass).lastIndexOf(0);
  return before.slice(entered + 1);
}

function keptOf({ flow }: RunView, { loop }: Stretch): number {
  const declared = loop === null ? undefined : flow?.loops?.[loop];
  return (declared?.type === 'until' ? declared.notes?.keep : undefined) ?? MOST_NOTES;
}

const MOST_NOTES = 20;

const groupRow = (run: RunView, key: string, label: string, children: readonly Row[]): Row => ({
  id: `notes:${run.folder}/${key}`,
  label,
  description: count(children.length, 'line'),
  icon: 'note',
  contextValue: 'notes',
  collapsed: false,
  children,
});

const noteRows = (run: RunView, stretch: Stretch): readonly Row[] =>
  stretch.notes.map((note, index) =>
    lineRow(run, `${stretch.key}/note/${index}`, writerWord(note.from), note.text, WRITERS[note.from]),
  );

const steerRows = (run: RunView, stretch: Stretch): readonly Row[] =>
  stretch.steers.map((text, index) => lineRow(run, `${stretch.key}/steer/${index}`, say('steer'), text, 'compass'));

type Writer = Stretch['notes'][number]['from'];
const WRITERS: Readonly<Record<Writer, string>> = { person: 'person', judge: 'law', engine: 'gear' };

function writerWord(from: Writer): string {
  switch (from) {
    case 'person':
      return say('person');
    case 'judge':
      return say('judge');
    case 'engine':
      return say('engine');
  }
}

const lineRow = (run: RunView, key: string, label: string, text: string, icon: string): Row => ({
  id: `notes:${run.folder}/${key}`,
  label,
  description: brief(text, 200),
  tooltip: text,
  icon,
  contextValue: 'note',
  spoken: `${label}: ${text}`,
  children: [],
});
