import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { JsonPath } from '../engine/json';
import type { FlowDocuments } from './document';
import type { FlowFiles } from './flowFiles';
import { readFlow } from './flowReading';
import { TEXT_SCHEME } from './ids';
import { showWarning } from './plainNotice';
import type { Found } from './stringPlace';
import { stringAt, stringName, withLineEndsOf } from './stringPlace';

/**
 * Long texts of a flow, such as prompts, each as a document of its own.
 *
 * R1 Where the text stands is in the uri and nowhere else, so that a tab outlives the window.
 * R2 Saving is one minimal edit of the flow's document, which is then unsaved: the flow's file is saved by itself.
 * R3 A text that changed in the flow is refreshed in its tab; where the tab has changes, too, VS Code asks on saving.
 * R4 A text whose step is gone is never written elsewhere; what the tab holds stays in it, and the reason is said.
 */
export interface StringDocuments extends vscode.Disposable {
  /** Shows the text that stands (or would stand) at the path in an editor tab. */
  readonly open: (document: vscode.TextDocument, path: JsonPath) => Promise<void>;
}

const placeSchema = z.object({ flow: z.string(), path: z.array(z.union([z.string(), z.int().min(0)])) });
const encoder = new TextEncoder();

export function stringDocuments(flows: FlowFiles, documents: FlowDocuments): StringDocuments {
  const changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  /** What VS Code was last told of each text; null: that it is gone. */
  const told = new Map<string, { readonly text: string | null; readonly mtime: number }>();

  const tell = (uri: vscode.Uri, text: string | null): number => {
    const before = told.get(uri.toString());
    if (before && before.text === text) return before.mtime;
    const mtime = Math.max(Date.now(), (before?.mtime ?? 0) + 1);
    told.set(uri.toString(), { text, mtime });
    return mtime;
  };
  const find = async (uri: vscode.Uri) => {
    const { flow, path } = placeOf(uri);
    const document = await vscode.workspace.openTextDocument(flow);
    const reading = flows.get(flow) ?? readFlow(document.getText());
    return { document, path, found: stringAt(reading.lastGood ?? {}, path) };
  };
  const read = async (uri: vscode.Uri) => {
    const place = await find(uri).catch(() => null);
    const text = place ? textOf(place.found) : null;
    const mtime = tell(uri, text);
    if (!place || text === null) throw vscode.FileSystemError.FileNotFound(uri);
    return { ...place, text, mtime };
  };

  const write = async (uri: vscode.Uri, content: Uint8Array) => {
    const { document, path, found } = await find(uri).catch(() => {
      throw vscode.FileSystemError.Unavailable(flowGone());
    });
    const before = textOf(found);
    if (before === null) throw vscode.FileSystemError.Unavailable(gone(uri));
    const text = withLineEndsOf(new TextDecoder().decode(content), before);
    if (text === before) return;
    const earlier = told.get(uri.toString());
    // Told first, so that the change it leads to is no news.
    tell(uri, text);
    const value = text === '' ? {} : { value: text };
    const edited = await documents.edit(document, document.version, { type: 'set', path, ...value });
    if (edited.ok) return;
    if (earlier) told.set(uri.toString(), earlier);
    throw vscode.FileSystemError.Unavailable(edited.why);
  };

  /** Tells the tabs of a flow's texts what became of them. */
  const look = async (flow: vscode.Uri) => {
    for (const uri of openTexts().filter((each) => placeOf(each).flow.toString() === flow.toString())) {
      const before = told.get(uri.toString())?.text;
      const now = textOf((await find(uri).catch(() => null))?.found ?? { state: 'gone' });
      if (before === undefined || before === now) continue;
      tell(uri, now);
      const type =
        now === null
          ? vscode.FileChangeType.Deleted
          : before === null
            ? vscode.FileChangeType.Created
            : vscode.FileChangeType.Changed;
      changed.fire([{ type, uri }]);
      if (now === null) void showWarning(gone(uri));
    }
  };

  const refuse = (): never => {
    throw vscode.FileSystemError.NoPermissions(vscode.l10n.t('Texts of a flow are made and removed in the flow.'));
  };
  const provider: vscode.FileSystemProvider = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    stat: async (uri) => {
      const { document, text, mtime } = await read(uri);
      const readOnly = (await documents.readOnly(document)) !== null;
      return {
        type: vscode.FileType.File,
        ctime: 0,
        mtime,
        size: encoder.encode(text).byteLength,
        ...(readOnly ? { permissions: vscode.FilePermission.Readonly } : {}),
      };
    },
    readFile: async (uri) => encoder.encode((await read(uri)).text),
    writeFile: write,
    readDirectory: () => [],
    createDirectory: refuse,
    delete: refuse,
    rename: refuse,
  };

  const subscriptions = [
    changed,
    vscode.workspace.registerFileSystemProvider(TEXT_SCHEME, provider, { isCaseSensitive: true }),
    flows.onDidChange((uri) => void look(uri)),
  ];
  return {
    open: async (document, path) => {
      const found = stringAt(flows.get(document.uri)?.lastGood ?? {}, path);
      if (found.state === 'gone' || found.state === 'other') {
        void showWarning(
          vscode.l10n.t('There is no text at {0} in this flow. Look at the flow again.', path.join(' › ')),
        );
        return;
      }
      const uri = uriOf(document.uri, path);
      const shown = vscode.window.tabGroups.all.find(({ tabs }) => tabs.some((tab) => isTextOf(tab, uri)));
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), {
        viewColumn: shown?.viewColumn ?? vscode.ViewColumn.Beside,
        preview: false,
      });
    },
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}

const uriOf = (flow: vscode.Uri, path: JsonPath): vscode.Uri =>
  vscode.Uri.from({
    scheme: TEXT_SCHEME,
    path: `/${stringName(basename(flow.path), path)}`,
    query: JSON.stringify({ flow: flow.toString(), path }),
  });

function placeOf(uri: vscode.Uri) {
  const { flow, path } = placeSchema.parse(JSON.parse(uri.query));
  return { flow: vscode.Uri.parse(flow), path };
}

/** What a tab shows; null where there is nothing to show any more. */
function textOf(found: Found): string | null {
  if (found.state === 'text') return found.text;
  return found.state === 'none' ? '' : null;
}

const openTexts = (): readonly vscode.Uri[] =>
  vscode.workspace.textDocuments.map(({ uri }) => uri).filter(({ scheme }) => scheme === TEXT_SCHEME);

const isTextOf = ({ input }: vscode.Tab, uri: vscode.Uri): boolean =>
  input instanceof vscode.TabInputText && input.uri.toString() === uri.toString();

const flowGone = () => vscode.l10n.t('The flow of this text is not there any more. Copy the text to keep it.');
const gone = (uri: vscode.Uri) =>
  vscode.l10n.t(
    '“{0}” is not in its flow any more: what held it was renamed, moved or deleted. The tab keeps the text; copy it to where it belongs now.',
    basename(uri.path).replace(/\.\w+$/, ''),
  );
