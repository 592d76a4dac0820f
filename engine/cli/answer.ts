import { ACT_OPTIONS, actOnRun } from './actOnRun';
import type { CliCommand } from './command';
import { argument, text } from './command';

export const answer: CliCommand = {
  name: 'answer',
  takes: '<run> <question> <choice>',
  summary: 'Answers a question of a run; where nobody carries the run, goes on with it in the foreground',
  options: {
    ...ACT_OPTIONS,
    text: { type: 'string', value: 'text', help: 'what is said with it, where a person is the worker of a step' },
  },
  arguments: [3, 3],
  run: (given, terminal) =>
    actOnRun(
      given,
      { do: 'answer', ask: argument(given, 1), choice: argument(given, 2), ...said(text(given, 'text')) },
      terminal,
    ),
};

const said = (words: string | undefined) => (words === undefined ? {} : { text: words });
