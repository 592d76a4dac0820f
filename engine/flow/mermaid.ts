import { counted } from '../counted';
import type { Json } from '../json';
import { at, isObject } from '../json';
import type { Graph, GraphLoop, GraphStep, Route } from './graph';
import { exitsOf, graphOf, isTerminal } from './graph';

/**
 * The graph of a flow as a Mermaid flowchart, for pages that draw such text. Strong routes are solid and weak ones dashed,
 * as on the canvas; each loop is a frame with its cap. Targets that do not exist are left out.
 *
 * R1 Nodes are numbered, since ids can hold what Mermaid reads as syntax; every text of the flow stands in quotes, escaped.
 */
export function mermaidOf(anything: unknown): string {
  const flow: Json = isObject(anything) ? anything : {};
  const graph = graphOf(flow);
  const nodes = new Map(graph.steps.map(({ id }, index) => [id, `n${index}`]));
  const routes = [...graph.routes, ...graph.loops.flatMap((loop) => [...backOf(loop), ...exitsOf(loop).map(inWords)])];
  const ends = [...new Set(routes.map(({ to }) => to).filter(isTerminal))];
  for (const end of ends) nodes.set(end, `t${nodes.size}`);
  const link = (from: string, to: string, arrow: string, label: string): readonly string[] => {
    const [a, b] = [nodes.get(from), nodes.get(to)];
    return a === undefined || b === undefined
      ? []
      : [`  ${a} ${arrow}${label === '' ? '' : `|${quoted(label)}|`} ${b}`];
  };
  const starts = graph.start.filter((id) => nodes.has(id));
  return [
    'flowchart LR',
    ...framed(flow, graph, nodes),
    ...ends.map((end) => `  ${nodes.get(end)}([${quoted(end.slice(1))}])`),
    ...(starts.length === 0 ? [] : ['  start(( ))', ...starts.map((id) => `  start --> ${nodes.get(id)}`)]),
    ...routes.flatMap(({ from, to, kind, label }) => link(from, to, kind === 'weak' ? '-.->' : '-->', label)),
    ...[...graph.called].flatMap(([called, callers]) =>
      callers.flatMap((caller) => link(caller, called, '-.->', 'calls')),
    ),
    '',
  ].join('\n');
}

/** Steps in the frames of their loops; a loop in the body of another one stands inside it. */
function framed(flow: Json, graph: Graph, nodes: ReadonlyMap<string, string>): readonly string[] {
  const inside = (loop: GraphLoop, other: GraphLoop) =>
    loop !== other && other.body.length > loop.body.length && loop.body.every((id) => other.body.includes(id));
  const within = (outer: GraphLoop | null, steps: readonly GraphStep[], indent: string): readonly string[] => {
    const loops = graph.loops.filter((loop) =>
      outer === null ? !graph.loops.some((other) => inside(loop, other)) : inside(loop, outer),
    );
    const held = new Set(loops.flatMap(({ body }) => body));
    return [
      ...steps
        .filter(({ id }) => !held.has(id))
        .map((step) => `${indent}${nodes.get(step.id)}${shaped(step.kind, quoted(labelOf(step)))}`),
      ...loops.flatMap((loop) => [
        `${indent}subgraph l${graph.loops.indexOf(loop)}[${quoted(loopLabel(flow, loop))}]`,
        ...within(
          loop,
          steps.filter(({ id }) => loop.body.includes(id)),
          `${indent}  `,
        ),
        `${indent}end`,
      ]),
    ];
  };
  return within(null, graph.steps, '  ');
}

const labelOf = ({ title, kind }: GraphStep): string => (kind === '' ? title : `${title} (${kind})`);

function shaped(kind: string, label: string): string {
  switch (kind) {
    case 'verify':
      return `{{${label}}}`;
    case 'judge':
    case 'gate':
    case 'router':
      return `{${label}}`;
    case 'ask':
      return `[/${label}/]`;
    case 'map':
    case 'plan':
    case 'call':
      return `[[${label}]]`;
    case 'join':
    case 'watch':
      return `(${label})`;
    default:
      return `[${label}]`;
  }
}

function loopLabel(flow: Json, { id, type, path }: GraphLoop): string {
  const cap = (key: string, byDefault: Json = '?') => `${at(flow, [...path, key]) ?? byDefault}`;
  switch (type) {
    case 'until':
      return `${id}: at most ${counted(cap('maxPasses'), 'pass', 'passes')}`;
    case 'group':
      return `${id}: ${counted(cap('maxIterations'), 'iteration')} in a batch`;
    case 'improve':
      return `${id}: at most ${counted(cap('maxIterations', 20), 'round')}`;
    default:
      return id;
  }
}

/** The way back that until and improve loops have of their own; a group's is written as a route. */
const backOf = (loop: GraphLoop): readonly Pick<Route, 'from' | 'to' | 'kind' | 'label'>[] =>
  loop.type === 'group' || loop.head === loop.tail
    ? []
    : [{ from: loop.tail, to: loop.head, kind: 'outcome', label: loop.type === 'until' ? 'next pass' : 'next round' }];

const EXITS: Readonly<Record<string, string>> = {
  onExhausted: 'exhausted',
  exitTo: 'batch used up',
  onConverged: 'converged',
};
const inWords = (exit: Route): Route => ({ ...exit, label: EXITS[exit.label] ?? exit.label });

const MOST = 60;

/** One line in quotes; what Mermaid or HTML would read as its own is written as a character's number. */
function quoted(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  const brief = line.length > MOST ? [...line.slice(0, MOST - 1), '…'] : line;
  return `"${brief.map((each) => ('#"<>`&|%'.includes(each) ? `#${each.codePointAt(0)};` : each)).join('')}"`;
}
