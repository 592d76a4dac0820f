import { isObject } from '../../engine/json';
import type { CompareIntent } from '../protocol';
import type { Mode } from './view';

/** The extension as the page sees it. */
export interface CompareHost {
  post(intent: CompareIntent): void;
  remember(mode: Mode): void;
  remembered(): Mode;
}

declare function acquireVsCodeApi(): {
  postMessage(message: CompareIntent): void;
  getState(): unknown;
  setState(state: unknown): void;
};

/** May be called once in the life of a page. */
export function connectCompareHost(): CompareHost {
  const api = acquireVsCodeApi();
  return {
    post: (intent) => api.postMessage(intent),
    remember: (mode) => api.setState({ mode }),
    remembered: () => {
      const state = api.getState();
      return isObject(state) && state.mode === 'sides' ? 'sides' : 'overlaid';
    },
  };
}
