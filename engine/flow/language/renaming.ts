import type { FlowEdit } from '../edit';
import { parseFlow } from '../parse';
import type { Named } from './namedAt';
import { namedAt } from './namedAt';

/** What can be renamed at a place of the text, or why nothing can. */
export type Renaming = { readonly ok: true; readonly named: Named } | { readonly ok: false; readonly why: string };

export function renamingAt(text: string, offset: number): Renaming {
  const { broken } = parseFlow(text);
  if (broken !== null) return { ok: false, why: `Nothing can be renamed as the text stands. ${broken.message}` };
  const named = namedAt(text, offset);
  if (named !== undefined) return { ok: true, named };
  return {
    ok: false,
    why: 'What stands here has no other name. Steps, loops, workers, channels and inputs of the flow can be renamed, where they are given and where they are used.',
  };
}

/** The edit that gives what is named another name, wherever it stands: the same as in the designer. */
export function renameEdit({ map, name }: Pick<Named, 'map' | 'name'>, to: string): FlowEdit {
  switch (map) {
    case 'steps':
      return { type: 'renameStep', from: name, to };
    case 'loops':
      return { type: 'renameLoop', from: name, to };
    case 'workers':
    case 'channels':
    case 'inputs':
      return { type: 'renameEntry', map, from: name, to };
  }
}
