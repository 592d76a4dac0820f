import './timeline.css';
import './signs.css';
import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useStore } from '../store';
import type { TimelineSnapshot } from '../timelineProtocol';
import { Board } from './Board';
import { Tables } from './Tables';
import { TimelineTools } from './TimelineTools';
import { pressed } from './timelineKeys';
import { timelineTexts as texts } from './timelineTexts';
import type { Timelining } from './timelining';

/** A run in time: what ran when, what it waited for, what it spent, and the moment that everything else shows. */
export function TimelineApp({ timelining }: { readonly timelining: Timelining }): ReactNode {
  const snapshot = useStore(timelining.store, (state) => state.snapshot);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (pressed(event, timelining)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [timelining]);
  const why = snapshot === null ? texts.loading : whyNothing(snapshot);
  if (snapshot === null || why !== null)
    return (
      <main className="timeline">
        <p className="timeline-nothing" role="status">
          {why}
        </p>
      </main>
    );
  return (
    <main className="timeline" aria-label={texts.label}>
      <TimelineTools snapshot={snapshot} timelining={timelining} />
      <Notes snapshot={snapshot} />
      <Workers snapshot={snapshot} />
      <Board snapshot={snapshot} timelining={timelining} />
      <Tables snapshot={snapshot} />
      <footer className="timeline-foot">
        <Legend />
        <ul className="timeline-keys" aria-label={texts.keys}>
          {texts.keyList.map(([keys, what]) => (
            <li key={keys}>
              <kbd>{keys}</kbd> {what}
            </li>
          ))}
        </ul>
      </footer>
    </main>
  );
}

/** Why there is nothing to draw; null: there is. */
function whyNothing({ run, whole, lanes }: TimelineSnapshot): string | null {
  if (run === null) return texts.gone;
  if (lanes.length > 0) return null;
  if (whole.indexed < 1) return texts.loading;
  return whole.hidden > 0 ? texts.unreadable : texts.nothing;
}

function Notes({ snapshot: { whole } }: { readonly snapshot: TimelineSnapshot }): ReactNode {
  return (
    <>
      {whole.indexed < 1 && (
        <p className="timeline-note" role="status">
          {texts.indexed(Math.floor(whole.indexed * 100))}
        </p>
      )}
      {whole.hidden > 0 && <p className="timeline-note">{texts.hidden(whole.hidden)}</p>}
    </>
  );
}

/** What each worker spent by the moment that is looked at, so that a curve that rises has a name. */
function Workers({ snapshot: { workers, moment } }: { readonly snapshot: TimelineSnapshot }): ReactNode {
  if (workers.length === 0) return null;
  const label = moment === null ? texts.workers : texts.workersThen;
  return (
    <div className="timeline-workers">
      <span aria-hidden="true">{label}</span>
      <ul aria-label={label}>
        {workers.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  );
}

const SIGNS = ['done', 'failed', 'running', 'waiting', 'interrupted', 'many', 'latch'] as const;

function Legend(): ReactNode {
  return (
    <ul className="timeline-legend" aria-label={texts.legend}>
      {SIGNS.map((look) => (
        <li key={look}>
          <span className={`sign sign-${look}`} aria-hidden="true" />
          {look === 'latch' ? texts.openLatch : texts.looks[look]}
        </li>
      ))}
    </ul>
  );
}
