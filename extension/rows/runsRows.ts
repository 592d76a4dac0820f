import { historyRows, openQuestionRows } from './historyRows';
import type { Row } from './row';
import type { RunView } from './runView';
import { asksPerson, dueOf, isResumable, newestFirst, statusOf, whereOf } from './runView';
import { statusLook } from './statusLook';
import { duration, endText, instant, joined, spendText } from './words';

/** Runs, newest first: run → passes, batches and rounds → steps → attempts and what they called. What ran outside loops stands directly under its run. */
export const runsRows = (runs: readonly RunView[]): readonly Row[] =>
  newestFirst(runs).flatMap((run) => {
    const row = keptRow(run);
    return row.children.length > 0 || isRead(run) ? [row] : [];
  });

/**
 * VS Code keeps the shape in which a row first appears: one without children stays folded once it has some. So a run that
 * is carried is listed from its first step on, and one that nobody carries with what can be read of it.
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
  const ended = state.end ? endText(state.end) : due ? `parked until ${instant(due)}` : status;
  const spend = spendText(state.spend);
  const took = duration(history.startedAt, history.lastAt);
  const flow = state.head?.flow.id ?? 'unknown flow';
  return {
    id: `run:${run.folder}`,
    label: flow,
    description: joined(ended, where, spend, took),
    tooltip: [
      `Run ${run.id}`,
      history.startedAt ? `Started ${history.startedAt}` : 'Nothing of its trace could be read yet',
      `Mode: ${history.mode}`,
      state.head?.goal ? `Goal: ${state.head.goal}` : '',
      state.end?.why ?? (status === 'interrupted' ? 'Nobody carries this run any more. It can be resumed.' : ''),
      state.spend.firstUnknown ? `First turn of unknown spend: ${state.spend.firstUnknown}` : '',
    ]
      .filter(Boolean)
      .join('\n'),
    ...(due ? { icon: 'watch' } : statusLook(status, state.end?.confirmed ?? 'none')),
    contextValue: `run.${status}${isResumable(run) ? '.resumable' : ''}`,
    spoken: joined(`Run of ${flow}`, ended, where, spend || 'no spend', took),
    collapsed: status !== 'running' && status !== 'waiting',
    target: { open: 'run', folder: run.folder },
    children: [...openQuestionRows(run), ...historyRows(run)],
  };
}
