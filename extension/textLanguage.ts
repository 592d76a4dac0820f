import * as vscode from 'vscode';
import type { Completion } from '../engine/flow/language';
import { callableFrom } from './calledFlow';
import type { FlowFiles } from './flowFiles';
import { settings } from './settings';
import { FLOW_TEXTS, placeOf, rangeAt, textHelp } from './textPlaces';
import { whoDoesHere } from './whoDoesHere';

/** What a flow offers while it is edited as text. There is no formatter on purpose: the text is its author's. */
export function helpInText(flows: FlowFiles): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.languages.registerCompletionItemProvider(
      FLOW_TEXTS,
      {
        provideCompletionItems: async (document, position) => {
          const { completionsAt } = await textHelp();
          const around = { workers: Object.keys(settings().machine.workers), flows: callableFrom(document.uri, flows) };
          const found = completionsAt(document.getText(), document.offsetAt(position), around);
          return found.map((each) => itemOf(document, each));
        },
      },
      '"',
      ':',
      '.',
    ),
    vscode.languages.registerHoverProvider(FLOW_TEXTS, {
      provideHover: async (document, position) => {
        const { hoverAt } = await textHelp();
        const { issues = [], parsed } = flows.get(document.uri) ?? {};
        const whoDoes = whoDoesHere(parsed?.flow ?? null);
        const found = hoverAt(document.getText(), document.offsetAt(position), issues, whoDoes);
        if (!found) return undefined;
        const paragraphs = found.paragraphs.map((each) => new vscode.MarkdownString(each));
        return new vscode.Hover(paragraphs, rangeAt(document, found.offset, found.length));
      },
    }),
    vscode.languages.registerDefinitionProvider(FLOW_TEXTS, {
      provideDefinition: async (document, position) => {
        const { definitionAt } = await textHelp();
        const path = definitionAt(document.getText(), document.offsetAt(position));
        const reading = flows.get(document.uri);
        return path && reading ? new vscode.Location(document.uri, placeOf(document, reading, path, 'key')) : undefined;
      },
    }),
    vscode.languages.registerReferenceProvider(FLOW_TEXTS, {
      provideReferences: async (document, position, { includeDeclaration }) => {
        const { mentionsOf, namedAt } = await textHelp();
        const named = namedAt(document.getText(), document.offsetAt(position));
        const reading = flows.get(document.uri);
        if (!named || !reading) return [];
        const { map, name, flow } = named;
        // Places of a layout and what a step writes are keys; all else that uses a name is a value.
        const inKey = (key: string | number | undefined) => key === 'layout' || key === 'writes';
        const used = mentionsOf(flow, map, name).map((path) =>
          placeOf(document, reading, path, inKey(path.at(-2)) ? 'key' : 'value'),
        );
        const given = includeDeclaration ? [placeOf(document, reading, [map, name], 'key')] : [];
        return [...given, ...used].map((range) => new vscode.Location(document.uri, range));
      },
    }),
    vscode.languages.registerFoldingRangeProvider(FLOW_TEXTS, {
      provideFoldingRanges: async (document) => {
        const { foldsIn } = await textHelp();
        return foldsIn(document.getText()).map(
          ({ start, end, comment }) =>
            new vscode.FoldingRange(start, end, comment ? vscode.FoldingRangeKind.Comment : undefined),
        );
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
  name: vscode.CompletionItemKind.Variable,
} as const;

function itemOf(document: vscode.TextDocument, completion: Completion): vscode.CompletionItem {
  const { label, kind, insert, offset, length, about } = completion;
  const item = new vscode.CompletionItem(label, KINDS[kind]);
  item.range = rangeAt(document, offset, length);
  item.insertText = insert;
  // What stands in the place is JSON text, quotes and all: it is compared with what will stand there. In an expression it
  // is the name, behind the dot that a name in brackets takes the place of.
  const dot = document.getText().charAt(offset) === '.' ? '.' : '';
  item.filterText = kind === 'name' ? `${dot}${label}` : insert;
  if (about !== '') item.documentation = about;
  return item;
}
