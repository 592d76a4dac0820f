import { createRoot } from 'react-dom/client';
import type { TimelineSnapshot } from '../timelineProtocol';
import { TimelineApp } from './TimelineApp';
import { connectTimelineHost } from './timelineHost';
import { createTimelining } from './timelining';

/** Draws a run in time into the page. */
export function showTimeline(root: HTMLElement): void {
  const host = connectTimelineHost();
  const fail = (error: unknown) =>
    host.post({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  window.addEventListener('error', (event) => fail(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => fail(event.reason));

  const timelining = createTimelining(host);
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isTimeline(event.data)) timelining.receive(event.data);
  });
  createRoot(root, { onUncaughtError: fail }).render(<TimelineApp timelining={timelining} />);
  host.post({ type: 'ready' });
}

/** The sender is the extension of the same version; only its messages have this type. */
function isTimeline(data: unknown): data is TimelineSnapshot {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'timeline';
}
