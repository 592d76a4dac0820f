import * as vscode from 'vscode';
import { explainLimits } from '../engine/flow/limits';
import { hasErrors } from '../engine/issue';
import type { Json, JsonPath } from '../engine/json';
import type { Mode } from '../engine/trace/control';
import type { Snapshot } from '../webview/protocol';
import { callableFrom, idOf } from './calledFlow';
import type { EditDone } from './document';
import type { FlowFiles } from './flowFiles';

/** What a designer can ask for beside edits, each carried out in a file of its own. */
export interface DesignerActs {
  readonly simulate: (document: vscode.TextDocument, mode: Mode, script: Json) => Promise<void>;
  readonly editString: (document: vscode.TextDocument, path: JsonPath) => Promise<void>;
  readonly openCalled: (document: vscode.TextDocument, step: string) => Promise<void>;
  readonly insertTemplate: (
    document: vscode.TextDocument,
    version: number,
    name: string,
    position: readonly [number, number] | undefined,
  ) => Promise<EditDone>;
  readonly exportAs: (document: vscode.TextDocument, format: 'svg' | 'mermaid') => Promise<void>;
}

/** What a snapshot tells of the world around the flow. */
export interface DesignerWorld {
  readonly of: (
    document: vscode.TextDocument,
  ) => Pick<Snapshot, 'limits' | 'simulation' | 'templates' | 'callable' | 'focus'>;
  readonly onDidChange: vscode.Event<vscode.Uri>;
}

export function designerWorld(flows: FlowFiles): DesignerWorld {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const namesOf = () => [...flows.all()].map(([key, reading]) => `${key} ${idOf(reading)}`).join('\n');
  let names = '';
  // What can be called is told to every flow when another one comes, goes or is renamed.
  flows.onDidChange(() => {
    const now = namesOf();
    if (now === names) return;
    names = now;
    for (const key of flows.all().keys()) changed.fire(vscode.Uri.parse(key));
  });
  return {
    of: ({ uri }) => {
      const reading = flows.get(uri);
      const flow = reading && !hasErrors(reading.issues) ? reading.parsed.flow : null;
      const limits = flow
        ? {
            autonomous: explainLimits(flow, 'autonomous', vscode.l10n.t),
            supervised: explainLimits(flow, 'supervised', vscode.l10n.t),
          }
        : null;
      return { limits, simulation: null, templates: [], callable: callableFrom(uri, flows) };
    },
    onDidChange: changed.event,
  };
}
