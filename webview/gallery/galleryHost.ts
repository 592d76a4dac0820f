import type { GalleryIntent, GallerySnapshot } from '../protocol';
import { connectVsCode } from '../vscodeApi';

/** The extension as the gallery sees it. */
export interface GalleryHost {
  post(intent: GalleryIntent): void;
  /** What the gallery shows, each time it is sent. */
  onSnapshot(listener: (snapshot: GallerySnapshot) => void): void;
}

export function connectGallery(): GalleryHost {
  const api = connectVsCode();
  return {
    post: (intent) => api.postMessage(intent),
    onSnapshot: (listener) =>
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        if (isSnapshot(event.data)) listener(event.data);
      }),
  };
}

/** The sender is the extension of the same version; only its messages have this type. */
function isSnapshot(data: unknown): data is GallerySnapshot {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'gallery';
}
