import * as vscode from 'vscode';
import { SCHEME } from './ids';

/** One side of two runs beside each other; each is named by the absolute path of its folder. */
export interface Beside {
  readonly folder: string;
  readonly other: string;
  readonly side: 'before' | 'after';
}

export const alignedUri = (beside: Beside): vscode.Uri =>
  vscode.Uri.from({
    scheme: SCHEME,
    path: `/${beside.side}.txt`,
    query: JSON.stringify({ kind: 'aligned', ...beside }),
  });
