import type { ASTNode, ParseResult } from '@marcbachmann/cel-js';
import { Environment } from '@marcbachmann/cel-js';
import { messageOf } from '../failure';
import type { Json } from '../json';
import { isObject } from '../json';

/**
 * Conditions of a flow, in CEL (https://cel.dev). They see `steps.<id>.output|visits|outcome`,
 * `loops.<id>.pass|total|stalled` and `budget.usd|tokens|unknown`; there is no clock and no randomness.
 * Whole numbers are ints.
 */
export interface ExpressionEnv {
  /** Steps that ran. Any other reads as output null, 0 visits and an empty outcome. */
  readonly steps: Readonly<
    Record<string, { readonly output: Json; readonly visits: number; readonly outcome: string }>
  >;
  /** Loops that were entered. Any other reads as zeros. */
  readonly loops: Readonly<Record<string, { readonly pass: number; readonly total: number; readonly stalled: number }>>;
  /** What was spent. Null: not known; an expression that uses it fails. `unknown`: whether any turn was unreported. */
  readonly budget: { readonly usd: number | null; readonly tokens: number | null; readonly unknown: boolean };
}

export type Evaluated = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: string };

export type Compiled =
  | { readonly ok: true; readonly references: readonly Reference[]; readonly givesBool: boolean }
  | { readonly ok: false; readonly why: string };

/** A name that an expression takes from its surroundings: `steps.act.visits` is root `steps`, name `act`, field `visits`. */
export interface Reference {
  readonly root: 'steps' | 'loops' | 'budget';
  readonly name: string;
  readonly field: string | undefined;
  /** Where the access to `name` stands in the text: from behind the root to behind the name, so `.act` or `["act"]`. */
  readonly start: number;
  readonly end: number;
}

const ROOTS = ['steps', 'loops', 'budget'] as const;

const environment = new Environment({ homogeneousAggregateLiterals: false, enableOptionalTypes: true })
  .registerVariable('steps', 'map')
  .registerVariable('loops', 'map')
  .registerVariable('budget', 'map');

/** Whether the text is a sound expression, and what it speaks of. Does not know which steps there are. */
export function compileExpression(text: string): Compiled {
  const parsed = parse(text);
  if (!parsed.ok) return parsed;
  const checked = parsed.program.check();
  if (!checked.valid) return { ok: false, why: plain(checked.error) };
  const references = referencesIn(parsed.program.ast);
  return { ok: true, references, givesBool: checked.type === 'bool' || checked.type === 'dyn' };
}

/** The value of the expression. Never throws: a missing key, a wrong type or an unknown spend is a `why`. */
export function evaluate(text: string, env: ExpressionEnv): Evaluated {
  const parsed = parse(text);
  if (!parsed.ok) return parsed;
  const references = referencesIn(parsed.program.ast);
  try {
    const found: unknown = parsed.program({
      steps: { ...absent(references, 'steps', NOT_RUN), ...cel(env.steps) },
      loops: { ...absent(references, 'loops', NOT_ENTERED), ...cel(env.loops) },
      budget: cel(Object.fromEntries(Object.entries(env.budget).filter(([, spent]) => spent !== null))),
    });
    const value = json(found);
    return value === undefined ? { ok: false, why: 'it gives a value that is not JSON' } : { ok: true, value };
  } catch (thrown) {
    const unknown = (['usd', 'tokens'] as const).find((field) => {
      return env.budget[field] === null && references.some(({ root, name }) => root === 'budget' && name === field);
    });
    if (unknown !== undefined) return { ok: false, why: `budget.${unknown} is not known: a worker did not report it` };
    return { ok: false, why: plain(thrown) };
  }
}

/** The text with one step's or loop's name replaced; unchanged where it cannot be read or does not speak of it. */
export function renameInExpression(text: string, root: 'steps' | 'loops', from: string, to: string): string {
  const parsed = parse(text);
  if (!parsed.ok) return text;
  const hits = referencesIn(parsed.program.ast).filter((found) => found.root === root && found.name === from);
  const access = parse(`steps.${to}.visits`).ok && !to.includes('-') ? `.${to}` : `[${JSON.stringify(to)}]`;
  return [...hits]
    .sort((a, b) => b.start - a.start)
    .reduce((now, { start, end }) => `${now.slice(0, start)}${access}${now.slice(end)}`, text);
}

const NOT_RUN = { output: null, visits: 0n, outcome: '' };
const NOT_ENTERED = { pass: 0n, total: 0n, stalled: 0n };

function absent(references: readonly Reference[], root: Reference['root'], value: object) {
  return Object.fromEntries(references.filter((found) => found.root === root).map((found) => [found.name, value]));
}

function parse(
  text: string,
): { readonly ok: true; readonly program: ParseResult } | { readonly ok: false; readonly why: string } {
  try {
    return { ok: true, program: environment.parse(text) };
  } catch (thrown) {
    return { ok: false, why: plain(thrown) };
  }
}

/** The library draws the place under the message; one line is enough here. */
const plain = (thrown: unknown): string => (messageOf(thrown).split('\n')[0] ?? '').replace(/\.$/, '');

function referencesIn(ast: ASTNode): readonly Reference[] {
  const found: Reference[] = [];
  const visit = (node: ASTNode, field: string | undefined): void => {
    const access = accessOf(node);
    if (access === undefined) {
      for (const child of childrenOf(node)) visit(child, undefined);
      return;
    }
    const { of, name } = access;
    const root = of.op === 'id' ? ROOTS.find((known) => known === of.args) : undefined;
    if (root === undefined) visit(of, name);
    else found.push({ root, name, field, start: of.end, end: node.end });
  };
  visit(ast, undefined);
  return found;
}

function accessOf(node: ASTNode): { readonly of: ASTNode; readonly name: string } | undefined {
  if (node.op === '.' || node.op === '.?') return { of: node.args[0], name: String(node.args[1]) };
  if (node.op !== '[]' && node.op !== '[?]') return undefined;
  const [of, key] = node.args;
  return key.op === 'value' && typeof key.args === 'string' ? { of, name: key.args } : undefined;
}

function childrenOf(node: ASTNode): readonly ASTNode[] {
  const nodes = (part: unknown): readonly ASTNode[] => {
    if (Array.isArray(part)) return part.flatMap(nodes);
    return isNode(part) ? [part] : [];
  };
  return nodes(node.args);
}

const isNode = (part: unknown): part is ASTNode => typeof part === 'object' && part !== null && 'op' in part;

function cel(value: unknown): object {
  const convert = (part: unknown): unknown => {
    if (typeof part === 'number') return Number.isSafeInteger(part) ? BigInt(part) : part;
    if (Array.isArray(part)) return part.map(convert);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, member]) => [key, convert(member)]));
  };
  return Object(convert(value));
}

function json(value: unknown): Json | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'bigint') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (Array.isArray(value)) {
    const items = value.map(json);
    return items.some((item) => item === undefined) ? undefined : items.filter((item) => item !== undefined);
  }
  if (!isObject(value) || Object.getPrototypeOf(value) !== Object.prototype) return undefined;
  const members = Object.entries(value).map(([key, member]) => [key, json(member)] as const);
  return members.some(([, member]) => member === undefined)
    ? undefined
    : Object.fromEntries(members.flatMap(([key, member]) => (member === undefined ? [] : [[key, member]])));
}
