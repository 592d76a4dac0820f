import type { TemplateInfo } from '../../protocol';
import { actsTexts } from '../acts/actsTexts';
import type { Designer } from '../designer';
import { followEdit } from '../focus';
import { texts } from '../texts';

/** Asks for a template's steps and loops, as a paste of them. */
export function insertTemplate(
  designer: Designer,
  { name, title }: TemplateInfo,
  position?: readonly [number, number],
): void {
  const { scene } = designer.store.get();
  if (!scene) return;
  if (scene.locked !== null) {
    designer.say(texts.said.readOnly(scene.locked));
    return;
  }
  const { version } = scene.snapshot.document;
  designer.host.post({ type: 'insertTemplate', version, name, ...(position ? { position } : {}) });
  designer.say(actsTexts.said.template(title));
  followEdit(designer);
}
