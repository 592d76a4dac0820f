import * as vscode from 'vscode';
import type { Completion } from '../engine/flow/language';
import { completionsAt, definitionAt, referencesOf } from '../engine/flow/language';
import type { JsonPath } from '../engine/json';
import type { FlowFiles } from './flowFiles';

/** What a flow offers while it is edited as text: completion of keys, ids and names, and the way to where a step stands. */
export function helpInText(flows: FlowFiles): vscode.Disposable {
  const selector: vscode.DocumentSelector = { pattern: '**/*.converge.json' };
  // A step stands at its key; what names it is a value, but for the key of its place in the layout.
  const placeOf = (document: vscode.TextDocument, path: JsonPath, at: 'key' | 'value') => {
    const parsed = flows.get(document.uri)?.parsed;
    const range = at === 'key' ? parsed?.keyRangeOf(path) : parsed?.rangeOf(path);
    if (!range) return undefined;
    const { offset, length } = range;
    return new vscode.Location(
      document.uri,
      new vscode.Range(document.positionAt(offset), document.positionAt(offset + length)),
    );
  };
  const stepAt = (document: vscode.TextDocument, position: vscode.Position) => {
    const offset = document.offsetAt(position);
    const path = definitionAt(document.getText(), offset) ?? flows.get(document.uri)?.parsed.pathAt(offset);
    return path?.[0] === 'steps' && typeof path[1] === 'string' ? path[1] : undefined;
  };
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      selector,
      {
        provideCompletionItems: (document, position) =>
          completionsAt(document.getText(), document.offsetAt(position)).map((each) => itemOf(document, each)),
      },
      '"',
      ':',
    ),
    vscode.languages.registerDefinitionProvider(selector, {
      provideDefinition: (document, position) => {
        const path = definitionAt(document.getText(), document.offsetAt(position));
        return path && placeOf(document, path, 'key');
      },
    }),
    vscode.languages.registerReferenceProvider(selector, {
      provideReferences: (document, position, { includeDeclaration }) => {
        const step = stepAt(document, position);
        const flow = flows.get(document.uri)?.parsed.value;
        if (step === undefined || flow === null || flow === undefined) return [];
        const declared = includeDeclaration ? [placeOf(document, ['steps', step], 'key')] : [];
        const named = referencesOf(flow, step).map((path) =>
          placeOf(document, path, path[0] === 'layout' ? 'key' : 'value'),
        );
        return [...declared, ...named].filter((place) => place !== undefined);
      },
    }),
  );
}

const KINDS = {
  key: vscode.CompletionItemKind.Property,
  step: vscode.CompletionItemKind.Reference,
  terminal: vscode.CompletionItemKind.EnumMember,
  worker: vscode.CompletionItemKind.Reference,
  value: vscode.CompletionItemKind.Value,
} as const;

function itemOf(document: vscode.TextDocument, completion: Completion): vscode.CompletionItem {
  const { label, kind, insert, offset, length } = completion;
  const item = new vscode.CompletionItem(label, KINDS[kind]);
  item.range = new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));
  item.insertText = insert;
  // What stands in the place is JSON text, quotes and all: it is compared with what will stand there.
  item.filterText = insert;
  return item;
}
