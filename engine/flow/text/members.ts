import type { Node } from 'jsonc-parser';
import type { Json, JsonPath } from '../../json';
import type { TextStyle } from './style';
import { printed } from './style';
import { behindBreak, commaAfter, endOfRemarks, hasBreak, indentAt, isBlank, lineEnd, lineStart } from './trivia';

/** Replaces `length` characters at `offset` by `content`. */
export interface TextEdit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** A member to be: a property where `key` is a text, an item of a list where it is an index. */
export interface NewMember {
  readonly key: string | number;
  readonly value: Json;
}

const endOf = (node: Node): number => node.offset + node.length;

/** Another value in the place of one, which may be a whole document. */
export function replaceValue(
  text: string,
  style: TextStyle,
  node: Node,
  path: JsonPath,
  value: Json,
): readonly TextEdit[] {
  const content = printed(value, path, style, indentAt(text, node.offset), isInline(text, node));
  return [{ offset: node.offset, length: node.length, content }];
}

/** New members behind the last one, written as the last one is. */
export function append(
  text: string,
  style: TextStyle,
  into: Node,
  path: JsonPath,
  members: readonly NewMember[],
): readonly TextEdit[] {
  const last = into.children?.at(-1);
  if (last === undefined) return fill(text, style, into, path, members);
  const comma = commaAfter(text, endOf(last));
  const written = (indent: string, inline: boolean) =>
    members.map((member) => memberText(member, path, style, indent, inline));
  if (!onOwnLine(text, into, last)) {
    const content = written(indentAt(text, last.offset), true).join(', ');
    if (comma !== undefined) return [{ offset: comma + 1, length: 0, content: ` ${content}` }];
    return [{ offset: endOf(last), length: 0, content: `, ${content}` }];
  }
  const indent = indentAt(text, last.offset);
  const lines = written(indent, false).map((member) => style.eol + indent + member);
  if (comma !== undefined)
    return [{ offset: endOfRemarks(text, comma + 1), length: 0, content: `${lines.join(',')},` }];
  const behind = endOfRemarks(text, endOf(last));
  if (behind === endOf(last)) return [{ offset: behind, length: 0, content: `,${lines.join(',')}` }];
  return [
    { offset: endOf(last), length: 0, content: ',' },
    { offset: behind, length: 0, content: lines.join(',') },
  ];
}

/** A new item before the one that is at its index now. */
export function insertBefore(
  text: string,
  style: TextStyle,
  into: Node,
  before: Node,
  path: JsonPath,
  member: NewMember,
) {
  const own = onOwnLine(text, into, before);
  const indent = indentAt(text, before.offset);
  const content = memberText(member, path, style, indent, !own);
  return [{ offset: before.offset, length: 0, content: `${content},${own ? style.eol + indent : ' '}` }];
}

/** Takes a member away, with its comma, its line and the remark behind it; other comments stay. */
export function removeMember(text: string, from: Node, member: Node): readonly TextEdit[] {
  const siblings = from.children ?? [];
  const before = siblings[siblings.indexOf(member) - 1];
  const comma = commaAfter(text, endOf(member));
  const begin = member.offset;
  const end = comma === undefined ? endOf(member) : comma + 1;
  const cut = (offset: number, to: number): TextEdit => ({ offset, length: to - offset, content: '' });
  if (siblings.length === 1) {
    const inner = text.slice(from.offset + 1, begin) + text.slice(end, endOf(from) - 1);
    if (inner.trim() === '') return [cut(from.offset + 1, endOf(from) - 1)];
  }
  const freed = before === undefined || comma !== undefined ? undefined : commaAfter(text, endOf(before));
  const remarks = endOfRemarks(text, end);
  const start = lineStart(text, begin);
  const stop = lineEnd(text, remarks);
  if (isBlank(text.slice(start, begin)) && isBlank(text.slice(remarks, stop)) && stop < text.length) {
    const line = cut(start, behindBreak(text, stop));
    return freed === undefined ? [line] : [cut(freed, freed + 1), line];
  }
  if (freed !== undefined) {
    if (isBlank(text.slice(freed + 1, begin))) return [cut(freed, end)];
    return [cut(freed, freed + 1), cut(begin, end)];
  }
  const gap = /^[ \t]*/.exec(text.slice(end, end + 256))?.[0].length ?? 0;
  return [cut(begin, end + gap)];
}

/** Whether a member can be taken away beside others: it has its lines for itself, and one behind it. */
export function standsApart(text: string, from: Node, member: Node): boolean {
  const siblings = from.children ?? [];
  const next = siblings[siblings.indexOf(member) + 1];
  return next !== undefined && onOwnLine(text, from, member) && onOwnLine(text, from, next);
}

function fill(
  text: string,
  style: TextStyle,
  into: Node,
  path: JsonPath,
  members: readonly NewMember[],
): readonly TextEdit[] {
  const inner = text.slice(into.offset + 1, endOf(into) - 1);
  const kept = inner.trimEnd().length;
  const indent = indentAt(text, into.offset);
  const inline = !style.lines || (kept === 0 && isInline(text, into));
  const parts = members.map((member) => memberText(member, path, style, indent + style.unit, inline));
  const pad = into.type === 'object' ? ' ' : '';
  const content = inline
    ? `${pad}${parts.join(', ')}${pad}`
    : `${parts.map((part) => style.eol + indent + style.unit + part).join(',')}${style.eol}${indent}`;
  return [{ offset: into.offset + 1 + kept, length: inner.length - kept, content }];
}

function memberText(
  { key, value }: NewMember,
  path: JsonPath,
  style: TextStyle,
  indent: string,
  inline: boolean,
): string {
  const content = printed(value, [...path, key], style, indent, inline);
  return typeof key === 'number' ? content : `${JSON.stringify(key)}: ${content}`;
}

/** Whether a line break stands between a member and what is before it. */
function onOwnLine(text: string, parent: Node, member: Node): boolean {
  const siblings = parent.children ?? [];
  const before = siblings[siblings.indexOf(member) - 1];
  return hasBreak(text, before === undefined ? parent.offset : endOf(before), member.offset);
}

/** Whether a value shares its line with the member before it, so that it must not be spread over lines. */
function isInline(text: string, value: Node): boolean {
  const member = value.parent?.type === 'property' ? value.parent : value;
  return member.parent !== undefined && !onOwnLine(text, member.parent, member);
}
