import type * as vscode from 'vscode';
import type { FlowFiles } from './flowFiles';
import type { Log } from './log';
import type { RowOpener } from './openRow';
import type { RunView } from './rows/runView';
import type { Starter } from './runStart';
import type { Runs } from './runs';
import type { Views } from './trees';

/** What commands about runs work with. */
export interface RunCommandNeeds {
  readonly flows: FlowFiles;
  readonly runs: Runs;
  readonly views: Views;
  readonly starter: Starter;
  readonly opener: RowOpener;
  readonly log: Log;
  readonly runOfFlow: (uri: vscode.Uri) => RunView | undefined;
}
