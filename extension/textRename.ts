import * as vscode from 'vscode';
import { FLOW_TEXTS, rangeAt, textHelp } from './textPlaces';

/** Renaming in text what the designer renames, by the same edit: steps, loops, workers, channels and inputs. */
export function renameInText(): vscode.Disposable {
  const at = async (document: vscode.TextDocument, position: vscode.Position) => {
    const { renamingAt } = await textHelp();
    const found = renamingAt(document.getText(), document.offsetAt(position));
    if (!found.ok) throw new Error(found.why);
    return found.named;
  };
  return vscode.languages.registerRenameProvider(FLOW_TEXTS, {
    prepareRename: async (document, position) => {
      const { offset, length, name } = await at(document, position);
      return { range: rangeAt(document, offset, length), placeholder: name };
    },
    provideRenameEdits: async (document, position, to) => {
      const [{ editText }, { renameEdit }] = await Promise.all([import('../engine/flow/editing'), textHelp()]);
      const named = await at(document, position);
      const result = editText(document.getText(), named.flow, renameEdit(named, to));
      if (!result.ok) throw new Error(result.why);
      const edit = new vscode.WorkspaceEdit();
      edit.set(
        document.uri,
        result.edits.map(({ offset, length, content }) =>
          vscode.TextEdit.replace(rangeAt(document, offset, length), content),
        ),
      );
      return edit;
    },
  });
}
