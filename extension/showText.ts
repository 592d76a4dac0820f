import * as vscode from 'vscode';

/**
 * Shows the document as text beside the active editor, or where it is already shown as text, with the range selected.
 * `range`: offsets in the text; null leaves the selection as it is.
 */
export async function showText(
  document: vscode.TextDocument,
  range: { readonly offset: number; readonly length: number } | null,
): Promise<vscode.TextEditor> {
  const open = vscode.window.visibleTextEditors.find((editor) => editor.document === document);
  const selection = range
    ? new vscode.Range(document.positionAt(range.offset), document.positionAt(range.offset + range.length))
    : undefined;
  return vscode.window.showTextDocument(document, {
    viewColumn: open?.viewColumn ?? vscode.ViewColumn.Beside,
    preview: false,
    ...(selection ? { selection } : {}),
  });
}
