import type { Issue } from '../issue';
import { hasErrors } from '../issue';
import type { Json } from '../json';
import { at, isObject } from '../json';
import { FORMAT } from './names';
import type { Positions } from './positions';
import { positionsIn } from './positions';
import type { Flow } from './schema';
import { flowSchema } from './schema';
import { issuesOf, withoutUnknownKeys } from './schemaIssues';
import { jsonOf, readSyntax } from './syntax';

export interface ParsedFlow extends Positions {
  /** The document as plain JSON; null where the text is not readable as one value. */
  readonly value: Json | null;
  /** The flow as the engine takes it; null while any error remains. Unknown keys are left out of it. */
  readonly flow: Flow | null;
  /** All findings of syntax and shape, in the order of the text. What the steps mean together is `check`'s. */
  readonly issues: readonly Issue[];
  /** Why the document must not be edited on a canvas; null where it may be. */
  readonly broken: Broken | null;
}

export interface Broken {
  readonly code: 'syntax' | 'conflict' | 'newer' | 'empty' | 'not-a-flow';
  readonly message: string;
  /** From 1. */
  readonly line: number;
}

/** Reads a flow file. Never throws; whatever is wrong is in `issues`. */
export function parseFlow(text: string): ParsedFlow {
  const { root, faults } = readSyntax(text);
  const positions = positionsIn(text, root);
  const first = faults[0];
  if (first !== undefined) {
    const issues = faults.map((fault): Issue => {
      const message =
        fault.code === 'empty' ? fault.message : `Line ${positions.lineOf(fault.offset)}: ${fault.message}`;
      return { code: fault.code, severity: 'error', path: fault.path, message };
    });
    const code = first.code === 'duplicate-key' ? 'syntax' : first.code;
    const broken: Broken = { code, message: issues[0]?.message ?? first.message, line: positions.lineOf(first.offset) };
    const onlyDoubled = faults.every((fault) => fault.code === 'duplicate-key');
    const value = onlyDoubled && root !== undefined ? jsonOf(root) : null;
    return { ...positions, value, flow: null, issues, broken };
  }
  const value = root === undefined ? null : jsonOf(root);
  const whole = wholeFault(value);
  if (whole !== null) {
    const line = positions.rangeOf(whole.path).line;
    const issue: Issue = { code: whole.issueCode, severity: 'error', path: whole.path, message: whole.message };
    return {
      ...positions,
      value,
      flow: null,
      issues: [issue],
      broken: { code: whole.code, message: whole.message, line },
    };
  }
  const { flow, issues } = readStrictly(value);
  return { ...positions, value, flow, issues: inTextOrder(issues, positions), broken: null };
}

/** Sorted by place in the text, errors first where two stand at one place. */
export function inTextOrder(issues: readonly Issue[], positions: Positions): readonly Issue[] {
  const rank = { error: 0, warning: 1, info: 2 } as const;
  return issues
    .map((issue) => ({ issue, offset: positions.rangeOf(issue.path).offset }))
    .sort((a, b) => a.offset - b.offset || rank[a.issue.severity] - rank[b.issue.severity])
    .map(({ issue }) => issue);
}

function wholeFault(value: Json) {
  const version = at(value, ['converge']);
  if (typeof version === 'number' && version > FORMAT) {
    const message = `This flow is of format ${version}; this version of Converge reads format ${FORMAT}. Update Converge to edit or run it.`;
    return { code: 'newer', issueCode: 'format-newer', path: ['converge'], message } as const;
  }
  if (!isObject(value) || (version === undefined && !Object.hasOwn(value, 'steps'))) {
    const message = 'This is not a flow: a flow is an object with "converge": 1 and "steps".';
    return { code: 'not-a-flow', issueCode: 'not-a-flow', path: [], message } as const;
  }
  return null;
}

function readStrictly(value: Json): { readonly flow: Flow | null; readonly issues: readonly Issue[] } {
  const issues: Issue[] = [];
  let rest = value;
  // Each round takes away the keys found unknown; rules over a whole object are only looked at once none is left.
  for (let round = 0; round < 4; round++) {
    const read = flowSchema.safeParse(rest);
    if (read.success) return { flow: hasErrors(issues) ? null : read.data, issues };
    const seen = new Set(issues.map(key));
    issues.push(...issuesOf(read.error.issues, value).filter((issue) => !seen.has(key(issue))));
    const stripped = withoutUnknownKeys(rest, read.error.issues);
    if (stripped === rest) break;
    rest = stripped;
  }
  return { flow: null, issues };
}

const key = (issue: Issue): string => JSON.stringify([issue.code, issue.path]);
