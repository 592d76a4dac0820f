import * as vscode from 'vscode';
import { rangeOf } from './diagnostics';
import type { FlowFiles } from './flowFiles';
import { COMMANDS } from './ids';

/** Quick fixes in text: the same fixes, applied the same way, as in the designer. */
export function offerFixes(flows: FlowFiles): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    { pattern: '**/*.converge.json' },
    {
      provideCodeActions: (document, range, context) => {
        const reading = flows.get(document.uri);
        if (!reading) return [];
        return reading.issues.flatMap((issue) => {
          if (!issue.fix || !rangeOf(reading, issue).intersection(range)) return [];
          const action = new vscode.CodeAction(issue.fix.title, vscode.CodeActionKind.QuickFix);
          action.diagnostics = context.diagnostics.filter((diagnostic) => diagnostic.message === issue.message);
          action.command = {
            title: issue.fix.title,
            command: COMMANDS.applyFix,
            arguments: [document.uri, document.version, issue.code, issue.path],
          };
          return [action];
        });
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}
