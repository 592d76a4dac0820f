import { createRoot } from 'react-dom/client';
import type { Comparison } from '../protocol';
import { CompareApp } from './CompareApp';
import { connectCompareHost } from './compareHost';
import { ComparingProvider, createComparing } from './comparing';

/** Draws the comparison of two states of a flow into the page. */
export function showCompare(root: HTMLElement): void {
  const host = connectCompareHost();
  const fail = (error: unknown) =>
    host.post({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  window.addEventListener('error', (event) => fail(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => fail(event.reason));

  const comparing = createComparing(host);
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    if (isComparison(event.data)) comparing.receive(event.data);
  });
  createRoot(root, { onUncaughtError: fail }).render(
    <ComparingProvider value={comparing}>
      <CompareApp />
    </ComparingProvider>,
  );
  host.post({ type: 'ready' });
}

/** The sender is the extension of the same version; only its messages have this type. */
function isComparison(data: unknown): data is Comparison {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'comparison';
}
