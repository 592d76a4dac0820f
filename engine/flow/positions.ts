import type { Node } from 'jsonc-parser';
import { findNodeAtLocation, findNodeAtOffset, getNodePath } from 'jsonc-parser';
import type { JsonPath } from '../json';

export interface TextRange {
  readonly offset: number;
  readonly length: number;
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
}

/** Where values stand in a text, and which value stands where. */
export interface Positions {
  /** The value at `path`, or its nearest ancestor that is there; the whole text where nothing is. */
  readonly rangeOf: (path: JsonPath) => TextRange;
  /** The key of the member at `path`, else as `rangeOf`. */
  readonly keyRangeOf: (path: JsonPath) => TextRange;
  /** The innermost value (or key) at the offset; `[]` outside of everything. */
  readonly pathAt: (offset: number) => JsonPath;
  readonly lineOf: (offset: number) => number;
}

export function positionsIn(text: string, root: Node | undefined): Positions {
  let found: readonly number[] | undefined;
  const lineStarts = (): readonly number[] => {
    found ??= startsIn(text);
    return found;
  };
  const lineOf = (offset: number): number => {
    const starts = lineStarts();
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const range = (offset: number, length: number): TextRange => {
    const line = lineOf(offset);
    return { offset, length, line, column: offset - (lineStarts()[line - 1] ?? 0) + 1 };
  };
  const find = (path: JsonPath): Node | undefined => {
    for (let length = path.length; root !== undefined && length >= 0; length--) {
      const node = findNodeAtLocation(root, path.slice(0, length));
      if (node !== undefined) return node;
    }
    return undefined;
  };
  const rangeOf = (path: JsonPath) => {
    const node = find(path);
    return node === undefined ? range(0, text.length) : range(node.offset, node.length);
  };
  return {
    lineOf,
    rangeOf,
    keyRangeOf: (path) => {
      const parent = root === undefined ? undefined : findNodeAtLocation(root, path.slice(0, -1));
      const property = parent?.children?.find((child) => child.children?.[0]?.value === path.at(-1));
      const key = parent?.type === 'object' ? property?.children?.[0] : undefined;
      return key === undefined ? rangeOf(path) : range(key.offset, key.length);
    },
    pathAt: (offset) => {
      const node = root === undefined ? undefined : findNodeAtOffset(root, offset, true);
      return node === undefined ? [] : getNodePath(node);
    },
  };
}

function startsIn(text: string): readonly number[] {
  const starts = [0];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === LF || (code === CR && text.charCodeAt(at + 1) !== LF)) starts.push(at + 1);
  }
  return starts;
}

const LF = 10;
const CR = 13;
