import { counted } from '../../../counted';
import type { Ask, Wait } from '../../state';
import type { Variable } from '../variable';
import { fact, groupVariable } from '../variable';
import type { Here } from './here';

/** Questions of the whole run, open ones first, then what waits for its next poll. */
export function questionsScope({ state: { asks, waits } }: Here): readonly Variable[] {
  const all = Object.entries(asks);
  const isOpen = ([, { answer }]: readonly [string, Ask]) => answer === null;
  return [
    ...all.filter(isOpen).map(askVariable),
    ...all.filter((each) => !isOpen(each)).map(askVariable),
    ...Object.entries(waits).map(waitVariable),
  ];
}

const askVariable = ([id, ask]: readonly [string, Ask]): Variable =>
  groupVariable(id, ask.answer === null ? `open: ${ask.question}` : `answered ${ask.answer}: ${ask.question}`, [
    fact('question', ask.question),
    fact('choices', ask.choices.join(', ')),
    fact('answer', ask.answer ?? 'none yet'),
    ...(ask.due === null ? [] : [fact('due', ask.due)]),
    ...(ask.default === null ? [] : [fact('default', ask.default)]),
  ]);

const waitVariable = ([id, { polls, failures, due, deadline }]: readonly [string, Wait]): Variable =>
  groupVariable(id, `waits: ${counted(polls, 'poll')}, next ${due ?? 'now'}`, [
    fact('polls', polls),
    fact('failed polls in a row', failures),
    fact('next poll', due ?? 'now'),
    fact('deadline', deadline ?? 'none'),
  ]);
