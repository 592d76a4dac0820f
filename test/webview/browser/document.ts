import type { FlowEdit } from '../../../engine/flow/edit';
import { applyEdit } from '../../../engine/flow/edit';
import { patched } from '../../../engine/flow/patch';
import type { Issue } from '../../../engine/issue';
import type { Json } from '../../../engine/json';
import type { Intent, Snapshot } from '../../../webview/protocol';

/** A document as the extension keeps it: edits are carried out by the real engine, undo is a stack of whole flows. */
export interface FakeDocument {
  readonly snapshot: () => Snapshot;
  readonly intents: Intent[];
  /** Carries an intent out; true where a new snapshot is due. */
  receive(intent: Intent): boolean;
  /** Changes the document from outside. */
  change(part: Partial<Snapshot>): void;
}

export function fakeDocument(flow: Json | null, part: Partial<Snapshot> = {}): FakeDocument {
  const intents: Intent[] = [];
  const past: (Json | null)[] = [];
  const future: (Json | null)[] = [];
  let now: Snapshot = {
    type: 'snapshot',
    document: { name: 'demo.converge.json', version: 1, readOnly: null },
    flow,
    broken: null,
    issues: [],
    selection: [],
    workers: ['implementer', 'reviewer'],
    run: null,
    limits: null,
    simulation: null,
    templates: [],
    callable: [],
    ...part,
  };
  const put = (next: Json | null, selection = now.selection) => {
    now = { ...now, flow: next, selection, document: { ...now.document, version: now.document.version + 1 } };
  };
  const edit = (wanted: FlowEdit): boolean => {
    const result = applyEdit(now.flow ?? fresh(wanted), wanted);
    if (!result.ok) return false;
    past.push(now.flow);
    future.length = 0;
    put(patched(now.flow ?? fresh(wanted), result.changes), result.select ?? now.selection);
    return true;
  };
  return {
    intents,
    snapshot: () => now,
    change(next) {
      now = { ...now, ...next, document: { ...now.document, ...next.document, version: now.document.version + 1 } };
    },
    receive(intent) {
      intents.push(intent);
      switch (intent.type) {
        case 'ready':
          return true;
        case 'edit':
          // As the extension does: an edit for an earlier version is carried out where it still means the same.
          return intent.version <= now.document.version && edit(intent.edit);
        case 'select':
          now = { ...now, selection: intent.selection };
          return true;
        case 'undo':
          return back(past, future, now.flow, put);
        case 'redo':
          return back(future, past, now.flow, put);
        default:
          return false;
      }
    },
  };
}

function back(
  from: (Json | null)[],
  to: (Json | null)[],
  here: Json | null,
  put: (flow: Json | null) => void,
): boolean {
  const flow = from.pop();
  if (flow === undefined) return false;
  to.push(here);
  put(flow);
  return true;
}

const fresh = (edit: FlowEdit): Json =>
  edit.type === 'addStep' ? { converge: 1, id: 'demo', start: '', steps: {} } : {};

export const issue = (severity: Issue['severity'], code: string, path: Issue['path'], message: string): Issue => ({
  severity,
  code,
  path,
  message,
});
