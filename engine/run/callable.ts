import { ConvergeError } from '../failure';
import { check } from '../flow/check';
import type { Flow } from '../flow/schema';
import type { Issue } from '../issue';
import type { Json } from '../json';
import type { CalledFlow, Ports } from '../ports';
import { workersIn } from './workersIn';

/** The flows that a flow calls, and those that these call, by the name that `call` steps give. Unknown ones are left out. */
export function calledFlows(flow: Flow, flowOf: Ports['flow']): Readonly<Record<string, CalledFlow>> {
  const found: Record<string, CalledFlow> = {};
  const follow = (caller: Flow): void => {
    for (const name of callsOf(caller)) {
      const called = Object.hasOwn(found, name) ? undefined : flowOf(name);
      if (called === undefined) continue;
      found[name] = called;
      follow(called.flow);
    }
  };
  follow(flow);
  return found;
}

/**
 * Throws where a flow, or one that it calls, cannot be run: `flow-unreadable` with every error of it, for one that is not
 * known, and for one that calls itself; `worker-unknown` with every step whose worker nobody knows.
 */
export function assertRunnable(flow: Flow, ports: Pick<Ports, 'flow' | 'worker'>): void {
  const called = calledFlows(flow, ports.flow);
  const all = [
    { flow, worker: ports.worker },
    ...Object.values(called).map((one) => ({ worker: ports.worker, ...one })),
  ];
  for (const each of all) assertValid(each.flow);
  for (const each of all) {
    const unknown = callsOf(each.flow).find((name) => !Object.hasOwn(called, name));
    if (unknown !== undefined) {
      throw new ConvergeError('flow-unreadable', `The flow "${each.flow.id}" calls "${unknown}", which is not known.`);
    }
  }
  const round = roundIn(flow, called, []);
  if (round !== null) {
    const message = `A flow calls itself: ${round.join(' calls ')}. Repeat by a loop, not by a call.`;
    throw new ConvergeError('flow-unreadable', message);
  }
  const missing = all.flatMap(({ flow: each, worker }) =>
    workersIn(each, {}).flatMap(({ name, role, steps }) =>
      worker(name, role) === undefined
        ? [`"${name}" (${steps.map((step) => `step "${step}"`).join(', ')} of "${each.id}")`]
        : [],
    ),
  );
  if (missing.length > 0) {
    throw new ConvergeError('worker-unknown', `Nobody knows these workers: ${missing.join(', ')}.`);
  }
}

function assertValid(flow: Flow): void {
  const plain: Json = JSON.parse(JSON.stringify(flow));
  const errors = check(plain).filter(isError);
  if (errors.length === 0) return;
  const lines = errors.map(({ path, message }) => `  ${path.join('.')}: ${message}`);
  const message = [`The flow "${flow.id}" has errors, so nothing was started:`, ...lines].join('\n');
  throw new ConvergeError('flow-unreadable', message, { cause: errors });
}

const isError = ({ severity }: Issue): boolean => severity === 'error';

function roundIn(
  flow: Flow,
  called: Readonly<Record<string, CalledFlow>>,
  way: readonly string[],
): readonly string[] | null {
  if (way.includes(flow.id)) return [...way, flow.id];
  for (const name of callsOf(flow)) {
    const next = called[name];
    const round = next === undefined ? null : roundIn(next.flow, called, [...way, flow.id]);
    if (round !== null) return round;
  }
  return null;
}

const callsOf = (flow: Flow): readonly string[] => [
  ...new Set(Object.values(flow.steps).flatMap((step) => (step.kind === 'call' ? [step.flow] : []))),
];
