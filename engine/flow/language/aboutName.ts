import type { Issue } from '../../issue';
import type { Json } from '../../json';
import { at } from '../../json';
import type { Graph } from '../graph';
import { graphOf } from '../graph';
import { membersIn, textIn } from '../graph/tolerant';
import type { NamedMap } from './namedAt';
import { inWords } from './words';

/** What is named, as paragraphs in Markdown; none where there is no such thing. */
export function aboutName(flow: Json, map: NamedMap, name: string, issues: readonly Issue[]): readonly string[] {
  const value = at(flow, [map, name]);
  if (value === undefined) return [];
  const found = issues.filter(({ path }) => path[0] === map && path[1] === name);
  return [...about(flow, map, name, value), ...problems(found)];
}

function about(flow: Json, map: NamedMap, name: string, value: Json): readonly string[] {
  switch (map) {
    case 'steps':
      return aboutStep(flow, graphOf(flow), name);
    case 'loops':
      return aboutLoop(flow, graphOf(flow), name);
    case 'workers':
      return [
        `**${plain(name)}** · worker · ${code(textIn(value, ['use']) || '?')} ${plain(textIn(value, ['model']))}`.trim(),
      ];
    case 'channels': {
      const fields = Object.keys(membersIn(value, ['fields']));
      const reducer = textIn(value, ['reducer']) || 'last';
      return [
        `**${plain(name)}** · channel · ${code(reducer)}`,
        ...(fields.length === 0 ? [] : [`Fields: ${fields.map(plain).join(', ')}`]),
      ];
    }
    case 'inputs': {
      const preset = at(value, ['default']);
      return [
        `**${plain(name)}** · input · ${code(textIn(value, ['type']) || '?')}`,
        ...(preset === undefined ? [] : [`Default: ${code(JSON.stringify(preset))}`]),
        ...[textIn(value, ['description'])].filter(Boolean).map(plain),
      ];
    }
  }
}

function aboutStep(flow: Json, graph: Graph, id: string): readonly string[] {
  const step = graph.steps.find((each) => each.id === id);
  if (step === undefined) return [];
  const leads = graph.routes.filter((route) => route.from === id);
  const comes = [...new Set(graph.routes.filter((route) => route.to === id).map((route) => route.from))];
  const loops = graph.loops.filter((loop) => loop.body.includes(id));
  const callers = graph.called.get(id) ?? [];
  const worker = textIn(flow, ['steps', id, 'worker']);
  return [
    [
      `**${plain(step.title)}**`,
      `${plain(step.kind || 'no kind')} step`,
      ...(worker === '' ? [] : [`worker ${plain(worker)}`]),
    ].join(' · '),
    ...loops.map((loop) => `In loop ${plain(loop.id)} (${plain(loop.type)}, ${plain(inWords.cap(flow, loop))})`),
    ...(leads.length === 0
      ? []
      : [`Leads to: ${leads.map((route) => `${plain(route.to)} (${plain(inWords.way(route))})`).join(', ')}`]),
    ...(comes.length === 0 ? [] : [`Comes from: ${comes.map(plain).join(', ')}`]),
    ...(callers.length === 0 ? [] : [`Called by: ${callers.map(plain).join(', ')}`]),
  ];
}

function aboutLoop(flow: Json, graph: Graph, id: string): readonly string[] {
  const loop = graph.loops.find((each) => each.id === id);
  if (loop === undefined) return [];
  return [
    `**${plain(id)}** · ${plain(loop.type || 'no type')} loop · ${plain(inWords.cap(flow, loop))}`,
    `From ${plain(loop.head)} to ${plain(loop.tail)}; steps: ${loop.body.map(plain).join(', ')}`,
    `When it is used up: ${plain(loop.onExhausted)}`,
  ];
}

const problems = (issues: readonly Issue[]): readonly string[] =>
  issues.length === 0 ? [] : [issues.map(({ severity, message }) => `- ${severity}: ${plain(message)}`).join('\n')];

/** What a flow says is text, whatever of Markdown or HTML is in it. */
export const plain = (text: string): string => text.replace(/[\\`*_[\]#<>~|!&]/g, '\\$&').replace(/\s+/g, ' ');

/** The same in a code span: nothing in it ends the span. */
const code = (text: string): string => `\`${text.replace(/[`\s]+/g, ' ').trim() || '?'}\``;
