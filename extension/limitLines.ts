import * as vscode from 'vscode';
import { explainLimits } from '../engine/flow/limits';
import type { Flow } from '../engine/flow/schema';
import type { Mode } from '../engine/trace/control';

/** What would really bound a run, for every card that is shown before a start: of the flow itself, then of those it calls. */
export function limitLines([flow, ...called]: readonly Flow[], mode: Mode): readonly string[] {
  if (flow === undefined) return [];
  return [
    ...explainLimits(flow, mode, vscode.l10n.t),
    ...called.flatMap((each) =>
      explainLimits(each, mode, vscode.l10n.t).map((line) =>
        vscode.l10n.t('each call of {0}: {1}', each.title ?? each.id, line),
      ),
    ),
  ];
}
