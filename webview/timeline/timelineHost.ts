import { isObject } from '../../engine/json';
import type { TimelineIntent } from '../timelineProtocol';
import { connectVsCode } from '../vscodeApi';
import type { Stretch } from './axis';

/** What outlives a reload: which run the page is about, and the stretch of it that was shown; null: all of it. */
export interface TimelineMemory {
  readonly folder: string;
  readonly view: Stretch | null;
}

/** The extension as the page sees it. */
export interface TimelineHost {
  post(intent: TimelineIntent): void;
  remember(memory: TimelineMemory): void;
  remembered(): TimelineMemory | null;
}

/** May be called once in the life of a page. */
export function connectTimelineHost(): TimelineHost {
  const api = connectVsCode();
  return {
    post: (intent) => api.postMessage(intent),
    remember: (memory) => api.setState(memory),
    remembered: () => memoryFrom(api.getState()),
  };
}

function memoryFrom(state: unknown): TimelineMemory | null {
  if (!isObject(state) || typeof state.folder !== 'string') return null;
  const { folder, view } = state;
  const fits = isObject(view) && typeof view.from === 'number' && typeof view.to === 'number';
  return { folder, view: fits ? { from: Number(view.from), to: Number(view.to) } : null };
}
