import * as vscode from 'vscode';
import type { JsonPath } from '../engine/json';
import type { FlowReading } from './flowReading';

/** Flows as text, whatever scheme they come from. */
export const FLOW_TEXTS: vscode.DocumentSelector = { pattern: '**/*.converge.json' };

/** Loaded when the first flow is shown as text. */
export const textHelp = async () => (await import('../engine/flow/language/textHelp')).textHelp;

/** Characters of a document from offsets in its text. */
export const rangeAt = (document: vscode.TextDocument, offset: number, length: number): vscode.Range =>
  new vscode.Range(document.positionAt(offset), document.positionAt(offset + length));

/** Where a value stands, or the key that holds it. */
export function placeOf(
  document: vscode.TextDocument,
  reading: FlowReading,
  path: JsonPath,
  at: 'key' | 'value',
): vscode.Range {
  const { offset, length } = at === 'key' ? reading.parsed.keyRangeOf(path) : reading.parsed.rangeOf(path);
  return rangeAt(document, offset, length);
}
