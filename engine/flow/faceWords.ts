import { counted } from '../counted';

/** The words on a step's face, so that they can be said in another language. */
export interface FaceWords {
  readonly noWorker: string;
  readonly noCommand: string;
  readonly noCases: string;
  readonly noQuestion: string;
  readonly noEvaluator: string;
  readonly noStep: string;
  readonly noChannel: string;
  readonly noFlow: string;
  readonly waitsAll: string;
  readonly waitsAny: string;
  readonly els: string;
  readonly main: string;
  readonly readOnly: string;
  readonly checked: string;
  readonly cached: string;
  readonly effect: string;
  readonly tests: string;
  readonly collects: string;
  readonly strict: string;
  readonly structured: string;
  readonly more: (count: number) => string;
  readonly forEach: (step: string) => string;
  readonly tasksOf: (channel: string) => string;
  readonly over: (list: string) => string;
  readonly cases: (count: number) => string;
  readonly attempts: (count: number) => string;
  readonly visits: (count: number) => string;
  readonly atOnce: (count: number) => string;
  readonly handlers: (count: number) => string;
  readonly inputs: (count: number) => string;
  readonly every: (time: string) => string;
  readonly deadline: (time: string) => string;
  readonly otherwise: (choice: string) => string;
}

export const FACE_WORDS: FaceWords = {
  noWorker: 'no worker',
  noCommand: 'no command',
  noCases: 'no cases',
  noQuestion: 'no question',
  noEvaluator: 'no evaluator',
  noStep: 'no step to call',
  noChannel: 'no channel',
  noFlow: 'no flow',
  waitsAll: 'waits for all',
  waitsAny: 'goes on with the first',
  els: 'else',
  main: 'Main',
  readOnly: 'read-only',
  checked: 'checked',
  cached: 'cached',
  effect: 'effect once',
  tests: 'tests',
  collects: 'collects failures',
  strict: 'strict',
  structured: 'structured',
  more: (number) => `+${number} more`,
  forEach: (step) => `${step} for each item`,
  tasksOf: (channel) => `tasks of ${channel}`,
  over: (list) => `over ${list}`,
  cases: (number) => counted(number, 'case'),
  attempts: (number) => counted(number, 'attempt'),
  visits: (number) => counted(number, 'visit'),
  atOnce: (number) => `${number} at once`,
  handlers: (number) => counted(number, 'handler'),
  inputs: (number) => counted(number, 'input'),
  every: (time) => `every ${time}`,
  deadline: (time) => `until ${time}`,
  otherwise: (choice) => `then ${choice}`,
};
