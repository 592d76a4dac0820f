import * as vscode from 'vscode';
import type { Register } from '../flowCommands';
import { COMMANDS } from '../ids';
import { FLOW_TEXTS, textHelp } from '../textPlaces';
import { DEBUG_TYPE } from './adapter/launcher';
import type { DebugNeeds } from './debugNeeds';
import { offerAttach } from './offerAttach';
import { valuesInText } from './valuesInText';

/**
 * Debugging a run is VS Code's own debugging: what is registered here is loaded when somebody debugs.
 *
 * R1 Nothing is executed in an untrusted workspace. VS Code itself begins no debugging there, replay included: what happened
 *    in a run can be seen in the timeline.
 * R2 A start under the debugger asks what every start asks: approval, mode, inputs.
 */
export function registerDebug(register: Register, needs: DebugNeeds): vscode.Disposable {
  const late = async () => (await import('./debugging')).createDebugging(needs);
  return vscode.Disposable.from(
    vscode.debug.registerDebugConfigurationProvider(DEBUG_TYPE, {
      resolveDebugConfiguration: async (_folder, config) => (await late()).complete(config),
      resolveDebugConfigurationWithSubstitutedVariables: async (folder, config) =>
        (await late()).resolve(folder, config),
    }),
    vscode.debug.registerDebugAdapterDescriptorFactory(DEBUG_TYPE, {
      createDebugAdapterDescriptor: async () => new vscode.DebugAdapterInlineImplementation((await late()).adapter()),
    }),
    register(COMMANDS.debug, async (given?: unknown) => (await late()).debug(given)),
    register(COMMANDS.attachDebugger, async (given?: unknown) => (await late()).attach(given)),
    register(COMMANDS.replay, async (given?: unknown) => (await late()).replay(given)),
    register(COMMANDS.restartFromHere, async (given?: unknown) => (await late()).restartFromHere(given)),
    vscode.languages.registerEvaluatableExpressionProvider(FLOW_TEXTS, {
      provideEvaluatableExpression: async (document, position) => {
        const { evaluatableAt } = await textHelp();
        const found = evaluatableAt(document.getText(), document.offsetAt(position));
        if (!found) return undefined;
        const start = document.positionAt(found.offset);
        const end = document.positionAt(found.offset + found.length);
        return new vscode.EvaluatableExpression(new vscode.Range(start, end), found.expression);
      },
    }),
    valuesInText(needs.flows),
    offerAttach(needs.runs),
  );
}
