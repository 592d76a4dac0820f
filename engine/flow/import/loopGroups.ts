import type { Json, JsonObject, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { textIn } from '../graph/tolerant';
import type { Agents } from './agentSteps';
import { agentStep, finishStep, WORKER } from './agentSteps';
import type { Agent } from './agents';
import { agentsIn } from './agents';
import type { Leftovers, NotCarried } from './leftovers';
import { leftoversOf } from './leftovers';
import { given, idFor, listIn, members, wholeIn } from './reading';

/** A flow made of a workflow with loop groups; null where it names no agent, not even in its loops. */
export function importLoopGroups(
  file: Json,
): { readonly flow: Json; readonly notCarried: readonly NotCarried[] } | null {
  const left = leftoversOf(file);
  const place: JsonPath = at(file, ['orchestration', 'loops']) === undefined ? ['loops'] : ['orchestration', 'loops'];
  const declared = agentsIn(file, left);
  const loops = listIn(file, place).map((value, index) => ({ value, path: [...place, index] }));
  const mainName = mainOf(file, declared, loops, left);
  const agents = withNamedByLoops(declared, loops, mainName, left);
  const terminalName = terminalOf(file, agents, left);
  const ids = idsOf(agents, left);
  const first = (mainName === null ? undefined : ids.get(mainName)) ?? ids.get(agents[0]?.name ?? '');
  if (first === undefined) return null;
  const backTo = new Map(loops.map(({ value }) => [textIn(value, ['from']), textIn(value, ['to'])]));
  const finish = idFor('finish', new Set(ids.values()));
  const context: Agents = { agents, ids, mainName, terminalName, backTo, finish };
  left.unknown([], KNOWN);
  left.unknown(['orchestration'], ['loops', 'agents', 'workers', 'main', 'terminal', 'terminalAgent']);
  left.add([], `What carries an agent out is not read: every step has the worker "${WORKER}".`);
  if (mainName !== null)
    left.add([], 'Main can go on without end there; here the run stops after 1,000 super-steps outside of loops.');
  const groups: (readonly [string, Json])[] = [];
  for (const { value, path } of loops) {
    const group = groupOf(value, path, ids, left);
    if (group !== null) groups.push([idFor(textIn(value, ['id']) || 'loop', new Set(groups.map(([id]) => id))), group]);
  }
  const flow = given({
    converge: 1,
    id: idFor(textIn(file, ['id']) || textIn(file, ['name']) || 'imported', new Set()),
    title: textIn(file, ['title']) || textIn(file, ['name']) || undefined,
    goal: textIn(file, ['goal']) || undefined,
    start: first,
    main: mainName === null ? undefined : ids.get(mainName),
    terminal: terminalName === null || terminalName === mainName ? undefined : ids.get(terminalName),
    budget: mainName === null ? undefined : { superSteps: 1000 },
    steps: Object.fromEntries([
      ...agents.map((agent) => agentStep(agent, context, left)),
      ...finishStep(context, left),
    ]),
    loops: members(groups),
  });
  return { flow, notCarried: left.all() };
}

const KNOWN = [
  'id',
  'name',
  'title',
  'goal',
  'orchestration',
  'loops',
  'agents',
  'workers',
  'main',
  'terminal',
  'terminalAgent',
];

interface LoopThere {
  readonly value: Json;
  readonly path: JsonPath;
}

/** The coordinator: named by `main`, or called so by an agent or a loop. */
function mainOf(file: Json, agents: readonly Agent[], loops: readonly LoopThere[], left: Leftovers): string | null {
  for (const path of [['main'], ['orchestration', 'main']]) {
    const named = at(file, path);
    const name = isObject(named) ? textIn(named, ['id']) || 'main' : named;
    if (typeof name === 'string' && name !== '') {
      if (isObject(named)) left.add(path, 'The import understands the id of the coordinator here.');
      return name;
    }
    if (named !== undefined) left.add(path, 'The import understands the id of the coordinator here.');
  }
  const called =
    agents.some(({ name }) => name === 'main') || loops.some(({ value }) => at(value, ['exitTo']) === 'main');
  return called ? 'main' : null;
}

function terminalOf(file: Json, agents: readonly Agent[], left: Leftovers): string | null {
  for (const key of ['terminal', 'terminalAgent']) {
    for (const path of [[key], ['orchestration', key]]) {
      const named = at(file, path);
      if (named === undefined) continue;
      if (agents.some(({ name }) => name === named)) return String(named);
      left.add(path, 'It is no agent.');
    }
  }
  return null;
}

/** Who is only named by `main` or a loop is an agent too, of which nothing else is known. */
function withNamedByLoops(
  agents: readonly Agent[],
  loops: readonly LoopThere[],
  mainName: string | null,
  left: Leftovers,
): readonly Agent[] {
  const named = [
    ...(mainName === null ? [] : [{ name: mainName, path: [] }]),
    ...loops.flatMap(({ value, path }) =>
      ['to', 'from', 'exitTo'].map((key) => ({ name: textIn(value, [key]), path: [...path, key] })),
    ),
  ].filter(({ name }) => name !== '' && !name.startsWith('@'));
  const all = [...agents];
  for (const { name, path } of named) {
    if (all.some((agent) => agent.name === name)) continue;
    left.add(path, `"${name}" is named here and described nowhere: its step has a placeholder as prompt.`);
    all.push({
      name,
      path,
      instructions: `Imported without instructions: say what "${name}" does.`,
      strong: '',
      weak: [],
    });
  }
  return all;
}

function idsOf(agents: readonly Agent[], left: Leftovers): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { name, path } of agents) {
    const id = idFor(name, new Set(ids.values()));
    if (id !== name) left.add(path, `An id of a step looks otherwise: "${name}" is "${id}".`);
    ids.set(name, id);
  }
  return ids;
}

function groupOf(value: Json, path: JsonPath, ids: Agents['ids'], left: Leftovers): JsonObject | null {
  left.unknown(path, ['id', 'from', 'to', 'maxIterations', 'exitTo']);
  const [from, to, exitTo] = ['from', 'to', 'exitTo'].map((key) => ids.get(textIn(value, [key])));
  const maxIterations = wholeIn(value, ['maxIterations'], 1, 1_000_000);
  if (from === undefined || to === undefined || exitTo === undefined || maxIterations === undefined) {
    left.add(path, 'A group needs "from", "to", "exitTo" and "maxIterations" (1 to 1,000,000): it is left out.');
    return null;
  }
  return { type: 'group', from, to, maxIterations, exitTo };
}
