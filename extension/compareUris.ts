import * as vscode from 'vscode';
import { SCHEME } from './ids';

/** A read-only document that a comparison is made of, computed when it is opened. */
export type Compared =
  /** A file as it was at a revision; `path`: what it was called then. */
  | { readonly kind: 'revision'; readonly file: string; readonly revision: string; readonly path?: string }
  /** One side of a file with conflict markers. */
  | { readonly kind: 'conflict'; readonly file: string; readonly side: 'ours' | 'theirs' };

const uriFor = (name: string, asked: Compared): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: JSON.stringify(asked) });

const nameOf = (file: string): string => file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);

export const revisionUri = (file: string, revision: string, path?: string): vscode.Uri =>
  uriFor(nameOf(file), { kind: 'revision', file, revision, ...(path === undefined ? {} : { path }) });
export const conflictUri = (file: string, side: 'ours' | 'theirs'): vscode.Uri =>
  uriFor(nameOf(file), { kind: 'conflict', file, side });
