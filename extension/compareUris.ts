import * as vscode from 'vscode';
import * as z from 'zod';
import { SCHEME } from './ids';

/** Read-only documents that a comparison is made of, computed when they are opened. */
export const comparedSchema = [
  /** A file as it was at a revision; `path`: what it was called then. */
  z.object({ kind: z.literal('revision'), file: z.string(), revision: z.string(), path: z.string().optional() }),
  /** One side of a file with conflict markers. */
  z.object({ kind: z.literal('conflict'), file: z.string(), side: z.enum(['ours', 'theirs']) }),
] as const;
export type Compared = z.infer<(typeof comparedSchema)[number]>;

const uriFor = (name: string, asked: Compared): vscode.Uri =>
  vscode.Uri.from({ scheme: SCHEME, path: `/${name}`, query: JSON.stringify(asked) });

const nameOf = (file: string): string => file.slice(Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1);

export const revisionUri = (file: string, revision: string, path?: string): vscode.Uri =>
  uriFor(nameOf(file), { kind: 'revision', file, revision, ...(path === undefined ? {} : { path }) });
export const conflictUri = (file: string, side: 'ours' | 'theirs'): vscode.Uri =>
  uriFor(nameOf(file), { kind: 'conflict', file, side });
