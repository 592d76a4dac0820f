import type { Fix, Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { at } from '../../json';
import type { GraphStep } from '../graph';
import { isTerminal } from '../graph';
import { loopKeys } from '../graph/loopKeys';
import { TERMINALS } from '../names';
import { changeTo, leadTo, remove, withoutItem } from './fixes';
import type { FlowView } from './rule';
import { error, isGroup, listAt, meaning, objectAt } from './rule';

/** What names a step or an end of the run: something that is there. */
export function targetRules(view: FlowView): readonly Issue[] {
  return [
    ...startRules(view),
    ...namedSteps(view),
    ...view.graph.routes.flatMap((route) => {
      const whose = route.label === '' ? '' : `${route.kind} "${route.label}" of `;
      return unknown(view, route.to, route.path, `${whose}step "${route.from}"`, true);
    }),
    ...view.graph.steps.flatMap((step) => calledRules(view, step)),
    ...loopEndRules(view),
  ];
}

function startRules(view: FlowView): readonly Issue[] {
  const { graph, flow } = view;
  if (graph.start.length === 0) {
    const first = graph.steps.find(({ id }) => !graph.called.has(id));
    const fix = first && { title: `Start at "${first.id}"`, changes: [{ path: ['start'], value: first.id }] };
    return [
      error('missing-start', ['start'], 'The flow does not say where it starts. Give "start" the id of a step.', fix),
    ];
  }
  const many = Array.isArray(at(flow, ['start']));
  return graph.start.flatMap((id, index) => unknown(view, id, many ? ['start', index] : ['start'], 'start', false));
}

/** `main`, `terminal` and the one writers of fields. */
function namedSteps(view: FlowView): readonly Issue[] {
  const { flow } = view;
  const named = (path: JsonPath, what: string) => {
    const id = at(flow, path);
    return typeof id === 'string' ? unknown(view, id, path, what, false) : [];
  };
  return [
    ...named(['main'], '"main"'),
    ...named(['terminal'], '"terminal"'),
    ...Object.keys(objectAt(flow, ['channels'])).flatMap((channel) =>
      Object.keys(objectAt(flow, ['channels', channel, 'fields'])).flatMap((field) =>
        named(['channels', channel, 'fields', field, 'writer'], `the writer of "${channel}.${field}"`),
      ),
    ),
  ];
}

function calledRules(view: FlowView, { id, kind, path }: GraphStep): readonly Issue[] {
  const called = (here: JsonPath, what: string) => {
    const step = at(view.flow, here);
    return typeof step === 'string' && step !== '' ? unknown(view, step, here, what, false) : [];
  };
  if (kind === 'map') return called([...path, 'step'], `the map "${id}"`);
  if (kind !== 'plan') return [];
  const handlers = [...path, 'handlers'];
  return Object.keys(objectAt(view.flow, handlers)).flatMap((task) =>
    called([...handlers, task], `the handler "${task}" of the plan "${id}"`),
  );
}

function loopEndRules(view: FlowView): readonly Issue[] {
  return view.graph.loops.flatMap((loop) => {
    const keys = loopKeys(loop.type);
    const out = [...loop.path, keys.onExhausted];
    const exit = at(view.flow, out);
    const converged = [...loop.path, 'onConverged'];
    return [
      ...(['head', 'tail'] as const).flatMap((end) => {
        const path = [...loop.path, keys[end]];
        if (loop[end] !== '') return unknown(view, loop[end], path, `"${keys[end]}" of the loop "${loop.id}"`, false);
        return [error('missing-target', path, `The loop "${loop.id}" has no "${keys[end]}". Give the id of a step.`)];
      }),
      ...(isGroup(loop)
        ? groupExit(view, loop.id, exit, out)
        : unknown(view, loop.onExhausted, out, exitOf(loop.id), true)),
      ...(loop.onConverged === null
        ? []
        : unknown(view, loop.onConverged, converged, `onConverged of the loop "${loop.id}"`, true)),
    ];
  });
}

const exitOf = (loop: string): string => `onExhausted of the loop "${loop}"`;

/** A batch that is used up hands control to a step: never straight to an end. */
function groupExit(view: FlowView, loop: string, exit: Json | undefined, path: JsonPath): readonly Issue[] {
  const main = at(view.flow, ['main']);
  const toMain: Fix | undefined =
    typeof main === 'string' && view.steps.has(main)
      ? { title: `Hand control to "${main}"`, changes: [{ path, value: main }] }
      : undefined;
  if (typeof exit !== 'string' || exit === '') {
    const message = `The group "${loop}" has no "exitTo". Give the step outside of it that is handed control after each batch.`;
    return [error('missing-target', path, message, toMain)];
  }
  const found = unknown(view, exit, path, `"exitTo" of the group "${loop}"`, false);
  return toMain === undefined || exit !== 'main' ? found : found.map((issue) => ({ ...issue, fix: toMain }));
}

function unknown(view: FlowView, id: string, path: JsonPath, what: string, terminals: boolean): readonly Issue[] {
  if (view.steps.has(id) || (terminals && TERMINALS.some((end) => end === id))) return [];
  const known = terminals ? [...view.steps.keys(), ...TERMINALS] : [...view.steps.keys()];
  const meant = view.near(id, known);
  const fix = changeTo(path, meant) ?? withoutTarget(view, path);
  if (!isTerminal(id)) {
    const message = `There is no step "${id}", which ${what} ${terminals ? 'leads to' : 'names'}.${meaning(meant)}`;
    return [error('unknown-target', path, message, fix)];
  }
  const message = terminals
    ? `"${id}" is no end of a run, which ${what} leads to. There are ${TERMINALS.join(', ')}.${meaning(meant)}`
    : `"${id}" is no step: ${what} must be a step.`;
  return [error('unknown-target', path, message, fix)];
}

/** What can be without the step that it names is without it; a route leads to an end. */
function withoutTarget({ flow }: FlowView, path: JsonPath): Fix | undefined {
  const [map, , key] = path;
  const last = path.at(-1);
  if (map === 'main' || map === 'terminal' || last === 'writer') return remove(path);
  if (map === 'loops') return last === 'onExhausted' || last === 'onConverged' ? remove(path) : undefined;
  if (map === 'start' || key === 'step') return undefined;
  if (key === 'handlers') return remove(path);
  if (typeof last !== 'number') return leadTo(path, '@stop');
  const list = listAt(flow, path.slice(0, -1));
  return list.length > 1
    ? withoutItem(path.slice(0, -1), list, last, `"${String(list[last])}"`)
    : leadTo(path, '@stop');
}
