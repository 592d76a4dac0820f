import * as vscode from 'vscode';
import type { FlowSymbol } from '../engine/flow/language/symbols';
import { FLOW_TEXTS, rangeAt, textHelp } from './textPlaces';

/** The outline of a flow's text: its steps with where they lead, its loops, workers, channels and inputs. */
export function outlineText(): vscode.Disposable {
  return vscode.languages.registerDocumentSymbolProvider(
    FLOW_TEXTS,
    {
      provideDocumentSymbols: async (document) => {
        const { symbolsIn } = await textHelp();
        return symbolsIn(document.getText()).map((symbol) => symbolOf(document, symbol));
      },
    },
    { label: 'Converge' },
  );
}

function symbolOf(document: vscode.TextDocument, symbol: FlowSymbol): vscode.DocumentSymbol {
  const { name, detail, kind, range, key, children } = symbol;
  const place = ([start, end]: FlowSymbol['range']) => rangeAt(document, start, end - start);
  const made = new vscode.DocumentSymbol(name, detail, KINDS[kind], place(range), place(key));
  made.children = children.map((child) => symbolOf(document, child));
  return made;
}

const KINDS: Readonly<Record<FlowSymbol['kind'], vscode.SymbolKind>> = {
  map: vscode.SymbolKind.Namespace,
  step: vscode.SymbolKind.Function,
  route: vscode.SymbolKind.Event,
  loop: vscode.SymbolKind.Class,
  worker: vscode.SymbolKind.Object,
  channel: vscode.SymbolKind.Variable,
  input: vscode.SymbolKind.Field,
};
