/** A name that an expression takes from its surroundings: `steps.act.visits` is root `steps`, name `act`, field `visits`. */
export interface Reference {
  readonly root: Root;
  /** Undefined where the root is used as a whole, or by a name that is computed. */
  readonly name: string | undefined;
  readonly field: string | undefined;
  /** Where the access to `name` stands in the text: from behind the root to behind the name, so `.act` or `["act"]`. */
  readonly start: number;
  readonly end: number;
}

export const ROOTS = ['state', 'inputs', 'steps', 'gates', 'loops', 'budget', 'item', 'task', 'output'] as const;
export type Root = (typeof ROOTS)[number];

/** What the members of a root have. Any other root has members of its author's making. */
export const FIELDS = {
  steps: ['output', 'visits', 'outcome'],
  gates: ['passed', 'attempts', 'score', 'reasons', 'feedback'],
  loops: ['pass', 'total', 'stalled', 'batch', 'iteration', 'best', 'reason'],
} as const;
export const BUDGET_NAMES = ['usd', 'tokens', 'unknown', 'usdLeft', 'tokensLeft'] as const;

/** As much of the library's tree as is walked here. */
export interface Ast {
  readonly op: string;
  readonly args: unknown;
  readonly start: number;
  readonly end: number;
}

/** What an expression speaks of, and the functions it calls. A variable of a macro hides a root of the same name. */
export function namesIn(ast: Ast): {
  readonly references: readonly Reference[];
  readonly functions: readonly string[];
} {
  const references: Reference[] = [];
  const functions: string[] = [];
  const visit = (part: Ast, field: string | undefined, hidden: ReadonlySet<string>): void => {
    if (part.op === 'id') {
      const root = rootOf(part, hidden);
      if (root !== undefined)
        references.push({ root, name: undefined, field: undefined, start: part.end, end: part.end });
      return;
    }
    const access = accessOf(part);
    if (access !== undefined) {
      const root = rootOf(access.of, hidden);
      if (root === undefined) visit(access.of, access.name, hidden);
      else references.push({ root, name: access.name, field, start: access.of.end, end: part.end });
      return;
    }
    const called = callOf(part);
    if (called !== undefined) functions.push(called);
    const macro = macroOf(part, called);
    if (macro === undefined) {
      for (const child of partsOf(part.args)) visit(child, undefined, hidden);
      return;
    }
    for (const child of macro.outside) visit(child, undefined, hidden);
    const inner = new Set([...hidden, macro.variable]);
    for (const child of macro.inside) visit(child, undefined, inner);
  };
  visit(ast, undefined, new Set());
  return { references, functions };
}

function rootOf(part: Ast, hidden: ReadonlySet<string>): Root | undefined {
  if (part.op !== 'id') return undefined;
  return ROOTS.find((root) => root === part.args && !hidden.has(root));
}

function accessOf(part: Ast): { readonly of: Ast; readonly name: string } | undefined {
  const args = Array.isArray(part.args) ? part.args : [];
  const [of, key]: readonly unknown[] = args;
  if (!isAst(of)) return undefined;
  if (part.op === '.' || part.op === '.?') return { of, name: String(key) };
  if ((part.op !== '[]' && part.op !== '[?]') || !isAst(key)) return undefined;
  return key.op === 'value' && typeof key.args === 'string' ? { of, name: key.args } : undefined;
}

function callOf(part: Ast): string | undefined {
  if ((part.op !== 'call' && part.op !== 'rcall') || !Array.isArray(part.args)) return undefined;
  const name: unknown = part.args[0];
  return typeof name === 'string' ? name : undefined;
}

const MACROS: readonly string[] = ['all', 'exists', 'exists_one', 'map', 'filter', 'optMap', 'optFlatMap', 'bind'];

function macroOf(part: Ast, called: string | undefined) {
  if (part.op !== 'rcall' || called === undefined || !MACROS.includes(called) || !Array.isArray(part.args))
    return undefined;
  const receiver: unknown = part.args[1];
  const [variable, ...rest] = partsOf(part.args[2]);
  if (variable?.op !== 'id' || !isAst(receiver)) return undefined;
  // What a name is bound to is computed outside of it.
  const bound = called === 'bind' ? rest.slice(0, 1) : [];
  return { variable: String(variable.args), outside: [receiver, ...bound], inside: rest.slice(bound.length) };
}

function partsOf(args: unknown): readonly Ast[] {
  if (Array.isArray(args)) return args.flatMap(partsOf);
  return isAst(args) ? [args] : [];
}

const isAst = (part: unknown): part is Ast =>
  typeof part === 'object' && part !== null && 'op' in part && 'args' in part && 'start' in part && 'end' in part;
