import * as vscode from 'vscode';
import { at, isObject } from '../engine/json';
import type { FlowFiles } from './flowFiles';
import { COMMANDS } from './ids';
import { FLOW_TEXTS, placeOf } from './textPlaces';

/** Above a flow's text what can be done with it, above each of its loops the way to its frame on the canvas. */
export function offerLenses(flows: FlowFiles): vscode.Disposable {
  const trusted = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    trusted,
    vscode.workspace.onDidGrantWorkspaceTrust(() => trusted.fire()),
    vscode.languages.registerCodeLensProvider(FLOW_TEXTS, {
      onDidChangeCodeLenses: trusted.event,
      provideCodeLenses: (document) => {
        const reading = flows.get(document.uri);
        // What is no file of the workspace, such as an older revision of one, is not to be run or drawn.
        if (!reading || reading.parsed.broken || !vscode.workspace.getWorkspaceFolder(document.uri)) return [];
        const lens = (range: vscode.Range, title: string, command: string, ...more: readonly unknown[]) =>
          new vscode.CodeLens(range, { title, command, arguments: [document.uri, ...more] });
        const top = placeOf(document, reading, [], 'value');
        const show = vscode.l10n.t('Show in Designer');
        const run = lens(top, `$(play) ${vscode.l10n.t('Run')}`, COMMANDS.run);
        const loops = at(reading.parsed.value ?? {}, ['loops']);
        return [
          ...(vscode.workspace.isTrusted ? [run] : []),
          lens(top, `$(beaker) ${vscode.l10n.t('Simulate')}`, COMMANDS.simulate),
          lens(top, `$(type-hierarchy) ${show}`, COMMANDS.openDesigner),
          ...Object.keys(isObject(loops) ? loops : {}).map((loop) => {
            const path = ['loops', loop];
            return lens(placeOf(document, reading, path, 'key'), show, COMMANDS.openDesigner, path);
          }),
        ];
      },
    }),
  );
}
