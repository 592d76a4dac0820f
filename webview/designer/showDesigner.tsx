import { createRoot } from 'react-dom/client';
import { connectHost } from '../host';
import type { Snapshot } from '../protocol';
import { App } from './App';
import { createDesigner, DesignerProvider } from './designer';

/** Draws the designer of a flow into the page. */
export function showDesigner(root: HTMLElement): void {
  const host = connectHost();
  const fail = (error: unknown) =>
    host.post({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  window.addEventListener('error', (event) => fail(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => fail(event.reason));

  const designer = createDesigner(host);
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isSnapshot(event.data)) designer.receive(event.data);
  });

  createRoot(root, { onUncaughtError: fail }).render(
    <DesignerProvider value={designer}>
      <App />
    </DesignerProvider>,
  );
  host.post({ type: 'ready' });
}

/** The sender is the extension of the same version; only its messages have this type. */
function isSnapshot(data: unknown): data is Snapshot {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'snapshot';
}
