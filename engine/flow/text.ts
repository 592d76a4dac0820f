import type { Node } from 'jsonc-parser';
import type { Change } from '../issue';
import type { Json, JsonPath } from '../json';
import { canonicalJson } from '../json';
import { wrapped } from './patch';
import { jsonOf, readSyntax } from './syntax';
import type { TextEdit } from './text/members';
import { append, insertBefore, removeMember, replaceValue, standsApart } from './text/members';
import { piecesOf } from './text/pieces';
import type { Operation } from './text/refine';
import { refine } from './text/refine';
import type { TextStyle } from './text/style';
import { printed, styleOf } from './text/style';
import type { Tree } from './text/tree';
import { treeOf } from './text/tree';
import { waitingRoom } from './text/waiting';

/**
 * The smallest edits of a document that carry changes out. What the changes do not touch keeps its text: comments,
 * order of keys, spelling of numbers, white space, line ends. A removal that is directly followed by setting the same
 * value under another key of the same object is a rename: only the key's text changes.
 *
 * The text must parse without faults (`ParsedFlow.broken` is null for all others). The edits are sorted, do not overlap
 * and are all meant for the original text; the result reads as `patched(value, changes)`.
 */
export function textEditsFor(text: string, changes: readonly Change[]): readonly TextEdit[] {
  const pieces = piecesOf(text);
  const style = styleOf(text);
  let read: Tree | undefined;
  const tree = (): Tree => {
    read ??= treeOf(readSyntax(pieces.text()).root);
    return read;
  };
  const carryOut = (edits: readonly TextEdit[]) => {
    pieces.apply(edits);
    read = undefined;
  };
  // Values that do not touch each other are written from one reading of the text, however many they are.
  const waiting = waitingRoom();
  const flush = () => {
    if (waiting.all().length > 0) carryOut(together(pieces.text(), style, tree(), waiting.all()));
    waiting.clear();
  };
  for (let index = 0; index < changes.length; index++) {
    const [change, next] = [changes[index], changes[index + 1]];
    if (change === undefined) continue;
    // Whether a key is free for a rename is told only by a text in which nothing of its name still waits.
    const mayRename = change.value === undefined && next !== undefined;
    if (waiting.touches(change.path) || (mayRename && waiting.touches(next.path))) flush();
    const key = renamedKey(tree(), change, next);
    if (key !== undefined) {
      flush();
      carryOut(renameKey(tree(), change.path, key));
      index++;
      continue;
    }
    const operations = operationsFor(tree(), change);
    if (operations.every((operation) => isApart(pieces.text(), tree(), operation))) waiting.add(operations);
    else {
      flush();
      for (const operation of operations) carryOut(together(pieces.text(), style, tree(), [operation]));
    }
  }
  flush();
  return pieces.edits();
}

/** Whether it can be carried out beside others, none of which touches what it does. */
function isApart(text: string, tree: Tree, { op, path }: Operation): boolean {
  if (op !== 'remove') return op !== 'insert';
  const [parent, node] = [tree.find(path.slice(0, -1)), tree.find(path)];
  return parent?.type === 'object' && node?.parent !== undefined && standsApart(text, parent, node.parent);
}

function operationsFor(tree: Tree, { path, value }: Change): readonly Operation[] {
  const node = tree.find(path);
  if (value === undefined) return node === undefined || path.length === 0 ? [] : [{ op: 'remove', path }];
  if (node !== undefined) return refine(jsonOf(node), value, path);
  for (let length = path.length - 1; length >= 0; length--) {
    const above = tree.find(path.slice(0, length));
    if (above === undefined) continue;
    const rest = path.slice(length);
    if (above.type !== (typeof rest[0] === 'number' ? 'array' : 'object'))
      return [{ op: 'replace', path: path.slice(0, length), value: wrapped(rest, value) }];
    const key = above.type === 'array' ? (above.children?.length ?? 0) : (rest[0] ?? '');
    return [{ op: 'append', path: [...path.slice(0, length), key], value: wrapped(rest.slice(1), value) }];
  }
  return [{ op: 'replace', path: [], value: wrapped(path, value) }];
}

/** The edits of operations none of which touches what another one does, but for appending to the same place. */
function together(text: string, style: TextStyle, tree: Tree, operations: readonly Operation[]): readonly TextEdit[] {
  const appended = new Map<
    Node,
    { readonly path: JsonPath; readonly members: { key: string | number; value: Json }[] }
  >();
  const edits = operations.flatMap((operation): readonly TextEdit[] => {
    const { path } = operation;
    const parent = tree.find(path.slice(0, -1));
    const key = path.at(-1);
    const node = tree.find(path);
    if (operation.op === 'replace') {
      if (node !== undefined) return replaceValue(text, style, node, path, operation.value);
      const content = printed(operation.value, path, { ...style, lines: true }, '', false) + style.eol;
      return [{ offset: text.length, length: 0, content }];
    }
    if (parent === undefined || key === undefined) return [];
    if (operation.op === 'append') {
      const group = appended.get(parent) ?? { path: path.slice(0, -1), members: [] };
      group.members.push({ key, value: operation.value });
      appended.set(parent, group);
      return [];
    }
    if (node === undefined) return [];
    if (operation.op === 'remove')
      return removeMember(text, parent, node.parent?.type === 'property' ? node.parent : node);
    return insertBefore(text, style, parent, node, path.slice(0, -1), { key, value: operation.value });
  });
  const groups = [...appended].flatMap(([into, { path, members }]) => append(text, style, into, path, members));
  return [...edits, ...groups];
}

function renamedKey(tree: Tree, change: Change, next: Change | undefined): string | undefined {
  if (change.value !== undefined || next?.value === undefined || next.path.length !== change.path.length)
    return undefined;
  const key = next.path.at(-1);
  if (typeof key !== 'string' || typeof change.path.at(-1) !== 'string' || key === change.path.at(-1)) return undefined;
  if (canonicalJson([...next.path.slice(0, -1)]) !== canonicalJson([...change.path.slice(0, -1)])) return undefined;
  const old = tree.find(change.path);
  if (old === undefined || tree.find(next.path) !== undefined) return undefined;
  return canonicalJson(jsonOf(old)) === canonicalJson(next.value) ? key : undefined;
}

function renameKey(tree: Tree, path: JsonPath, key: string): readonly TextEdit[] {
  const old = tree.find(path)?.parent?.children?.[0];
  return old === undefined ? [] : [{ offset: old.offset, length: old.length, content: JSON.stringify(key) }];
}
