import type { Issue } from '../../issue';
import type { JsonPath } from '../../json';
import { at } from '../../json';
import type { Reference } from '../expression';
import { compileExpression } from '../expression';
import { suggestion } from '../nearest';
import type { FlowView } from './rule';
import { error, listAt } from './rule';

/** Conditions compile, give true or false, and speak only of what is there. */
export function expressionRules(view: FlowView): readonly Issue[] {
  return view.graph.steps.flatMap((step) => {
    const path = [...step.path, 'cases'];
    return listAt(view.flow, path).flatMap((item, index) => {
      const when = at(item, ['when']);
      return typeof when === 'string' && when !== '' ? conditionRule(view, when, [...path, index, 'when']) : [];
    });
  });
}

const FIELDS = { steps: ['output', 'visits', 'outcome'], loops: ['pass', 'total', 'stalled'] } as const;
const BUDGET = ['usd', 'tokens', 'unknown'];

function conditionRule(view: FlowView, when: string, path: JsonPath): readonly Issue[] {
  const compiled = compileExpression(when);
  if (!compiled.ok) {
    const unknown = /^Unknown variable: (\w+)/.exec(compiled.why)?.[1];
    const dashed =
      unknown === undefined ? undefined : [...view.steps.keys()].find((id) => id.includes('-') && when.includes(id));
    const hint =
      unknown === undefined
        ? ''
        : dashed === undefined
          ? suggestion(unknown, ['steps', 'loops', 'budget']) || ' A condition sees steps, loops and budget.'
          : ` An id with a dash is written steps["${dashed}"].`;
    return [error('bad-expression', path, `This condition cannot be read: ${compiled.why}.${hint}`)];
  }
  const names = compiled.references.flatMap((reference) => {
    const why = unknownName(view, reference);
    return why === null ? [] : [error('unknown-name', path, why)];
  });
  if (compiled.givesBool) return names;
  return [
    ...names,
    error('bad-expression', path, 'This condition does not give true or false. Compare its value with something.'),
  ];
}

function unknownName({ steps, graph }: FlowView, { root, name, field }: Reference): string | null {
  if (root === 'budget')
    return BUDGET.includes(name)
      ? null
      : `There is no budget.${name} in a condition. There are usd, tokens, unknown.${suggestion(name, BUDGET)}`;
  const known = root === 'steps' ? [...steps.keys()] : graph.loops.map((loop) => loop.id);
  if (!known.includes(name)) {
    return `There is no ${root === 'steps' ? 'step' : 'loop'} "${name}", which this condition speaks of.${suggestion(name, known)}`;
  }
  const fields: readonly string[] = FIELDS[root];
  if (field === undefined || fields.includes(field)) return null;
  return `${root}.${name} has no "${field}". There are ${fields.join(', ')}.${suggestion(field, fields)}`;
}
