import * as vscode from 'vscode';
import { TOOLS } from './ids';
import type { ToolNeeds } from './tools/needs';

/**
 * Tools for language models: they list and check flows, tell of a run and start one. What they do is loaded with the first that
 * is used.
 */
export function offerTools(needs: ToolNeeds): vscode.Disposable {
  return vscode.Disposable.from(
    ...TOOLS.map((name) =>
      vscode.lm.registerTool<object>(name, {
        prepareInvocation: async ({ input }) => (await import('./tools/tools')).prepared(name, input, needs),
        invoke: async ({ input }) => {
          const text = await (await import('./tools/tools')).answered(name, input, needs);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
        },
      }),
    ),
  );
}
