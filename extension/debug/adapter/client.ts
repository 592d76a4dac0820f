import { fileURLToPath, pathToFileURL } from 'node:url';
import type { DebugProtocol } from '@vscode/debugprotocol';

/** How whoever debugs counts lines and writes paths. Here lines and columns count from 1 and paths are absolute. */
export interface Client {
  readonly lineOut: (line: number) => number;
  readonly lineIn: (line: number) => number;
  readonly columnOut: (column: number) => number;
  readonly pathOut: (path: string) => string;
  readonly pathIn: (path: string) => string;
}

export function clientOf(args: Partial<DebugProtocol.InitializeRequestArguments>): Client {
  const line = args.linesStartAt1 === false ? 1 : 0;
  const column = args.columnsStartAt1 === false ? 1 : 0;
  const uris = args.pathFormat === 'uri';
  return {
    lineOut: (from1) => from1 - line,
    lineIn: (given) => given + line,
    columnOut: (from1) => from1 - column,
    pathOut: (path) => (uris ? pathToFileURL(path).href : path),
    pathIn: (path) => (path.startsWith('file:') ? fileURLToPath(path) : path),
  };
}
