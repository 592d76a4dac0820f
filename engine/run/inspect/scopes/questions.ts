import type { Say } from '../../../say';
import type { Ask, Wait } from '../../state';
import type { Variable } from '../variable';
import { fact, groupVariable } from '../variable';
import type { Here } from './here';

/** Questions of the whole run, open ones first, then what waits for its next poll. */
export function questionsScope({ state: { asks, waits }, say }: Here): readonly Variable[] {
  const all = Object.entries(asks);
  const isOpen = ([, { answer }]: readonly [string, Ask]) => answer === null;
  return [
    ...all.filter(isOpen).map((each) => askVariable(each, say)),
    ...all.filter((each) => !isOpen(each)).map((each) => askVariable(each, say)),
    ...Object.entries(waits).map((each) => waitVariable(each, say)),
  ];
}

const askVariable = ([id, ask]: readonly [string, Ask], say: Say): Variable =>
  groupVariable(
    id,
    ask.answer === null ? say('open: {0}', ask.question) : say('answered {0}: {1}', ask.answer, ask.question),
    [
      fact(say('question'), ask.question),
      fact(say('choices'), ask.choices.join(', ')),
      fact(say('answer'), ask.answer ?? say('none yet')),
      ...(ask.due === null ? [] : [fact(say('due'), ask.due)]),
      ...(ask.default === null ? [] : [fact(say('default'), ask.default)]),
    ],
  );

const waitVariable = ([id, { polls, failures, due, deadline }]: readonly [string, Wait], say: Say): Variable =>
  groupVariable(id, waitText(polls, due ?? say('now'), say), [
    fact(say('polls'), polls),
    fact(say('failed polls in a row'), failures),
    fact(say('next poll'), due ?? say('now')),
    fact(say('deadline'), deadline ?? say('none')),
  ]);

const waitText = (polls: number, next: string, say: Say): string =>
  polls === 1 ? say('waits: 1 poll, next {0}', next) : say('waits: {0} polls, next {1}', polls, next);
