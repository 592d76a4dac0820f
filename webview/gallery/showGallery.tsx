import { createRoot } from 'react-dom/client';
import { Gallery } from './Gallery';
import { connectGallery } from './galleryHost';

/** Draws the gallery of templates into the page. */
export function showGallery(root: HTMLElement): void {
  const host = connectGallery();
  const fail = (error: unknown) =>
    host.post({ type: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  window.addEventListener('error', (event) => fail(event.error ?? event.message));
  window.addEventListener('unhandledrejection', (event) => fail(event.reason));
  const page = createRoot(root, { onUncaughtError: fail });
  host.onSnapshot(({ templates }) =>
    page.render(<Gallery templates={templates} onChoose={(name) => host.post({ type: 'choose', name })} />),
  );
  host.post({ type: 'ready' });
}
