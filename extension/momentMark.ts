import * as vscode from 'vscode';
import type { RunMarks } from '../webview/protocol';
import type { Moment } from './moments';
import type { RunView } from './rows/runView';

/** What the canvas says of a run that is drawn as it was, and not as it is. */
export function momentMark(moment: Moment | null, { folder }: RunView): Pick<RunMarks, 'moment'> {
  if (moment?.folder !== folder) return {};
  const { superStep } = moment.view.state;
  return {
    moment:
      superStep === 0
        ? vscode.l10n.t('as it was before the first commit')
        : vscode.l10n.t('as it was after commit {0}', superStep),
  };
}
