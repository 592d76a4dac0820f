import { heldText } from '../../engine/run/debug/stopText';
import { placeWords } from '../../engine/run/placeWords';
import { openAsks } from '../../engine/run/state';
import { fact } from './fact';
import { historyRows, openQuestionRows } from './historyRows';
import { meterLines } from './meterText';
import { redoneRows } from './redoneRows';
import type { Row } from './row';
import type { RunView } from './runView';
import { asksPerson, dueOf, isResumable, newestFirst, statusOf, whereOf } from './runView';
import { say } from './say';
import { statusLook } from './statusLook';
import { statusWord } from './statusWord';
import { duration, endText, instant, joined, spendText } from './words';

/** Runs, newest first: run → passes, batches and rounds → steps → attempts and what they called. What ran outside loops stands directly under its run. */
export const runsRows = (runs: readonly RunView[]): readonly Row[] =>
  newestFirst(runs).flatMap((run) => {
    const row = keptRow(run);
    return row.children.length > 0 || isRead(run) ? [row] : [];
  });

/**
 * VS Code keeps the shape in which a row first appears: one without children stays folded once it has some. So a run that
 * is carried is listed from its first step on, or once it is held, and one that nobody carries with what can be read of it.
 */
const isRead = ({ state, history, held }: RunView): boolean =>
  !held && (state.head !== null || history.damaged.length > 0);

/** A view of a run is never changed, only replaced: its rows are made once. */
const kept = new WeakMap<RunView, Row>();
function keptRow(run: RunView): Row {
  const row = kept.get(run) ?? runRow(run);
  kept.set(run, row);
  return row;
}

function runRow(run: RunView): Row {
  const { state, history } = run;
  const status = statusOf(run);
  const where = whereOf(run);
  const due = asksPerson(run) ? null : dueOf(run);
  const ended = state.end ? endText(state.end) : due ? say('parked until {0}', instant(due)) : statusWord(status);
  const spend = spendText(state.spend);
  const took = duration(history.startedAt, history.lastAt);
  const flow = state.head?.flow.id ?? say('unknown flow');
  return {
    id: `run:${run.folder}`,
    label: flow,
    description: joined(ended, where, spend, took),
    tooltip: [
      say('Run {0}', run.id),
      history.startedAt ? say('Started {0}', history.startedAt) : say('Nothing of its trace could be read yet'),
      say('Mode: {0}', history.mode),
      state.head?.goal ? say('Goal: {0}', state.head.goal) : '',
      state.end?.why ?? (status === 'interrupted' ? say('Nobody carries this run any more. It can be resumed.') : ''),
      ...placeWords(state.head?.place ?? {}),
      ...meterLines(state.meters),
      state.spend.firstUnknown ? say('First turn of unknown spend: {0}', state.spend.firstUnknown) : '',
      markersText(run),
    ]
      .filter(Boolean)
      .join('\n'),
    ...(due ? { icon: 'watch' } : statusLook(status, state.end?.confirmed ?? 'none')),
    contextValue: contextOf(run),
    spoken: joined(say('Run of {0}', flow), ended, where, spend || say('no spend'), took),
    collapsed: status !== 'running' && status !== 'waiting',
    target: { open: 'run', folder: run.folder },
    children: [...heldRows(run), ...openQuestionRows(run), ...redoneRows(run), ...historyRows(run)],
  };
}

/** A run that a debugger holds may stand before its first step: what holds it is what there is to see of it. */
const heldRows = ({ folder, heldAt = null }: RunView): readonly Row[] =>
  heldAt === null ? [] : [fact(`run:${folder}/held`, say('Held'), heldText(heldAt, say), { icon: 'debug-pause' })];

/** What can be done to it, for the menus: `run.<status>` and a word for each thing that fits its state. */
function contextOf(run: RunView): string {
  const { state, held, flow = null } = run;
  if (state.head === null) return 'run.unread';
  const flows = [state, ...Object.values(state.children)];
  const entered = flows.some(({ loops }) => Object.keys(loops).length > 0);
  const words = [
    openAsks(state).length > 0 && state.end === null ? 'asks' : '',
    held && !state.paused ? 'pausable' : '',
    held && !state.stopAfterPass && (entered || Object.values(flow?.loops ?? {}).some(({ type }) => type === 'until'))
      ? 'passes'
      : '',
    held && entered ? 'notes' : '',
    isResumable(run) ? 'resumable' : '',
    !held && state.head.place?.worktree !== undefined ? 'worktree' : '',
  ];
  return ['run', statusOf(run), ...words.filter(Boolean)].join('.');
}

/** A dot for each pass that was judged: filled where the marker moved. */
function markersText({ history }: RunView): string {
  const dots = history.stretches.flatMap(({ ended }) => (ended === null ? [] : [ended.stalled === 0 ? '●' : '○']));
  return dots.length === 0 ? '' : say('Markers of its passes: {0}', dots.slice(-60).join(''));
}
