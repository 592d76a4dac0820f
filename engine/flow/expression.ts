import type { ParseResult } from '@marcbachmann/cel-js';
import { Environment } from '@marcbachmann/cel-js';
import { messageOf } from '../failure';
import type { Json, JsonObject } from '../json';
import { celOf, jsonOf } from './expression/celValues';
import type { Reference, Root } from './expression/references';
import { namesIn, ROOTS } from './expression/references';

/**
 * Expressions of a flow, in CEL (https://cel.dev). What they see is in `ExpressionEnv`; there is no clock, no calendar
 * and no randomness, so that a replay gives what the run gave. Whole numbers are ints; in arithmetic with a fraction they
 * count as fractions.
 */
export interface ExpressionEnv {
  /** Steps that ran. Any other reads as output null, 0 visits and an empty outcome. */
  readonly steps: Readonly<
    Record<string, { readonly output: Json; readonly visits: number; readonly outcome: string }>
  >;
  /** Gates that decided. Any other reads as not passed, 0 attempts, score null and no reasons. */
  readonly gates?: Readonly<Record<string, GateView>>;
  /** Loops that were entered. Any other reads as zeros, `best` null and an empty `reason`. */
  readonly loops: Readonly<Record<string, LoopView>>;
  /**
   * What was spent and what the flow's budget leaves. Null: not known; an expression that uses it fails. `unknown`: whether
   * any turn was unreported. What is left is absent where the budget sets no such bound.
   */
  readonly budget: {
    readonly usd: number | null;
    readonly tokens: number | null;
    readonly unknown: boolean;
    readonly usdLeft?: number | null;
    readonly tokensLeft?: number | null;
  };
  /** Channels, with what unset ones read as filled in. */
  readonly state?: JsonObject;
  readonly inputs?: JsonObject;
  /** Only in a step that a map calls. */
  readonly item?: Json;
  /** Only in a step that a plan calls. */
  readonly task?: Json;
  /** What the step itself gave; only where it says what it writes. */
  readonly output?: Json;
}

export interface GateView {
  readonly passed: boolean;
  readonly attempts: number;
  readonly score: number | null;
  readonly reasons: readonly string[];
  readonly feedback: string;
}

export interface LoopView {
  readonly pass: number;
  readonly total: number;
  readonly stalled: number;
  readonly batch?: number;
  readonly iteration?: number;
  readonly best?: Json;
  /** Why it handed control over or ended; empty while it runs. */
  readonly reason?: string;
}

export type Evaluated = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: string };

export type Compiled =
  | {
      readonly ok: true;
      readonly references: readonly Reference[];
      /** Whether it may come to true or false, to a list, to any JSON value, as far as can be known without values. */
      readonly givesBool: boolean;
      readonly givesList: boolean;
      readonly givesJson: boolean;
    }
  | { readonly ok: false; readonly why: string };

/** Whether the text is a sound expression, and what it speaks of. Does not know which steps there are. */
export function compileExpression(text: string): Compiled {
  const parsed = sound(text);
  if (!parsed.ok) return parsed;
  const { type, references } = parsed;
  const gives = (pattern: RegExp) => type === 'dyn' || pattern.test(type);
  return {
    ok: true,
    references,
    givesBool: gives(/^bool$/),
    givesList: gives(/^list\b/),
    givesJson: gives(/^(?:bool|string|int|double|null|list\b.*|map\b.*)$/),
  };
}

/** The value of the expression. Never throws: a missing key, a wrong type or an unknown spend is a `why`. */
export function evaluate(text: string, env: ExpressionEnv): Evaluated {
  const parsed = sound(text);
  if (!parsed.ok) return parsed;
  const { references } = parsed;
  const absent = references.find(({ root }) => env[root] === undefined);
  if (absent !== undefined) return { ok: false, why: NOT_HERE[absent.root] ?? `"${absent.root}" is not known here` };
  try {
    const found: unknown = parsed.program(surroundings(references, env));
    const value = jsonOf(found);
    return value === undefined ? { ok: false, why: 'it gives a value that is not JSON' } : { ok: true, value };
  } catch (thrown) {
    return { ok: false, why: unknownSpend(references, env) ?? plain(thrown) };
  }
}

/**
 * The text with names replaced, all at once: `nameFor` gives the new name of what stands behind a root, undefined where it
 * stays. Unchanged where the text cannot be read.
 */
export function renamedExpression(text: string, nameFor: (root: Root, name: string) => string | undefined): string {
  const parsed = parse(text);
  if (!parsed.ok) return text;
  const hits = parsed.references.flatMap(({ root, name, start, end }) => {
    const to = name === undefined ? undefined : nameFor(root, name);
    return to === undefined || to === name ? [] : [{ start, end, access: accessTo(to) }];
  });
  return hits
    .sort((a, b) => b.start - a.start)
    .reduce((now, { start, end, access }) => `${now.slice(0, start)}${access}${now.slice(end)}`, text);
}

const accessTo = (name: string): string =>
  parse(`steps.${name}.visits`).ok && !name.includes('-') ? `.${name}` : `[${JSON.stringify(name)}]`;

