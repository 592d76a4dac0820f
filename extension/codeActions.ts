import * as vscode from 'vscode';
import type { Issue } from '../engine/issue';
import { rangeOf } from './diagnostics';
import type { FlowFiles } from './flowFiles';
import { COMMANDS } from './ids';

/**
 * Quick fixes in text and in VS Code's Problems: the same fixes, applied the same way, as in the designer; all of a kind at
 * once; and the way from a problem to where it stands on the canvas or in the text. A click on a problem opens the flow in
 * its designer, which VS Code tells nothing of the place.
 */
export function offerFixes(flows: FlowFiles): vscode.Disposable {
  return vscode.languages.registerCodeActionsProvider(
    { pattern: '**/*.converge.json' },
    {
      provideCodeActions: (document, range, context) => {
        const reading = flows.get(document.uri);
        if (!reading) return [];
        const here = reading.issues.filter((issue) => rangeOf(reading, issue).intersection(range));
        const inText = vscode.window.activeTextEditor?.document === document;
        return here.flatMap((issue) => {
          const action = (title: string, command: string, ...more: readonly unknown[]) => {
            const made = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
            made.diagnostics = context.diagnostics.filter(({ message }) => message === issue.message);
            made.command = { title, command, arguments: [document.uri, ...more] };
            return made;
          };
          const { code, fix, path } = issue;
          const alike = reading.issues.filter((other) => other.code === code && other.fix).length;
          return [
            ...(fix ? [preferred(action(fix.title, COMMANDS.applyFix, document.version, code, path))] : []),
            ...(fix && alike > 1
              ? [
                  action(
                    vscode.l10n.t('Fix all {0} of "{1}"', alike, code),
                    COMMANDS.applyFix,
                    document.version,
                    code,
                    'all',
                  ),
                ]
              : []),
            ...(isOnCanvas(issue) ? [action(vscode.l10n.t('Show in Designer'), COMMANDS.openDesigner, path)] : []),
            ...(inText ? [] : [action(vscode.l10n.t('Show in Text'), COMMANDS.openText, path)]),
          ];
        });
      },
    },
    { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix] },
  );
}

const isOnCanvas = ({ path }: Issue): boolean => (path[0] === 'steps' || path[0] === 'loops') && path.length > 1;

function preferred(action: vscode.CodeAction): vscode.CodeAction {
  action.isPreferred = true;
  return action;
}
