import type { JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import type { Snapshot } from '../../protocol';
import type { Scene } from '../scene';

type Known = Pick<Scene, 'flow'> & { readonly snapshot: Pick<Snapshot, 'whoDoes'> };

/** What is said below a field that names a worker of a step: its own hint, and who that would be on this machine. */
export function whoDoesAt({ flow, snapshot }: Known, path: JsonPath, hint?: string): string | undefined {
  const [, step] = path;
  const name = at(flow, path);
  const byName = snapshot.whoDoes?.[String(step)] ?? {};
  const who = typeof name === 'string' && Object.hasOwn(byName, name) ? byName[name] : undefined;
  return [hint, who].filter((text) => text !== undefined).join(' ') || undefined;
}
