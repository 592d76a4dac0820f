import type { Fix, Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import type { Compiled } from '../expression';
import { compileExpression, renamedExpression } from '../expression';
import type { Reference } from '../expression/references';
import { BUDGET_NAMES, FIELDS, ROOTS } from '../expression/references';
import type { ExpressionPlace } from '../expressionPlaces';
import { changeTo } from './fixes';
import type { FlowView } from './rule';
import { error, meaning, objectAt } from './rule';

/** Expressions compile, give what is due where they stand, and speak only of what is there. */
export function expressionRules(view: FlowView): readonly Issue[] {
  const loops = new Set(view.graph.loops.map((loop) => loop.id));
  return view.expressions().flatMap((place) => {
    const compiled = compileExpression(place.text);
    if (!compiled.ok) return [unreadable(view, place, compiled.why)];
    return [
      ...compiled.references.flatMap((reference) => nameRule(view, loops, place, reference)),
      ...valueRule(place, compiled),
    ];
  });
}

const nounOf = ({ gives }: ExpressionPlace): string => (gives === 'condition' ? 'condition' : 'expression');

function unreadable(view: FlowView, place: ExpressionPlace, why: string): Issue {
  const unknown = /^Unknown variable: (\w+)/.exec(why)?.[1];
  const dashed =
    unknown === undefined
      ? undefined
      : [...view.steps.keys()].find((id) => id.includes('-') && place.text.includes(id));
  const hint =
    unknown === undefined
      ? ''
      : dashed === undefined
        ? meaning(view.near(unknown, ROOTS)) || ` There are ${ROOTS.slice(0, 6).join(', ')}.`
        : ` An id with a dash is written steps["${dashed}"].`;
  const message = `This ${nounOf(place)} cannot be read: ${why}.${hint}`;
  return error('bad-expression', place.path, message, readable(view, place, unknown, dashed));
}

function valueRule(place: ExpressionPlace, compiled: Extract<Compiled, { ok: true }>): readonly Issue[] {
  const { path, gives } = place;
  if (gives === 'condition' && !compiled.givesBool)
    return [bad(path, 'This condition does not give true or false. Compare its value with something.')];
  if (gives === 'list' && !compiled.givesList)
    return [bad(path, 'This expression does not give a list, and a map works on the items of one.')];
  return compiled.givesJson
    ? []
    : [
        bad(
          path,
          'This expression gives a value that is not JSON. Give a text, a number, true or false, a list or an object.',
        ),
      ];
}

/** A dashed id in brackets, or the root that was meant; only where the text can be read then. */
function readable(
  view: FlowView,
  { path, text }: ExpressionPlace,
  unknown: string | undefined,
  dashed: string | undefined,
) {
  const root = unknown === undefined ? undefined : view.near(unknown, ROOTS);
  const mended =
    dashed !== undefined
      ? text.replaceAll(`.${dashed}`, `["${dashed}"]`)
      : root === undefined
        ? text
        : text.replaceAll(new RegExp(`(?<![\\w."'])${unknown}\\b(?=[.[])`, 'g'), root);
  return mended !== text && compileExpression(mended).ok ? changeTo(path, mended) : undefined;
}

const bad = (path: JsonPath, message: string): Issue => error('bad-expression', path, message);

function nameRule(
  view: FlowView,
  loops: ReadonlySet<string>,
  place: ExpressionPlace,
  reference: Reference,
): readonly Issue[] {
  const absent = notHere(view, place, reference);
  if (absent !== null) return [error('name-not-here', place.path, absent)];
  // What a call gives back is made from the state of the flow that it called: its names are known there.
  const elsewhere = place.path[2] === 'output';
  const why = elsewhere ? null : unknownName(view, loops, place, reference);
  if (why !== null) return [error('unknown-name', place.path, why, meantName(place, reference, why))];
  const field = unknownField(view, reference);
  return field === null ? [] : [error('unknown-name', place.path, field)];
}

/** The name that the sentence asks about, in the place of the one that is not there. */
function meantName({ path, text }: ExpressionPlace, { root, name, field }: Reference, why: string): Fix | undefined {
  const meant = / Did you mean "([^"]+)"\?$/.exec(why)?.[1];
  if (meant === undefined || why.includes(`no field "${String(field)}"`)) return undefined;
  return changeTo(
    path,
    renamedExpression(text, (of, used) => (of === root && used === name ? meant : undefined)),
  );
}

