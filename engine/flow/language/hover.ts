import type { Issue } from '../../issue';
import type { Json, JsonPath } from '../../json';
import { isTerminal } from '../graph';
import { positionsIn } from '../positions';
import { sentencesAt, wordsAt } from '../schemaKeys';
import { jsonOf, readSyntax } from '../syntax';
import { aboutName, plain } from './aboutName';
import { namedAt } from './namedAt';
import { roleOf } from './roleOf';

/** What is told about a place of the text, as paragraphs in Markdown, and about which characters. */
export interface Hover {
  readonly offset: number;
  readonly length: number;
  readonly paragraphs: readonly string[];
}

/**
 * About a name: what it names, where that leads and what is wrong with it. About a key: what it means and which words may
 * stand behind it. Undefined for all other text.
 * @param whoDoes what is known here of a worker, in a sentence; `step`: where the name stands in one
 */
export function hoverAt(
  text: string,
  offset: number,
  issues: readonly Issue[],
  whoDoes: (worker: string, step: string | undefined) => string | undefined = () => undefined,
): Hover | undefined {
  const named = namedAt(text, offset);
  if (named !== undefined) {
    const [map, step] = named.path;
    const who = named.map === 'workers' ? whoDoes(named.name, map === 'steps' ? String(step) : undefined) : undefined;
    const paragraphs = [
      ...aboutName(named.flow, named.map, named.name, issues),
      ...(who === undefined ? [] : [plain(who)]),
    ];
    if (paragraphs.length > 0) return { offset: named.offset, length: named.length, paragraphs };
  }
  const { root } = readSyntax(text);
  if (root === undefined) return undefined;
  const positions = positionsIn(text, root);
  const path = positions.pathAt(offset);
  if (path.length === 0) return undefined;
  const flow = jsonOf(root);
  const key = positions.keyRangeOf(path);
  if (typeof path.at(-1) === 'string' && key.offset <= offset && offset <= key.offset + key.length) {
    const paragraphs = aboutKey(flow, path);
    return paragraphs.length === 0 ? undefined : { offset: key.offset, length: key.length, paragraphs };
  }
  const value = positions.rangeOf(path);
  const target = text.slice(value.offset + 1, value.offset + value.length - 1);
  const role = roleOf(flow, path);
  // The flow does not define it: the machine may.
  const who = role === 'worker' ? whoDoes(target, String(path[1])) : undefined;
  const about = role === 'target' && isTerminal(target) ? ENDS[target] : who && plain(who);
  return about === undefined ? undefined : { offset: value.offset, length: value.length, paragraphs: [about] };
}

function aboutKey(flow: Json, path: JsonPath): readonly string[] {
  const sentences = sentencesAt(path, flow);
  const words = wordsAt(path, flow).filter((word) => typeof word === 'string');
  const listed = words.length > 1 ? [`One of ${words.map((word) => `\`${word}\``).join(', ')}.`] : [];
  if (sentences.length === 0 && listed.length === 0) return [];
  const [first = '', ...others] = sentences;
  return [`**${plain(String(path.at(-1)))}** ${first}`.trim(), ...others, ...listed];
}

const ENDS: Readonly<Record<string, string>> = {
  '@complete': '**@complete** ends the run as complete; while a latch is open it ends as stopped instead.',
  '@stop': '**@stop** ends the run as stopped. It can be resumed.',
  '@handoff': '**@handoff** ends the run and hands its work to a person.',
  '@escalate': '**@escalate** ends the run as escalated: a person has to decide how it goes on.',
};