// JSON does not tell 3 from 3.0: a score of 3 must not fail where one of 3.5 does not.
const MIXED: Readonly<Record<string, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
};

/** Made with the first expression: programs that meet none do not wait for the library. */
let environment: Environment | null = null;

function madeEnvironment(): Environment {
  const made = ROOTS.reduce(
    (before, root) =>
      before.registerVariable(root, root === 'item' || root === 'task' || root === 'output' ? 'dyn' : 'map'),
    new Environment({ homogeneousAggregateLiterals: false, enableOptionalTypes: true }),
  );
  for (const [sign, compute] of Object.entries(MIXED)) {
    const mixed = (left: unknown, right: unknown) => compute(Number(left), Number(right));
    made.registerOperator(`int ${sign} double`, mixed).registerOperator(`double ${sign} int`, mixed);
  }
  return made;
}

type Parsed =
  | {
      readonly ok: true;
      readonly program: ParseResult;
      readonly references: readonly Reference[];
      readonly type: string;
      /** Why it is not sound, although it can be read. */
      readonly fault: string | null;
    }
  | { readonly ok: false; readonly why: string };

/** A run evaluates the same few texts in every super-step. */
const known = new Map<string, Parsed>();
const MOST_KNOWN = 4000;

function parse(text: string): Parsed {
  const before = known.get(text);
  if (before !== undefined) return before;
  const parsed = parseAnew(text);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(text, parsed);
  return parsed;
}

function sound(text: string): Parsed {
  const parsed = parse(text);
  return parsed.ok && parsed.fault !== null ? { ok: false, why: parsed.fault } : parsed;
}

function parseAnew(text: string): Parsed {
  try {
    environment ??= madeEnvironment();
    const program = environment.parse(text);
    const { references, functions } = namesIn(program.ast);
    const timed = functions.some((name) => name === 'timestamp' || name === 'duration');
    const { valid, type, error } = program.check();
    const fault = timed
      ? 'there is no clock and no calendar here: compare numbers or texts'
      : valid
        ? null
        : plain(error);
    return { ok: true, program, references, type: type ?? 'dyn', fault };
  } catch (thrown) {
    return { ok: false, why: plain(thrown) };
  }
}

/** The library draws the place under the message; one line is enough here. */
const plain = (thrown: unknown): string => (messageOf(thrown).split('\n')[0] ?? '').replace(/\.$/, '');

const NOT_HERE: Readonly<Partial<Record<Root, string>>> = {
  item: 'there is no "item" here: only a step that a map calls has one',
  task: 'there is no "task" here: only a step that a plan calls has one',
  output: 'there is no "output" here: only what a step writes is made from its output',
};

const UNSEEN: Readonly<Partial<Record<Root, object>>> = {
  steps: { output: null, visits: 0n, outcome: '' },
  gates: { passed: false, attempts: 0n, score: null, reasons: [], feedback: '' },
  loops: { pass: 0n, total: 0n, stalled: 0n, batch: 0n, iteration: 0n, best: null, reason: '' },
};

/** Only what is spoken of is converted: outputs and channels can be large. */
function surroundings(references: readonly Reference[], env: ExpressionEnv): Record<string, unknown> {
  const roots = [...new Set(references.map((reference) => reference.root))];
  return Object.fromEntries(
    roots.map((root) => {
      const own: unknown = env[root];
      const names = references.filter((reference) => reference.root === root).map(({ name }) => name);
      return [root, UNSEEN[root] === undefined && !isMap(root) ? celOf(own) : mapOf(root, own, names)];
    }),
  );
}

const isMap = (root: Root): boolean => root === 'state' || root === 'inputs' || root === 'budget';

function mapOf(root: Root, own: unknown, names: readonly (string | undefined)[]): object {
  const from: Readonly<Record<string, unknown>> = Object(own);
  const spoken = names.flatMap((name) => (name === undefined ? Object.keys(from) : [name]));
  const unseen = UNSEEN[root];
  return Object.fromEntries(
    [...new Set(spoken)].flatMap((name): readonly (readonly [string, unknown])[] => {
      const value = Object.hasOwn(from, name) ? from[name] : undefined;
      if (value === undefined || (root === 'budget' && value === null))
        return unseen === undefined ? [] : [[name, unseen]];
      return [[name, unseen === undefined ? celOf(value) : { ...unseen, ...Object(celOf(value)) }]];
    }),
  );
}

function unknownSpend(references: readonly Reference[], { budget }: ExpressionEnv): string | undefined {
  for (const field of ['usd', 'tokens', 'usdLeft', 'tokensLeft'] as const) {
    if (!references.some(({ root, name }) => root === 'budget' && name === field)) continue;
    if (budget[field] === null) return `budget.${field} is not known: a worker did not report it`;
    const unit = field === 'usdLeft' ? 'usd' : 'tokens';
    if (budget[field] === undefined) return `budget.${field} is not known: the flow has no budget.${unit}`;
  }
  return undefined;
}
