import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import { graphOf } from '../graph';
import { membersIn } from '../graph/tolerant';
import { TERMINALS } from '../names';
import { wordsAt } from '../schemaKeys';
import type { Role } from './roleOf';
import { roleOf } from './roleOf';

/** Something that may be written at a place. */
export interface Name {
  readonly value: string | boolean;
  readonly kind: 'key' | 'step' | 'terminal' | 'worker' | 'value';
}

/** Names that are known outside of the flow: workers of the settings, other flows as a call step writes them. */
export interface Around {
  readonly workers: readonly string[];
  readonly flows: readonly string[];
}

/** What the value at a path may be: names of its role, else the fixed words of the schema. */
export function namesFor(flow: Json, path: JsonPath, around: Around): readonly Name[] {
  const role = roleOf(flow, path);
  return role === undefined ? named(wordsAt(path, flow), 'value') : namesOf(flow, path, role, around);
}

/** The choices of a question. */
export function choicesOf(flow: Json, step: JsonPath): readonly string[] {
  const list = at(flow, [...step, 'choices']);
  return Array.isArray(list) ? list.filter((choice) => typeof choice === 'string') : [];
}

/** Channels, and the fields of those that have some as `channel.field`. */
export function fieldsOf(flow: Json): readonly string[] {
  return Object.entries(membersIn(flow, ['channels'])).flatMap(([channel, declared]) => {
    const fields = Object.keys(membersIn(declared, ['fields'])).map((field) => `${channel}.${field}`);
    return [...(fields.length === 0 ? [channel] : []), ...fields];
  });
}

const named = (values: readonly (string | boolean)[], kind: Name['kind']): readonly Name[] =>
  values.map((value) => ({ value, kind }));

function namesOf(flow: Json, path: JsonPath, role: Exclude<Role, undefined>, around: Around): readonly Name[] {
  const graph = graphOf(flow);
  const steps = (kind?: string) =>
    named(
      graph.steps.filter((step) => kind === undefined || step.kind === kind).map((step) => step.id),
      'step',
    );
  switch (role) {
    case 'target':
      return [
        ...steps().filter(({ value }) => value !== path[1] && !graph.called.has(String(value))),
        ...named(TERMINALS, 'terminal'),
      ];
    case 'step':
      return path[0] === 'steps' ? steps().filter(({ value }) => value !== path[1] || path[2] === 'reads') : steps();
    case 'outside-step': {
      const body = graph.loops.find(({ id }) => id === path[1])?.body ?? [];
      return steps().filter(({ value }) => !body.includes(String(value)));
    }
    case 'judge':
    case 'router':
      return steps(role);
    case 'read': {
      const kinds = (graph.called.get(String(path[1])) ?? []).map((id) => at(flow, ['steps', id, 'kind']));
      const given = [...(kinds.includes('map') ? ['item'] : []), ...(kinds.includes('plan') ? ['task'] : [])];
      const channels = Object.keys(membersIn(flow, ['channels'])).map((name) => `channel:${name}`);
      const inputs = Object.keys(membersIn(flow, ['inputs'])).map((name) => `inputs.${name}`);
      return [...steps(), ...named([...given, ...channels, ...inputs], 'value')];
    }
    case 'worker':
      return named([...new Set([...Object.keys(membersIn(flow, ['workers'])), ...around.workers])], 'worker');
    case 'flow':
      return named(around.flows, 'value');
    case 'channel':
      return named(Object.keys(membersIn(flow, ['channels'])), 'value');
    case 'field':
      return named(fieldsOf(flow), 'value');
    case 'choice':
      return named(choicesOf(flow, path.slice(0, 2)), 'value');
  }
}
