import * as vscode from 'vscode';
import { filesAtHome } from './flowHome';
import type { FlowReading } from './flowReading';
import { readFlow } from './flowReading';
import { FLOW_GLOB } from './ids';
import type { Log } from './log';

/** Every flow file of the workspace, read: from its document where it is open, from the disk where it is not. */
export interface FlowFiles extends vscode.Disposable {
  readonly all: () => ReadonlyMap<string, FlowReading>;
  readonly get: (uri: vscode.Uri) => FlowReading | undefined;
  /** The uri of each flow that was read anew or is gone. */
  readonly onDidChange: vscode.Event<vscode.Uri>;
  /** Looks at the whole workspace again. */
  readonly refresh: () => Promise<void>;
}

export const isFlowUri = (uri: vscode.Uri): boolean => uri.path.endsWith('.converge.json');

/** Flows that came with a package or stand in a run are nobody's to mend here; they are read only where they are opened. */
const OTHERS = '**/{node_modules,.converge/runs,.converge/git}/**';
const isOthers = (uri: vscode.Uri): boolean => /\/(node_modules|\.converge\/(runs|git))\//.test(uri.path);

export function watchFlowFiles(log: Log): FlowFiles {
  const readings = new Map<string, FlowReading>();
  const changed = new vscode.EventEmitter<vscode.Uri>();

  const keep = (uri: vscode.Uri, text: string) => {
    const key = uri.toString();
    const before = readings.get(key);
    const reading = readFlow(text, before);
    if (reading === before) return;
    readings.set(key, reading);
    changed.fire(uri);
  };
  const forget = (uri: vscode.Uri) => {
    if (readings.delete(uri.toString())) changed.fire(uri);
  };
  const open = (uri: vscode.Uri) =>
    vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());
  const inWorkspace = (uri: vscode.Uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined;

  const read = async (uri: vscode.Uri) => {
    const document = open(uri);
    if (document) {
      keep(uri, document.getText());
      return;
    }
    try {
      const bytes = await vscode.workspace.fs.readFile(uri);
      // It may have been opened meanwhile; then the document is the truth.
      if (!open(uri)) keep(uri, new TextDecoder().decode(bytes));
    } catch (error) {
      if (!(error instanceof vscode.FileSystemError && error.code === 'FileNotFound')) log.error(`${uri}: ${error}`);
      forget(uri);
    }
  };
  const readOpen = (document: vscode.TextDocument) => {
    if (isFlowUri(document.uri)) keep(document.uri, document.getText());
  };
  const search = async () => {
    const [searched, atHome] = await Promise.all([vscode.workspace.findFiles(FLOW_GLOB, OTHERS), filesAtHome(log)]);
    const found = new Map([...searched, ...atHome.filter(isFlowUri)].map((uri) => [uri.toString(), uri]));
    await Promise.all([...found.values()].map(read));
    for (const key of [...readings.keys()]) {
      const uri = vscode.Uri.parse(key);
      if (!found.has(key) && !open(uri)) forget(uri);
    }
  };
  // One after the other: what an earlier search did not find yet must not forget what a later one found.
  let last: Promise<void> = Promise.resolve();
  const refresh = () => {
    last = last.then(search, search);
    return last;
  };

  const watcher = vscode.workspace.createFileSystemWatcher(FLOW_GLOB);
  const fire = (uri: vscode.Uri) => {
    if (!isOthers(uri)) void read(uri);
    else if (!open(uri)) forget(uri);
  };
  const subscriptions = [
    changed,
    watcher,
    watcher.onDidCreate(fire),
    watcher.onDidChange(fire),
    watcher.onDidDelete((uri) => (open(uri) ? undefined : forget(uri))),
    vscode.workspace.onDidOpenTextDocument(readOpen),
    vscode.workspace.onDidChangeTextDocument(({ document }) => readOpen(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (!isFlowUri(uri)) return;
      if (inWorkspace(uri)) fire(uri);
      else forget(uri);
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void refresh()),
  ];
  vscode.workspace.textDocuments.forEach(readOpen);
  return {
    all: () => readings,
    get: (uri) => readings.get(uri.toString()),
    onDidChange: changed.event,
    refresh,
    dispose: () => {
      for (const each of subscriptions) each.dispose();
    },
  };
}
