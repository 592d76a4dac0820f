import type { Json, JsonObject, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { textIn } from '../graph/tolerant';
import { checkOf, commandsOf, listReportFields } from './acceptance';
import type { Leftovers } from './leftovers';
import { NO_COMMAND, NO_COMMAND_WHY } from './placeholder';
import { given, idFor, members, some, textsIn } from './reading';
import { fanout } from './schematicFanout';
import type { Item, Steps } from './schematicParts';
import { dropRoutes, promptOf, titleOf, workerOf } from './schematicParts';
import type { ItemRoute } from './schematicRoutes';

/** The step that an item becomes; a fan-out becomes two. `taken` has the ids of all steps. */
export function stepsOf(item: Item, left: Leftovers, taken: ReadonlySet<string>): Steps {
  if (item.judges) return [[item.id, judge(item, left)]];
  const kind = textIn(item.value, ['execution', 'kind']);
  switch (kind) {
    case 'compose':
    case 'relay':
      return [[item.id, work(item, left)]];
    case 'verification':
      return [[item.id, verify(item, left)]];
    case 'checkpoint':
      return [[item.id, ask(item, left)]];
    case 'sub-run':
      return [[item.id, call(item, left)]];
    case 'fanout':
      return fanout(item, left, taken);
    default:
      left.add(
        [...item.path, 'execution', 'kind'],
        `"${kind}" is no kind of execution that the import knows: it became work.`,
      );
      return [[item.id, work(item, left)]];
  }
}

function work(item: Item, left: Leftovers): JsonObject {
  const { next, failed, others } = item.routes;
  if (next === undefined) left.add([...item.path, 'routes'], 'No route leads on from it: give the step a "next".');
  const check = checkOf(item.value, item.path, left);
  return given({
    kind: 'work',
    title: titleOf(item),
    worker: workerOf(item, left, 'implementer'),
    prompt: promptOf(item),
    reads: some(item.reads),
    check,
    next,
    routes: failed === undefined ? undefined : { failed },
    branches: branchesOf(others),
  });
}

function branchesOf(routes: readonly ItemRoute[]): Json | undefined {
  const branches = new Map<string, string>();
  for (const { name, to } of routes) branches.set(idFor(name, new Set(branches.keys())), to);
  return members([...branches]);
}

function judge(item: Item, left: Leftovers): JsonObject {
  const { value, path, routes } = item;
  const kind = textIn(value, ['execution', 'kind']);
  if (kind !== 'compose' && kind !== 'relay')
    left.add([...path, 'execution', 'kind'], `It ends an until loop, so it became a judge; "${kind}" is lost.`);
  for (const key of ['check', 'acceptance_criteria'])
    left.key(path, key, 'The engine itself weighs what a judge says.');
  dropRoutes(item, left, 'A judge has one way on, its success; the rest is its loop’s.', true);
  return given({
    kind: 'judge',
    title: titleOf(item),
    worker: workerOf(item, left, 'reviewer'),
    prompt: promptOf(item),
    reads: some(item.reads),
    next: routes.next ?? '@stop',
  });
}

function verify(item: Item, left: Leftovers): JsonObject {
  const { value, path, routes } = item;
  const why = 'A verification is weighed by its commands alone.';
  left.key(path, 'check', why);
  listReportFields(value, path, left, why);
  const commands = commandsOf(value, path, left);
  if (commands.length === 0) left.add([...path, 'execution'], NO_COMMAND_WHY);
  dropRoutes(item, left, 'A verification leads on, or to "fail".', false);
  const title = titleOf(item) ?? item.id;
  return given({
    kind: 'verify',
    title: commands.length === 0 ? `${title} (imported without its command)` : title,
    commands: commands.length === 0 ? [NO_COMMAND] : commands,
    next: routes.next,
    routes: routes.failed === undefined ? undefined : { fail: routes.failed },
  });
}

function ask(item: Item, left: Leftovers): JsonObject {
  const { value, path, routes } = item;
  const policy: JsonPath = [...path, 'checkpoint_policy'];
  for (const key of ['check', 'acceptance_criteria']) left.key(path, key, 'What a person answers is not checked.');
  left.unknown(policy, ['prompt', 'choices', 'safe_default_choice']);
  left.key(policy, 'safe_default_choice', 'A question takes its default at a deadline: set "deadline" and "default".');
  const all = [
    ...(routes.next === undefined ? [] : [{ name: routes.nextName, to: routes.next }]),
    ...(routes.failed === undefined ? [] : [{ name: routes.failedName, to: routes.failed }]),
    ...routes.others,
  ];
  const wanted = textsIn(value, ['checkpoint_policy', 'choices']);
  const names = wanted.length > 0 ? wanted : all.map(({ name }) => name);
  const choices = new Map<string, string>();
  for (const name of names.length > 0 ? names : ['continue']) {
    const choice = idFor(name, new Set(choices.keys()));
    const own = all.find((route) => route.name === name)?.to;
    if (own === undefined) {
      const otherwise = routes.next === undefined ? '@stop, for no route has its name' : 'where the step leads on';
      left.add([...policy, 'choices'], `The choice "${name}" has no route of its own: it leads ${otherwise}.`);
    }
    choices.set(choice, own ?? routes.next ?? '@stop');
  }
  for (const { name } of all)
    if (!names.includes(name)) left.add([...path, 'routes', name], 'No choice of the question has this name.');
  return given({
    kind: 'ask',
    title: titleOf(item),
    question: textIn(value, ['checkpoint_policy', 'prompt']) || promptOf(item),
    choices: [...choices.keys()],
    routes: Object.fromEntries(choices),
  });
}

const OUTCOMES = ['stopped', 'handoff', 'escalated', 'failed'];

function call(item: Item, left: Leftovers): JsonObject {
  const { value, path, routes } = item;
  const flow = textIn(value, ['execution', 'flow_ref', 'flow_id']);
  if (flow === '') left.add([...path, 'execution'], 'It names no flow to run: put one in "flow".');
  left.key([...path, 'execution', 'flow_ref'], 'entry_mode', 'A called flow starts where it says itself.');
  left.key([...path, 'execution'], 'goal', 'A called flow has its own goal.');
  for (const key of ['check', 'acceptance_criteria']) left.key(path, key, 'A called flow checks its own steps.');
  const known = routes.others.filter(({ name }) => OUTCOMES.includes(name));
  const failed = routes.failed === undefined ? [] : [{ name: 'failed', to: routes.failed }];
  for (const { name } of routes.others)
    if (!OUTCOMES.includes(name))
      left.add([...path, 'routes', name], `A called flow ends by itself, or ${OUTCOMES.join(', ')}.`);
  return given({
    kind: 'call',
    title: titleOf(item),
    flow: flow || 'imported-without-its-flow',
    next: routes.next,
    routes: members([...known, ...failed].map(({ name, to }) => [name, to])),
  });
}

/** The keys of an item that are read, or whose loss is listed. */
export function listItemKeys(value: Json, path: JsonPath, left: Leftovers): void {
  left.key(path, 'block', 'A step has a kind, made of "execution"; the name of the block is lost.');
  left.key(path, 'stage', 'There are no stages.');
  left.key(path, 'output', 'There are no contracts: a step’s output is what others read of it.');
  if (isObject(at(value, ['writes'])))
    left.add(
      [...path, 'writes'],
      'Reports are no files: what a step answers stands in the trace, and others read it there.',
    );
  left.unknown(path, [
    'id',
    'block',
    'title',
    'stage',
    'input',
    'output',
    'evidence_requirements',
    'execution',
    'routes',
    'writes',
    'check',
    'acceptance_criteria',
    'checkpoint_policy',
    'fanout',
  ]);
  left.unknown([...path, 'execution'], ['kind', 'role', 'flow_ref', 'goal']);
}
