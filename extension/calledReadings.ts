import * as vscode from 'vscode';
import type { Flow } from '../engine/flow/schema';
import type { Issue } from '../engine/issue';
import { hasErrors } from '../engine/issue';
import { sha256 } from '../engine/node/digest';
import type { CalledFlow } from '../engine/ports';
import { workspaceRootOf } from '../engine/runner/workspaceRoot';
import { calledFlow } from './calledFlow';
import type { FlowFiles } from './flowFiles';

/** The flows that a flow calls, over any number of others, by the name that a `call` step gives. */
export interface CalledReadings {
  readonly flows: ReadonlyMap<string, CalledFlow>;
  /** Calls that lead nowhere, at the step in a script. */
  readonly issues: readonly Issue[];
}

/** Where a flow's calls are looked for: its own workspace root. */
export async function rootForCalls(uri: vscode.Uri): Promise<vscode.Uri> {
  if (uri.scheme === 'file') return vscode.Uri.file(await workspaceRootOf(uri.fsPath));
  return vscode.workspace.getWorkspaceFolder(uri)?.uri ?? vscode.Uri.joinPath(uri, '..');
}

/** As a run would find them, but as they stand in this window: an unsaved flow counts as it is in its editor. */
export function calledReadings(flow: Flow, root: vscode.Uri, files: FlowFiles): CalledReadings {
  const flows = new Map<string, CalledFlow>();
  const issues: Issue[] = [];
  const say = (path: readonly string[], message: string) =>
    issues.push({ code: 'unknown-flow', severity: 'error', path: ['steps', path.join('/')], message });
  const follow = (caller: Flow, path: readonly string[], way: readonly string[]): void => {
    for (const [step, each] of Object.entries(caller.steps)) {
      if (each.kind !== 'call') continue;
      const here = [...path, step];
      const reading = calledFlow(each.flow, root, files)?.reading;
      const called = reading && !hasErrors(reading.issues) ? reading.parsed.flow : null;
      if (reading === undefined) say(here, vscode.l10n.t('No flow "{0}" is known here, or more than one.', each.flow));
      else if (called === null) say(here, vscode.l10n.t('The flow "{0}" has errors. Mend them first.', each.flow));
      else if (way.includes(called.id)) {
        say(here, vscode.l10n.t('The flow "{0}" calls itself. Repeat by a loop, not by a call.', each.flow));
      } else {
        flows.set(each.flow, { flow: called, hash: sha256(reading.text) });
        follow(called, here, [...way, called.id]);
      }
    }
  };
  follow(flow, [], [flow.id]);
  return { flows, issues };
}
