import type { Json } from '../json';
import { at, isObject } from '../json';
import type { FaceWords } from './faceWords';
import { textIn } from './graph/tolerant';

/** The one thing that matters of a step of this kind: who does it, the first command, the question. */
export function detailOf(kind: string, value: Json | undefined, words: FaceWords): string {
  const text = (key: string) => textIn(value, [key]);
  switch (kind) {
    case 'work':
    case 'judge':
      return text('worker') || words.noWorker;
    case 'verify':
      return commandText(listIn(value, 'commands')[0], words);
    case 'gate':
      return evaluatorText(at(value, ['evaluator']), words);
    case 'router':
      return text('worker') || casesText(value, words);
    case 'ask':
      return text('question') || words.noQuestion;
    case 'map':
      return text('step') === '' ? words.noStep : words.forEach(text('step'));
    case 'join':
      return text('wait') === 'any' ? words.waitsAny : words.waitsAll;
    case 'plan':
      return text('channel') === '' ? words.noChannel : words.tasksOf(text('channel'));
    case 'watch':
      return commandText(at(value, ['poll']), words);
    case 'call':
      return text('flow') || words.noFlow;
    default:
      return '';
  }
}

/** A second line in the step's own words: the prompt's first line, the other commands, the list gone through. */
export function noteOf(kind: string, value: Json | undefined, words: FaceWords): string {
  switch (kind) {
    case 'work':
    case 'judge':
    case 'router':
      return firstLine(textIn(value, ['prompt']));
    case 'gate':
      return firstLine(textIn(value, ['evaluator', 'prompt']));
    case 'verify': {
      const [, second, ...others] = listIn(value, 'commands');
      if (second === undefined) return '';
      return [commandText(second, words), ...(others.length > 0 ? [words.more(others.length)] : [])].join(' ');
    }
    case 'map':
      return textIn(value, ['over']) === '' ? '' : words.over(textIn(value, ['over']));
    default:
      return '';
  }
}

/** Short facts: limits, guards, what else is decided about the step. */
export function factsOf(
  id: string,
  kind: string,
  value: Json | undefined,
  flow: Json,
  words: FaceWords,
): readonly string[] {
  const number = (key: string) => {
    const found = at(value, [key]);
    return typeof found === 'number' ? found : null;
  };
  const has = (key: string) => isObject(at(value, [key]));
  const some = <T>(found: T | null | '' | false, word: (found: T) => string) =>
    found === null || found === '' || found === false ? [] : [word(found)];
  const text = (key: string) => textIn(value, [key]);
  const own = (): readonly string[] => {
    switch (kind) {
      case 'work':
        return [
          ...(text('access') === 'read' ? [words.readOnly] : []),
          ...(has('output') ? [words.structured] : []),
          ...(has('check') ? [words.checked] : []),
          ...(has('effect') ? [words.effect] : []),
        ];
      case 'verify':
        return listIn(value, 'commands').some((command) => textIn(command, ['expect']) === 'tests')
          ? [words.tests]
          : [];
      case 'gate':
        return [words.visits(number('maxAttempts') ?? 3)];
      case 'router':
        return text('worker') !== '' && listIn(value, 'cases').length > 0 ? [casesText(value, words)] : [];
      case 'ask':
        return [...some(text('deadline'), words.deadline), ...some(text('default'), words.otherwise)];
      case 'map':
        return [
          ...some(number('maxConcurrency'), words.atOnce),
          ...(text('onFailure') === 'collect' ? [words.collects] : []),
        ];
      case 'plan': {
        const handlers = Object.keys(objectIn(value, 'handlers')).length;
        return [...some(handlers > 0 && handlers, words.handlers), words.atOnce(number('maxFanout') ?? 4)];
      }
      case 'watch':
        return [
          words.every(text('interval') || '60s'),
          ...some(text('deadline'), words.deadline),
          ...(at(value, ['strict']) === true ? [words.strict] : []),
        ];
      case 'call': {
        const inputs = Object.keys(objectIn(value, 'input')).length;
        return some(inputs > 0 && inputs, words.inputs);
      }
      default:
        return [];
    }
  };
  const attempts = kind === 'gate' ? null : number('attempts');
  return [
    ...(at(flow, ['main']) === id ? [words.main] : []),
    ...own(),
    ...some(attempts !== null && attempts > 1 && attempts, words.attempts),
    ...(has('cache') ? [words.cached] : []),
  ];
}

const firstLine = (text: string): string => text.trim().split('\n', 1)[0]?.trim() ?? '';

const listIn = (value: Json | undefined, key: string): readonly Json[] => {
  const found = at(value, [key]);
  return Array.isArray(found) ? found : [];
};

const objectIn = (value: Json | undefined, key: string): Readonly<Record<string, Json>> => {
  const found = at(value, [key]);
  return isObject(found) ? found : {};
};

function commandText(command: Json | undefined, words: FaceWords): string {
  if (!isObject(command)) return words.noCommand;
  if (typeof command.shell === 'string') return command.shell;
  const run = Array.isArray(command.run) ? command.run.join(' ') : '';
  return run || words.noCommand;
}

/** What gives the verdict: a worker, commands, a condition, or all of several. */
function evaluatorText(evaluator: Json | undefined, words: FaceWords): string {
  if (!isObject(evaluator)) return words.noEvaluator;
  const { worker, when, commands, all } = evaluator;
  if (typeof worker === 'string' && worker !== '') return worker;
  if (typeof when === 'string') return when;
  if (Array.isArray(commands)) {
    const more = commands.length > 1 ? ` ${words.more(commands.length - 1)}` : '';
    return commandText(commands[0], words) + more;
  }
  return Array.isArray(all) && all.length > 0
    ? all.map((item: Json) => evaluatorText(item, words)).join(', ')
    : words.noEvaluator;
}

function casesText(value: Json | undefined, words: FaceWords): string {
  const { length } = listIn(value, 'cases');
  return length > 0 ? words.cases(length) : words.noCases;
}
