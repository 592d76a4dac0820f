import * as vscode from 'vscode';
import type { DesignerFocus } from './designerFocus';
import type { Register } from './flowCommands';
import { flowUri } from './flowCommands';
import type { FlowFiles } from './flowFiles';
import { COMMANDS, EDITOR } from './ids';
import type { RowsView } from './rowsView';

interface SimulateNeeds {
  readonly flows: FlowFiles;
  readonly flowsView: RowsView;
  readonly focus: DesignerFocus;
}

/** Opens a flow's designer where a simulation is made. */
export function registerSimulate(register: Register, { flows, flowsView, focus }: SimulateNeeds): vscode.Disposable {
  return register(COMMANDS.simulate, async (given?: unknown) => {
    const uri = await flowUri(given, flows, flowsView);
    if (!uri) return;
    await vscode.commands.executeCommand('vscode.openWith', uri, EDITOR);
    focus.ask(uri, 'simulate');
  });
}
