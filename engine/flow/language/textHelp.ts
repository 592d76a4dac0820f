import { completionsAt, definitionAt } from '../language';
import { evaluatableAt } from './evaluatable';
import { foldsIn } from './folds';
import { hoverAt } from './hover';
import { mentionsOf } from './mentions';
import { namedAt } from './namedAt';
import { renameEdit, renamingAt } from './renaming';
import { symbolsIn } from './symbols';

/** All that helps who edits a flow as text, in one piece: an editor loads it when the first flow is shown as text. */
export const textHelp = {
  completionsAt,
  definitionAt,
  evaluatableAt,
  foldsIn,
  hoverAt,
  mentionsOf,
  namedAt,
  renameEdit,
  renamingAt,
  symbolsIn,
};
