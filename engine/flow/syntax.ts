import type { Node, ParseError } from 'jsonc-parser';
import { parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Json, JsonPath } from '../json';

/** A text read as JSON with comments and trailing commas: the tree, and what keeps it from being a document. */
export interface Syntax {
  /** Undefined where there is no value at all. */
  readonly root: Node | undefined;
  readonly faults: readonly Fault[];
}

export interface Fault {
  readonly code: 'syntax' | 'conflict' | 'empty' | 'duplicate-key';
  readonly offset: number;
  readonly path: JsonPath;
  /** What is wrong and what to do, without the line. */
  readonly message: string;
}

export function readSyntax(text: string): Syntax {
  // A text is read for its problems, and again by the edit that is made in it: in one of thousands of lines that is felt.
  if (last?.text !== text) last = { text, syntax: readAnew(text) };
  return last.syntax;
}

/** The last text that was read. Nobody changes what was made of it. */
let last: { readonly text: string; readonly syntax: Syntax } | null = null;

function readAnew(text: string): Syntax {
  // A byte order mark is one character that no JSON reader knows; a space in its place keeps every offset.
  const plain = text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text;
  // A line of seven equal signs alone may be an ornament of a comment; the two outer markers are none.
  const conflict = /^(?:<{7}|>{7})(?:[ \t\r]|$)/m.exec(plain);
  if (conflict) {
    const message = 'The file holds conflict markers of a merge. Choose one side in the text editor.';
    return { root: undefined, faults: [{ code: 'conflict', offset: conflict.index, path: [], message }] };
  }
  const errors: ParseError[] = [];
  const root = parseTree(plain, errors, { allowTrailingComma: true });
  if (root === undefined && errors.every((error) => printParseErrorCode(error.error) === 'ValueExpected')) {
    const message = 'The file is empty. Start it with { "converge": 1 }, or create a flow from a template.';
    return { root, faults: [{ code: 'empty', offset: 0, path: [], message }] };
  }
  const faults = errors.map((error): Fault => {
    const message = ADVICE[printParseErrorCode(error.error)] ?? 'The text cannot be read as JSON here.';
    return { code: 'syntax', offset: Math.min(error.offset, text.length), path: [], message };
  });
  return { root, faults: [...faults, ...(root === undefined ? [] : duplicates(root))] };
}

/** The plain value of a tree; of doubled keys the last one counts. */
export function jsonOf(node: Node): Json {
  switch (node.type) {
    case 'object':
      return Object.fromEntries(
        (node.children ?? []).flatMap(({ children: [key, value] = [] }) =>
          key === undefined || value === undefined ? [] : [[String(key.value), jsonOf(value)]],
        ),
      );
    case 'array':
      return (node.children ?? []).map(jsonOf);
    case 'string':
    case 'number':
    case 'boolean':
      return node.value;
    default:
      return null;
  }
}

const ADVICE: Readonly<Record<string, string>> = {
  InvalidSymbol: 'There is a word here that JSON does not know. Texts stand in "double quotes".',
  InvalidNumberFormat: 'This number cannot be read.',
  PropertyNameExpected: 'A key in "double quotes" is expected here.',
  ValueExpected: 'A value is expected here.',
  ColonExpected: 'A colon is expected here.',
  CommaExpected: 'A comma is expected here.',
  CloseBraceExpected: 'A closing } is missing.',
  CloseBracketExpected: 'A closing ] is missing.',
  EndOfFileExpected: 'The flow has ended before this: there is text behind its last }.',
  InvalidCommentToken: 'This comment cannot be read.',
  UnexpectedEndOfComment: 'A comment is not closed: */ is missing.',
  UnexpectedEndOfString: 'A text is not closed: a double quote is missing.',
  UnexpectedEndOfNumber: 'A number breaks off here.',
  InvalidUnicode: 'The \\u in this text needs four hexadecimal digits.',
  InvalidEscapeCharacter: 'This text has a \\ before a letter that needs none. A \\ itself is written \\\\.',
  InvalidCharacter: 'This text holds a character that must be escaped, such as a tab or a line break.',
};

function duplicates(root: Node): readonly Fault[] {
  const found: Fault[] = [];
  const inside = (node: Node, path: (string | number)[]): void => {
    const { children = [] } = node;
    if (node.type === 'array')
      children.forEach((child, index) => {
        path.push(index);
        inside(child, path);
        path.pop();
      });
    if (node.type !== 'object') return;
    const seen = new Set<string>();
    for (const { children: [key, value] = [] } of children) {
      if (key === undefined) continue;
      const name = String(key.value);
      path.push(name);
      if (seen.has(name)) {
        const message = `The key "${name}" stands here a second time. Remove or rename one of the two.`;
        found.push({ code: 'duplicate-key', offset: key.offset, path: [...path], message });
      }
      seen.add(name);
      if (value !== undefined) inside(value, path);
      path.pop();
    }
  };
  inside(root, []);
  return found;
}