/** `item`, `task` and `output` are only there where something gives them. */
function notHere({ graph, steps }: FlowView, { step, path }: ExpressionPlace, { root }: Reference): string | null {
  if (root === 'output')
    return path[2] === 'writes' ? null : 'There is no "output" here: only in "writes" it is what the step itself gave.';
  if (root !== 'item' && root !== 'task') return null;
  const caller = root === 'item' ? 'map' : 'plan';
  const callers = step === null ? [] : (graph.called.get(step) ?? []);
  const other = callers.find((id) => steps.get(id)?.kind !== caller);
  if (callers.length > 0 && other === undefined) return null;
  const who = other === undefined ? '' : ` "${other}" is a ${steps.get(other)?.kind || 'step'}.`;
  return `There is no "${root}" here: only a step has one that a ${caller} calls.${who}`;
}

function unknownName(
  view: FlowView,
  loops: ReadonlySet<string>,
  place: ExpressionPlace,
  { root, name, field }: Reference,
): string | null {
  if (name === undefined) return null;
  const none = (what: string, known: Iterable<string>) =>
    `There is no ${what} "${name}", which this ${nounOf(place)} speaks of.${meaning(view.near(name, known))}`;
  switch (root) {
    case 'steps':
      return view.steps.has(name) ? null : none('step', view.steps.keys());
    case 'gates': {
      if (view.steps.get(name)?.kind === 'gate') return null;
      return none(
        'gate',
        view.graph.steps.filter(({ kind }) => kind === 'gate').map(({ id }) => id),
      );
    }
    case 'loops':
      return loops.has(name) ? null : none('loop', loops);
    case 'inputs': {
      const inputs = objectAt(view.flow, ['inputs']);
      return Object.hasOwn(inputs, name) ? null : none('input', Object.keys(inputs));
    }
    case 'state':
      return unknownChannel(view, name, field, none);
    case 'budget':
      return unknownBudget(view, name);
    case 'item':
    case 'task':
    case 'output':
      return null;
  }
}

function unknownChannel(
  { flow, near }: FlowView,
  name: string,
  field: string | undefined,
  none: (what: string, known: Iterable<string>) => string,
): string | null {
  const channels = objectAt(flow, ['channels']);
  if (!Object.hasOwn(channels, name)) return none('channel', Object.keys(channels));
  if (field === undefined || at(channels[name], ['reducer']) !== 'byKey') return null;
  const fields = Object.keys(objectAt(channels[name], ['fields']));
  if (fields.includes(field)) return null;
  return `The channel "${name}" has no field "${field}". There are ${fields.join(', ')}.${meaning(near(field, fields))}`;
}

function unknownBudget({ flow, near }: FlowView, name: string): string | null {
  const known: readonly string[] = BUDGET_NAMES;
  if (!known.includes(name))
    return `There is no budget.${name}. There are ${known.join(', ')}.${meaning(near(name, known))}`;
  const bound = name === 'usdLeft' ? 'usd' : name === 'tokensLeft' ? 'tokens' : null;
  if (bound === null || at(flow, ['budget', bound]) !== undefined) return null;
  return `budget.${name} is never known: the flow has no "budget" with "${bound}". Give it one.`;
}

function unknownField({ near }: FlowView, { root, name, field }: Reference): string | null {
  if (root !== 'steps' && root !== 'gates' && root !== 'loops') return null;
  const fields: readonly string[] = FIELDS[root];
  if (name === undefined || field === undefined || fields.includes(field)) return null;
  return `${root}.${name} has no "${field}". There are ${fields.join(', ')}.${meaning(near(field, fields))}`;
}
