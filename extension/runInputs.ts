import * as vscode from 'vscode';
import type { Flow } from '../engine/flow/schema';
import type { Json, JsonObject } from '../engine/json';
import { readInput, typedDefault } from './inputValue';

/**
 * What the flow is to be given, asked one by one with the default shown; undefined where the person turned away.
 * `known`: what need not be asked.
 */
export async function askInputs(flow: Flow, known: JsonObject = {}): Promise<JsonObject | undefined> {
  const given: Record<string, Json> = { ...known };
  const names = Object.keys(flow.inputs ?? {}).filter((name) => known[name] === undefined);
  for (const [index, name] of names.entries()) {
    const title = vscode.l10n.t('Input {0} of {1}: {2}', index + 1, names.length, name);
    const value = await askInput(flow, name, title);
    if (value === undefined) return undefined;
    given[name] = value;
  }
  return given;
}

async function askInput(flow: Flow, name: string, title: string): Promise<Json | undefined> {
  const { type, description = '' } = flow.inputs?.[name] ?? { type: 'string' };
  const shown = typedDefault(flow, name);
  if (type === 'boolean') {
    const labels = shown === 'false' ? ['false', 'true'] : ['true', 'false'];
    const items = labels.map((label) => ({ label, description: label === shown ? vscode.l10n.t('default') : '' }));
    const options = { title, placeHolder: description, ignoreFocusOut: true };
    const chosen = await vscode.window.showQuickPick(items, options);
    return chosen && chosen.label === 'true';
  }
  const whatFor = vscode.l10n.t('A value of type {0}.', type);
  const typed = await vscode.window.showInputBox({
    title,
    prompt: description === '' ? whatFor : `${description} ${whatFor}`,
    value: shown,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const read = readInput(flow, name, text);
      return read.ok ? undefined : read.why;
    },
  });
  if (typed === undefined) return undefined;
  const read = readInput(flow, name, typed);
  return read.ok ? read.value : undefined;
}
