import type { Json } from '../engine/json';
import { isObject } from '../engine/json';
import type { DesignerMemory, Intent } from './protocol';
import { connectVsCode } from './vscodeApi';

/** The extension as a webview sees it: intents go out, and a small memory outlives being hidden. */
export interface Host {
  post(intent: Intent): void;
  remember(memory: DesignerMemory): void;
  remembered(): DesignerMemory | null;
}

/** May be called once in the life of a page. */
export function connectHost(): Host {
  const api = connectVsCode();
  return {
    post: (intent) => api.postMessage(intent),
    remember: (memory) => api.setState(memory),
    remembered: () => memoryFrom(api.getState()),
  };
}

/** Reads what an earlier version of the webview may have left; whatever does not fit counts as not remembered. */
export function memoryFrom(value: unknown): DesignerMemory | null {
  if (!isObject(value)) return null;
  const { viewport, selection, collapsed, draft, dock, moment, focused } = value;
  const view =
    isObject(viewport) &&
    typeof viewport.x === 'number' &&
    typeof viewport.y === 'number' &&
    typeof viewport.zoom === 'number'
      ? { x: viewport.x, y: viewport.y, zoom: viewport.zoom }
      : null;
  const typed =
    isObject(draft) && Array.isArray(draft.path) && typeof draft.text === 'string'
      ? { path: draft.path.filter((key) => typeof key === 'string' || typeof key === 'number'), text: draft.text }
      : null;
  return {
    viewport: view,
    selection: textsIn(selection),
    collapsed: textsIn(collapsed),
    draft: typed,
    ...dockFrom(dock),
    ...(typeof moment === 'number' ? { moment } : {}),
    ...(typeof focused === 'number' ? { focused } : {}),
  };
}

function dockFrom(value: Json | undefined): Pick<DesignerMemory, 'dock'> {
  if (!isObject(value)) return {};
  const { open, tab, height } = value;
  const fits = typeof open === 'boolean' && (tab === 'problems' || tab === 'simulate') && typeof height === 'number';
  return fits ? { dock: { open, tab, height } } : {};
}

const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
