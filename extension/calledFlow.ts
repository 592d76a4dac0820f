import * as vscode from 'vscode';
import { at } from '../engine/json';
import type { FlowFiles } from './flowFiles';
import type { FlowReading } from './flowReading';

const ENDING = '.converge.json';

/** The flow that a `call` step means by a name: a path from the root, an id, or a file's name where no flow has that id. */
export function calledFlow(
  name: string,
  root: vscode.Uri,
  files: FlowFiles,
): { readonly uri: vscode.Uri; readonly reading: FlowReading } | undefined {
  const path = vscode.Uri.joinPath(root, name);
  const byPath = files.get(path);
  if (byPath) return { uri: path, reading: byPath };
  if (/[\\/]/.test(name) || name.endsWith('.json')) return undefined;
  const below = [...files.all()].filter(([key]) => key.startsWith(`${root.toString().replace(/\/$/, '')}/`));
  const byId = below.filter(([, reading]) => idOf(reading) === name);
  const [only, ...others] = byId.length > 0 ? byId : below.filter(([key]) => key.endsWith(`/${name}${ENDING}`));
  return only && others.length === 0 ? { uri: vscode.Uri.parse(only[0]), reading: only[1] } : undefined;
}

/** The other flows of a flow's folder, as a `call` step of it would name them: by id, by path where others have the id too. */
export function callableFrom(uri: vscode.Uri, files: FlowFiles): readonly string[] {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const flows = [...files.all()]
    .map(([key, reading]) => ({ uri: vscode.Uri.parse(key), id: idOf(reading) }))
    .filter((each) => vscode.workspace.getWorkspaceFolder(each.uri) === folder);
  const names = flows
    .filter((each) => each.uri.toString() !== uri.toString())
    .map(({ id, uri: other }) =>
      id !== '' && flows.filter((each) => each.id === id).length === 1
        ? id
        : vscode.workspace.asRelativePath(other, false),
    );
  return names.sort();
}

/** The id that a flow gives itself; empty where it gives none. */
export function idOf({ parsed }: FlowReading): string {
  const id = at(parsed.value ?? {}, ['id']);
  return typeof id === 'string' ? id : '';
}
