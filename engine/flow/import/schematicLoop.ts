import type { Json, JsonObject, JsonPath } from '../../json';
import { at, isObject } from '../../json';
import { textIn } from '../graph/tolerant';
import type { Leftovers } from './leftovers';
import { given, some, textsIn, wholeIn } from './reading';

const FLAGS: JsonPath = ['engine_flags'];
const UNTIL: JsonPath = [...FLAGS, 'iterates_until_condition'];

/** The until loop of a schematic, in terms of the file. */
export interface SchematicLoop {
  readonly head: string;
  readonly tail: string;
  /** The tail says whether the goal is met. */
  readonly judged: boolean;
  /** Routes of the tail that are the loop's own. */
  readonly ofLoop: readonly string[];
}

/** Null where there is no until loop, or none that can be told. */
export function schematicLoop(file: Json, ids: ReadonlyMap<string, string>, left: Leftovers): SchematicLoop | null {
  left.unknown(FLAGS, ['iterates_until_condition', 'iterates_slice_loop']);
  left.key(FLAGS, 'iterates_slice_loop', 'There is no loop over slices: its steps run once. A "map" goes over a list.');
  const until = at(file, UNTIL);
  if (!isObject(until)) return null;
  const head = textIn(until, ['head_step']);
  const tail = textIn(until, ['tail_step']);
  if (!ids.has(head) || !ids.has(tail)) {
    left.add(UNTIL, 'Its head or its tail is no item: there is no loop, and its steps run once.');
    return null;
  }
  const ofLoop = [textIn(until, ['reenter_route']), textIn(until, ['needs_attention_route'])].filter(
    (name) => name !== '',
  );
  return { head, tail, judged: isObject(at(until, ['stop_judge'])), ofLoop };
}

/** The declaration of the loop. */
export function loopDeclaration(
  file: Json,
  loop: SchematicLoop,
  ids: ReadonlyMap<string, string>,
  targetOf: (target: Json, path: JsonPath) => string,
  left: Leftovers,
): JsonObject {
  const until = at(file, UNTIL);
  if (!loop.judged)
    left.add(
      UNTIL,
      'It has no "stop_judge": give the loop a judge as its tail, for only what a judge proposes ends it.',
    );
  for (const key of ['report', 'goal_met_path', 'lesson_path', 'progress_path'])
    left.key(
      [...UNTIL, 'stop_judge'],
      key,
      'A judge answers with "goalMet", "lesson" and "marker"; no report is read.',
    );
  left.unknown([...UNTIL, 'stop_judge'], ['report', 'goal_met_path', 'lesson_path', 'progress_path']);
  left.key(UNTIL, 'body_steps', 'The body is computed: every step on a path from head to tail.');
  left.key(UNTIL, 'iteration_commit_containment', 'Passes are kept apart by snapshots of the files.');
  left.key(UNTIL, 'activate_when_depth_at_least', 'Whether a loop repeats is chosen when a run starts.');
  left.key([...UNTIL, 'carried_notes'], 'report', 'Notes are what judges and people leave; no report is read.');
  left.unknown([...UNTIL, 'carried_notes'], ['report', 'max_entries']);
  left.unknown(UNTIL, KNOWN);
  return given({
    type: 'until',
    head: ids.get(loop.head),
    tail: ids.get(loop.tail),
    maxPasses:
      wholeOr(until, 'max_iterations', 1_000_000, left, 'The cap is 1 pass until a whole number from 1 is given.') ?? 1,
    spendCap: spendCapOf(until, left),
    noProgressCeiling: wholeOr(
      until,
      'no_progress_ceiling',
      Number.MAX_SAFE_INTEGER,
      left,
      'It is no whole number from 1.',
    ),
    frozen: some(textsIn(until, ['frozen_paths'])),
    notes: notesOf(until, left),
    onExhausted: exhaustedTarget(file, until, loop, targetOf),
  });
}

const KNOWN = [
  'head_step',
  'tail_step',
  'body_steps',
  'reenter_route',
  'max_iterations',
  'stop_judge',
  'needs_attention_route',
  'carried_notes',
  'cumulative_usd_cap',
  'cumulative_token_cap',
  'no_progress_ceiling',
  'iteration_commit_containment',
  'frozen_paths',
  'activate_when_depth_at_least',
];

function wholeOr(until: Json | undefined, key: string, most: number, left: Leftovers, why: string): number | undefined {
  const number = wholeIn(until, [key], 1, most);
  if (number === undefined && (key === 'max_iterations' || at(until, [key]) !== undefined))
    left.add([...UNTIL, key], why);
  return number;
}

function spendCapOf(until: Json | undefined, left: Leftovers): Json | undefined {
  const usd = at(until, ['cumulative_usd_cap']);
  const dollars = typeof usd === 'number' && usd > 0 && Number.isFinite(usd) ? usd : undefined;
  if (dollars === undefined)
    left.key(UNTIL, 'cumulative_usd_cap', 'It is no number above 0: the loop has no cap in dollars.');
  const tokens = wholeOr(until, 'cumulative_token_cap', Number.MAX_SAFE_INTEGER, left, 'It is no whole number from 1.');
  return dollars === undefined && tokens === undefined ? undefined : given({ usd: dollars, tokens });
}

function notesOf(until: Json | undefined, left: Leftovers): Json | undefined {
  const keep = wholeIn(until, ['carried_notes', 'max_entries'], 1, 20);
  if (keep === undefined)
    left.key([...UNTIL, 'carried_notes'], 'max_entries', 'From 1 to 20 notes are kept: it is 20.');
  return keep === undefined ? undefined : { keep };
}

/** `needs_attention_route` names a route of the tail; in some files it is the target itself. */
function exhaustedTarget(
  file: Json,
  until: Json | undefined,
  { tail }: SchematicLoop,
  targetOf: (target: Json, path: JsonPath) => string,
): string {
  const name = textIn(until, ['needs_attention_route']);
  if (name === '') return '@stop';
  const items = at(file, ['items']);
  const index = Array.isArray(items) ? items.findIndex((item: Json) => at(item, ['id']) === tail) : -1;
  const route: JsonPath = ['items', index, 'routes', name];
  const target = at(file, route);
  return target === undefined ? targetOf(name, [...UNTIL, 'needs_attention_route']) : targetOf(target, route);
}
