import { heldText } from '../../engine/run/debug/stopText';
import { limitsLeft } from './limitsLeft';
import { workerMeterLines } from './meterText';
import type { RunView } from './runView';
import { asksPerson, dueOf, newestFirst, statusOf, whereOf } from './runView';
import { say } from './say';
import { instant, joined, spendText } from './words';

export interface StatusText {
  readonly text: string;
  readonly tooltip: string;
  /** The run that it is about. */
  readonly folder: string;
  /** For a person. */
  readonly waiting: boolean;
}

/** The one status bar item: the newest run that moves or waits, and how many others do; nothing where none does. */
export function statusText(runs: readonly RunView[]): StatusText | null {
  const live = newestFirst(runs).filter((run) => ['running', 'waiting'].includes(statusOf(run)));
  const [run] = live;
  if (!run) return null;
  const waiting = statusOf(run) === 'waiting' && asksPerson(run);
  const due = waiting ? null : dueOf(run);
  const heldAt = waiting ? null : (run.heldAt ?? null);
  const flow = run.state.head?.flow.id ?? run.id;
  const others = live.length > 1 ? `+${live.length - 1}` : '';
  const said = joined(
    flow,
    waiting ? say('waits for you') : due ? say('parked until {0}', instant(due)) : whereOf(run) || say('running'),
    heldAt ? say('held') : '',
    spendText(run.state.spend),
    others,
  );
  return {
    text: `${waiting ? '$(question)' : due ? '$(watch)' : heldAt ? '$(debug-pause)' : '$(loading~spin)'} ${said}`,
    tooltip: [
      `Converge: ${said}`,
      heldAt ? heldText(heldAt, say) : '',
      ...limitsLeft(run),
      ...workerMeterLines(run.state.meters),
    ]
      .filter(Boolean)
      .join('\n'),
    folder: run.folder,
    waiting,
  };
}
