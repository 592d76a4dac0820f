import type { StepKind } from '../../flow/names';
import { suggestion } from '../../flow/nearest';
import type { Flow, Step } from '../../flow/schema';
import type { Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import type { CalledFlow } from '../../ports';
import { planOf } from '../plan';
import type { Scripted } from './script';
import { readScript } from './script';

/** By the name that `call` steps give. */
export type CalledFlows = ReadonlyMap<string, CalledFlow>;

/**
 * What is wrong with a script for a flow: parts that cannot be read, steps that are not there, outcomes that their kind
 * cannot have. `path` is the place in the script. Never throws.
 */
export function scriptIssues(flow: Flow, value: Json, flows: CalledFlows = new Map()): readonly Issue[] {
  const read = readScript(value);
  if (!read.ok) {
    return read.issues.map(({ path, message }) =>
      error(
        'script-shape',
        path.map((part) => (typeof part === 'number' ? part : String(part))),
        `${message}.`,
      ),
    );
  }
  const places = placesIn(flow, flows);
  return [
    ...places.unknown.map(({ step, name }) =>
      error('unknown-flow', ['steps', step], `"${step}" calls the flow "${name}", which is not known here.`),
    ),
    ...Object.entries(read.script.steps ?? {}).flatMap(([name, outcomes]) => {
      const place = places.steps.get(name);
      if (place === undefined) {
        const message = `There is no step "${name}".${suggestion(name, places.steps.keys())}`;
        return [error('unknown-step', ['steps', name], message)];
      }
      return outcomesIssues(name, place, outcomes);
    }),
  ];
}

interface Place {
  readonly step: Step;
  /** It stands in the body of an until loop. */
  readonly inLoop: boolean;
}

/** Every step that a run can come to, by its name in a script. */
function placesIn(flow: Flow, flows: CalledFlows) {
  const steps = new Map<string, Place>();
  const unknown: { readonly step: string; readonly name: string }[] = [];
  const follow = (here: Flow, prefix: string, way: readonly Flow[]): void => {
    const { loopOf } = planOf(here);
    const callers = callersIn(here);
    for (const [id, step] of Object.entries(here.steps)) {
      steps.set(`${prefix}${id}`, { step, inLoop: loopOf.has(id) });
      if (step.kind !== 'call') continue;
      const called = flows.get(step.flow)?.flow;
      if (called === undefined) unknown.push({ step: `${prefix}${id}`, name: step.flow });
      else if (!way.includes(called))
        for (const caller of callers.get(id) ?? ['']) follow(called, `${prefix}${caller}${id}/`, [...way, called]);
    }
  };
  follow(flow, '', [flow]);
  return { steps, unknown };
}

/** By step that a map or a plan calls: what stands before its name. */
function callersIn(flow: Flow): ReadonlyMap<string, readonly string[]> {
  const callers = new Map<string, string[]>();
  for (const [id, step] of Object.entries(flow.steps)) {
    const called = step.kind === 'map' ? [step.step] : step.kind === 'plan' ? Object.values(step.handlers) : [];
    for (const each of new Set(called)) callers.set(each, [...(callers.get(each) ?? []), `${id}/`]);
  }
  return callers;
}

const KEY = /^(\*|\d+(\.\d+)?|\d*#\d+)$/;

function outcomesIssues(
  name: string,
  { step, inLoop }: Place,
  outcomes: Readonly<Record<string, Scripted | readonly Scripted[]>>,
): readonly Issue[] {
  return Object.entries(outcomes).flatMap(([key, outcome]) => {
    const path = ['steps', name, key];
    const list = Array.isArray(outcome);
    const many: readonly Scripted[] = list ? outcome : [outcome as Scripted];
    const keyIssue = KEY.test(key)
      ? key === '0' && !(inLoop && step.kind === 'verify')
        ? ['Only a verification in the body of an until loop has a number 0.']
        : []
      : [`"${key}" is no number of a pass or a visit. Give "*", "2", "2.1" or "#0".`];
    return [
      ...keyIssue.map((message) => error('script-key', path, message)),
      ...many.flatMap((each, index) => outcomeIssues(name, step, each, list ? [...path, index] : path)),
    ];
  });
}

type Field = keyof Scripted;
const TURN: readonly Field[] = ['status', 'why', 'text', 'structured', 'changes', 'usage', 'takes'];
const FIELDS: Readonly<Record<StepKind, readonly Field[]>> = {
  work: [...TURN, 'branch', 'claims', 'score', 'done', 'commands'],
  judge: [...TURN, 'judgment', 'lesson', 'marker'],
  gate: [...TURN, 'verdict', 'score', 'reasons', 'feedback', 'commands'],
  router: [...TURN, 'branch'],
  verify: ['commands', 'takes'],
  watch: ['poll', 'payload', 'cursor'],
  ask: ['choice'],
  map: [],
  join: [],
  plan: [],
  call: [],
};

function outcomeIssues(name: string, step: Step, outcome: Scripted, path: JsonPath): readonly Issue[] {
  const allowed = fieldsOf(step);
  const given = Object.keys(outcome) as Field[];
  const wrong = given.filter((field) => !allowed.includes(field));
  return [
    ...wrong.map((field) => error('impossible-outcome', [...path, field], impossible(name, step, field, allowed))),
    ...namedIssues(name, step, outcome, path),
  ];
}

/** Of the kind, what this very step can come to. */
function fieldsOf(step: Step): readonly Field[] {
  const fields = FIELDS[step.kind];
  const commands = commandsIn(step);
  const asks = step.kind === 'gate' ? evaluatorsIn(step).some((each) => 'worker' in each) : true;
  const chooses = step.kind === 'router' ? step.worker !== undefined : true;
  return fields.filter((field) => {
    if (field === 'commands') return commands > 0;
    return field === 'takes' ? asks || commands > 0 : asks && chooses;
  });
}

const evaluatorsIn = ({ evaluator }: Extract<Step, { kind: 'gate' }>) =>
  'all' in evaluator ? evaluator.all : [evaluator];

function commandsIn(step: Step): number {
  if (step.kind === 'verify') return step.commands.length;
  if (step.kind === 'work') return step.check?.command === undefined ? 0 : 1;
  if (step.kind !== 'gate') return 0;
  return evaluatorsIn(step).reduce((sum, each) => sum + ('commands' in each ? each.commands.length : 0), 0);
}

function impossible(name: string, step: Step, field: string, allowed: readonly string[]): string {
  const can = allowed.length === 0 ? 'It has no outcome of its own' : `It can have: ${allowed.join(', ')}`;
  return `"${name}" is of kind ${step.kind} and cannot have "${field}". ${can}.`;
}

function namedIssues(name: string, step: Step, outcome: Scripted, path: JsonPath): readonly Issue[] {
  const issues: Issue[] = [];
  const oneOf = (field: 'branch' | 'choice', value: string | null | undefined, known: readonly string[]) => {
    if (value === undefined || value === null || known.includes(value)) return;
    const there = known.length === 0 ? 'It has none.' : `There are: ${known.join(', ')}.`;
    const message = `"${name}" has no ${field} "${value}". ${there}${suggestion(value, known)}`;
    issues.push(error('impossible-outcome', [...path, field], message));
  };
  if (step.kind === 'work' || (step.kind === 'router' && step.worker !== undefined))
    oneOf('branch', outcome.branch, Object.keys(step.branches ?? {}));
  if (step.kind === 'ask') oneOf('choice', outcome.choice, step.choices);
  const { commands } = outcome;
  const most = commandsIn(step);
  if (Array.isArray(commands) && most > 0 && commands.length > most) {
    const message = `"${name}" has ${most === 1 ? 'one command' : `${most} commands`}, and the script says what ${commands.length} come to.`;
    issues.push(error('impossible-outcome', [...path, 'commands'], message));
  }
  return issues;
}

const error = (code: string, path: JsonPath, message: string): Issue => ({ code, severity: 'error', path, message });
