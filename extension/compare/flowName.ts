import type * as vscode from 'vscode';

const ENDING = '.converge.json';

/** What a flow's file is called, without the ending; null of a file that is no flow. */
export const flowNameOf = ({ path }: vscode.Uri): string | null =>
  path.endsWith(ENDING) ? fileNameOf(path).slice(0, -ENDING.length) : null;

export const fileNameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
