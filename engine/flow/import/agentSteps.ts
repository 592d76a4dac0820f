import type { JsonObject } from '../../json';
import { TERMINALS } from '../names';
import type { Agent } from './agents';
import type { Leftovers } from './leftovers';
import { given, idFor, members } from './reading';

/** Who carries out every agent: the format says it in ways that the import does not understand. */
export const WORKER = 'implementer';

/** The agents of a workflow, with what is known of all of them. */
export interface Agents {
  readonly agents: readonly Agent[];
  /** Agent → step. */
  readonly ids: ReadonlyMap<string, string>;
  readonly mainName: string | null;
  readonly terminalName: string | null;
  /** Tail of a loop → its entry. */
  readonly backTo: ReadonlyMap<string, string>;
  /** The step that ends the project where no agent is named for it. */
  readonly finish: string;
}

/** The step that an agent becomes: Main a router, the terminal agent a gate, any other work. */
export function agentStep(agent: Agent, all: Agents, left: Leftovers): readonly [string, JsonObject] {
  const id = all.ids.get(agent.name) ?? '';
  if (agent.name === all.mainName) return [id, mainStep(agent, all, left)];
  return [id, agent.name === all.terminalName ? terminalStep(agent, all, left) : workStep(agent, all, left)];
}

/** Where only Main can end the project, a person confirms it: a coordinator's word is no evidence. */
export function finishStep(all: Agents, left: Leftovers): readonly (readonly [string, JsonObject])[] {
  const main = all.mainName === null ? undefined : all.ids.get(all.mainName);
  if (main === undefined || endsElsewhere(all)) return [];
  left.add([], `Main ended the project with a tool there; here it asks a person, in the step "${all.finish}".`);
  const question = 'Main says that the project is complete. Is it?';
  return [[all.finish, { kind: 'ask', question, choices: ['yes', 'no'], routes: { yes: '@complete', no: main } }]];
}

const endsElsewhere = ({ mainName, terminalName }: Agents): boolean =>
  terminalName !== null && terminalName !== mainName;

function mainStep(agent: Agent, all: Agents, left: Leftovers): JsonObject {
  if (agent.strong !== '' || agent.weak.length > 0)
    left.add(agent.path, 'Main has a branch to every agent, in place of routes of its own.');
  const others = all.agents.flatMap(({ name }) => (name === agent.name ? [] : [all.ids.get(name) ?? '']));
  const targets = [...others, ...(endsElsewhere(all) ? [] : [all.finish])];
  const branches = Object.fromEntries(targets.map((id) => [id, id]));
  return { kind: 'router', worker: WORKER, prompt: agent.instructions, branches, else: '@stop' };
}

function terminalStep(agent: Agent, all: Agents, left: Leftovers): JsonObject {
  left.add(agent.path, 'It evaluates the project and ends it: it became a gate, which passes to @complete.');
  if (agent.weak.length > 0) left.add(agent.path, 'A gate passes, sends back or escalates: its weak routes are lost.');
  return {
    kind: 'gate',
    evaluator: { worker: WORKER, prompt: agent.instructions },
    next: '@complete',
    routes: { revise: strongTarget(agent, all, left) ?? '@stop', escalate: '@escalate' },
  };
}

function workStep(agent: Agent, all: Agents, left: Leftovers): JsonObject {
  const branches = new Map<string, string>();
  for (const [name, to] of agent.weak) {
    const target = targetOf(to, all);
    if (target === undefined) left.add(agent.path, `Its route "${name}" leads to "${to}", which is no agent.`);
    else branches.set(idFor(name, new Set(branches.keys())), target);
  }
  return given({
    kind: 'work',
    worker: WORKER,
    prompt: agent.instructions,
    next: strongTarget(agent, all, left),
    branches: members([...branches]),
  });
}

/** The strong route. That of a loop's tail leads to the entry, for the format has it so. */
function strongTarget(agent: Agent, all: Agents, left: Leftovers): string | undefined {
  const { mainName } = all;
  const written = targetOf(agent.strong, all);
  if (written !== undefined) return written;
  const back = targetOf(all.backTo.get(agent.name) ?? '', all);
  if (agent.strong === '' && back !== undefined) return back;
  const main = mainName === null ? undefined : all.ids.get(mainName);
  const leads = main === undefined ? 'give the step a "next"' : `it leads to "${mainName}"`;
  left.add(agent.path, `It has no strong route to an agent: ${leads}.`);
  return main;
}

const targetOf = (name: string, { ids }: Agents): string | undefined =>
  TERMINALS.find((end) => end === name) ?? ids.get(name);
