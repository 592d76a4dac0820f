import { expect, it } from 'vitest';
import type { Flow } from '../../../engine/flow/schema';
import { happenedIn } from '../../../engine/run/debug/happened';
import { heldText, stopText } from '../../../engine/run/debug/stopText';
import { framesOf } from '../../../engine/run/inspect/frames';
import type { FlowsInForce } from '../../../engine/run/inspect/levels';
import { scopesOf } from '../../../engine/run/inspect/scopes';
import type { Say } from '../../../engine/say';
import { english, toSay } from '../../../engine/say';
import { world } from '../../fakes/world';
import { carried, variablesText } from './shown';
import { INSIDE, STORIES } from './stories';

/** A language without letters: whatever has letters still was not said in it. */
const signs: Say = (message, ...args) => english(message.replace(/\p{L}+/gu, '¤'), ...args);

const wordsIn = (text: string): readonly string[] => text.match(/\p{L}[\p{L}\p{N}-]*/gu) ?? [];

/** Every text in a value: what a flow and a trace say is told as it stands there. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}

const idsIn = ({ steps, loops = {}, channels = {}, inputs = {} }: Flow): readonly string[] =>
  [steps, loops, channels, inputs].flatMap(Object.keys);

/** What flows and expressions call so, and the keys of outputs, of tasks and of a baseline. */
const NAMES = `best blocked clean commands definitions failures id input inventory kind lesson maxIterations maxPasses
  noProgressCeiling null outcome output patience prerequisites reason spendCap stalled state status to tokens total tree
  true type usd verifications visit visits why`;

it('stacks, variables and stops are said in the language of whoever looks; names of flows and expressions stay', async () => {
  const left = new Set<string>();
  for (const { flow, spec, options = {} } of STORIES) {
    const flows: FlowsInForce = { flow, called: new Map(Object.entries(INSIDE)) };
    const child = INSIDE.child.flow;
    const { seen } = await carried(flow, world(spec), options);
    const written = [flow, child].flatMap((each) => [...idsIn(each), ...textsIn(each)]);
    const known = new Set([...written, ...seen.flatMap(({ entry }) => textsIn(entry))].flatMap(wordsIn));
    for (const { entry, state } of seen) {
      const within = 'path' in entry ? entry.path : (entry.within ?? '');
      const frames = framesOf(state, flows, { within }, signs);
      const texts = [
        ...frames.map(({ name }) => name),
        ...frames.flatMap((frame) =>
          scopesOf(state, flows, frame, signs).flatMap(({ name, variables }) => [name, variablesText(variables())]),
        ),
        stopText(
          happenedIn(entry).map((each) => each.said),
          signs,
        ),
      ];
      for (const word of texts.flatMap(wordsIn)) if (!known.has(word)) left.add(word);
    }
  }
  expect([...left].sort()).toEqual(NAMES.split(/\s+/));
});

it('a stop says several things in one line, each once; one of an older runner is said as that says it', () => {
  const sayings = [toSay('it failed: {0}', 'why'), toSay('it failed: {0}', 'why'), toSay('after a step')];
  expect(stopText(sayings)).toBe('It failed: why; after a step');
  expect(heldText({ text: 'It failed', said: sayings }, (message) => message.length.toString())).toBe('14; 12');
  expect(heldText({ text: 'It failed', said: [] }, signs)).toBe('It failed');
});
