import * as assert from 'node:assert';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { parse } from 'jsonc-parser';
import * as vscode from 'vscode';
import type { Row } from '../../extension/rows/row';
import { rowsText } from '../extension/traces';
import { until } from '../until';
import { access, workspaceFolder } from './flows';

const extensionPath = () => vscode.extensions.getExtension('converge.converge')?.extensionPath ?? '';

/** A folder of its own inside the workspace in which a template runs offline, with the turns of its show. */
export async function templateRoot(name: string) {
  const root = path.join(workspaceFolder(), `watched-${name}`);
  const templates = path.join(extensionPath(), 'media/templates');
  const offline = path.join(templates, 'offline', name);
  const { turns, workers = {}, runs = [{}] } = JSON.parse(await readFile(path.join(offline, 'show.json'), 'utf8'));
  const flow = parse(await readFile(path.join(templates, `${name}.converge.json`), 'utf8'));
  const played = { use: 'scripted', file: '.converge/script.json' };
  const own = Object.fromEntries(Object.keys(flow.workers ?? {}).map((worker) => [worker, workers[worker] ?? played]));
  await cp(path.join(offline, 'files'), root, { recursive: true });
  await mkdir(path.join(root, '.converge'), { recursive: true });
  await writeFile(path.join(root, '.converge/script.json'), JSON.stringify({ turns }));
  const file = path.join(root, `${name}.converge.json`);
  await writeFile(file, JSON.stringify({ ...flow, workers: own }, null, 2));
  await vscode.commands.executeCommand('converge.refresh');
  return {
    uri: vscode.Uri.file(file),
    inputs: runs[0]?.inputs ?? {},
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The sample as it comes, in a folder of its own inside the workspace: nobody has repaired it yet. */
export async function sampleRoot() {
  const root = path.join(workspaceFolder(), 'watched-sample');
  await cp(path.join(extensionPath(), 'media/sample'), root, { recursive: true });
  await vscode.commands.executeCommand('converge.refresh');
  return {
    uri: vscode.Uri.file(path.join(root, '.converge/flows/fix-until-green.converge.json')),
    remove: () => rm(root, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The three trees of a run as text, without what is different each time. */
export async function treesOf(folder: string): Promise<string> {
  const { runs, views } = await access();
  runs.show(folder);
  views.showAllNotes();
  await until('the trees of the run', () => views.of.trace.rows()[0]?.id.includes(folder));
  const run = views.of.runs.row(`run:${folder}`);
  const parts = [
    ['RUN', run ? [run] : []],
    ['LATCHES', views.of.latches.rows()],
    ['NOTES', views.of.notes.rows()],
  ] as const;
  return `${parts.map(([name, rows]) => `${name}\n${steady(rowsText(rows))}`).join('\n\n')}\n`;
}

/** Times, ids of runs and paths of this machine are put out of sight. */
const steady = (text: string): string =>
  text
    .replace(/\d+(\.\d+)? (h|min|s)( \d+ (min|s))?(?= ·|$)/gm, '⟨time⟩')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d/g, '⟨instant⟩')
    .replace(/\d{8}-\d{6}-[0-9a-f]{4}/g, '⟨run⟩')
    .replaceAll(workspaceFolder(), '⟨workspace⟩');

/** Compares with the golden text of that name; one that is not there yet is written, to be looked at, and fails. */
export function golden(name: string, text: string): void {
  const file = path.join(extensionPath(), 'test/host/golden', `${name}.txt`);
  if (!existsSync(file)) {
    writeFileSync(file, text);
    assert.fail(`${file} was not there and is written: read it, and run again`);
  }
  assert.strictEqual(text, readFileSync(file, 'utf8'));
}

/** Commands that VS Code offers on a row, in the order of the manifest. */
export function offeredOn(view: string, { contextValue }: Row): readonly string[] {
  const manifest = vscode.extensions.getExtension('converge.converge')?.packageJSON;
  const items: readonly { readonly command: string; readonly when: string }[] =
    manifest.contributes.menus['view/item/context'];
  const fits = (clause: string): boolean => {
    if (clause === 'isWorkspaceTrusted') return true;
    const [, key, value] = /^(\S+) == (\S+)$/.exec(clause) ?? [];
    if (key === 'view') return value === view;
    if (key === 'viewItem') return value === contextValue;
    const [, pattern] = /^viewItem =~ \/(.*)\/$/.exec(clause) ?? [];
    return pattern !== undefined && new RegExp(pattern).test(contextValue);
  };
  return items.flatMap(({ command, when }) => (when.split(' && ').every(fits) ? [command] : []));
}

/** All that VS Code offers on rows, as `view: command`. */
export function offeredOnRows(): readonly string[] {
  const manifest = vscode.extensions.getExtension('converge.converge')?.packageJSON;
  const items: readonly { readonly command: string; readonly when: string }[] =
    manifest.contributes.menus['view/item/context'];
  return [...new Set(items.map(({ command, when }) => `${/view == converge\.(\w+)/.exec(when)?.[1]}: ${command}`))];
}

/** Commands that stand in the title of any of our views. */
export function titleCommands(): readonly string[] {
  const manifest = vscode.extensions.getExtension('converge.converge')?.packageJSON;
  const items: readonly { readonly command: string }[] = manifest.contributes.menus['view/title'];
  return [...new Set(items.map(({ command }) => command))];
}

export const below = (rows: readonly Row[]): readonly Row[] => rows.flatMap((row) => [row, ...below(row.children)]);
