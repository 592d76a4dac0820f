import type { Issue } from '../../../engine/issue';
import { goTo } from '../commands';
import type { Designer } from '../designer';
import { texts } from '../texts';
import { aboutOf } from './issues';

/** Asks for an issue's fix, or for those of all that have its code. What came of it is in the next snapshot. */
export function applyFix(designer: Designer, { code, path, fix }: Issue, all = false): void {
  const { scene } = designer.store.get();
  if (!scene || !fix) return;
  if (scene.locked !== null) {
    designer.say(texts.said.readOnly(scene.locked));
    return;
  }
  const { version } = scene.snapshot.document;
  designer.host.post({ type: 'applyFix', version, code, path, ...(all ? { all } : {}) });
  designer.say(texts.said.fixed(all ? code : fix.title));
}

/** Leads to what an issue is about: on the canvas where it stands there, else in the text. */
export function showIssue(designer: Designer, issue: Issue): void {
  const { scene } = designer.store.get();
  const about = scene ? aboutOf(scene.graph, issue) : null;
  if (about !== null) {
    goTo(designer, about);
    return;
  }
  designer.select([]);
  if (issue.path.length === 0 || scene?.locked != null) designer.host.post({ type: 'openText', path: issue.path });
}

/** Opens the list of what is wrong with the selection, with its fixes. */
export const openFixes = (designer: Designer): void => designer.store.set({ picker: { type: 'fixes' } });
