import { say } from './say';

/** What is counted. Each has a message for one and a message for more: other languages have other plurals. */
export type Counted = keyof typeof WORDS;

/** `1 step`, `1,200 steps`: thousands are set apart. */
export const counted = (number: number, what: Counted): string => WORDS[what](number, number.toLocaleString('en-US'));

const WORDS = {
  step: (n: number, said: string) => (n === 1 ? say('1 step') : say('{0} steps', said)),
  error: (n: number, said: string) => (n === 1 ? say('1 error') : say('{0} errors', said)),
  warning: (n: number, said: string) => (n === 1 ? say('1 warning') : say('{0} warnings', said)),
  reason: (n: number, said: string) => (n === 1 ? say('1 reason') : say('{0} reasons', said)),
  file: (n: number, said: string) => (n === 1 ? say('1 file') : say('{0} files', said)),
  test: (n: number, said: string) => (n === 1 ? say('1 test') : say('{0} tests', said)),
  item: (n: number, said: string) => (n === 1 ? say('1 item') : say('{0} items', said)),
  task: (n: number, said: string) => (n === 1 ? say('1 task') : say('{0} tasks', said)),
  failedPoll: (n: number, said: string) => (n === 1 ? say('1 failed poll') : say('{0} failed polls', said)),
  earlierLine: (n: number, said: string) => (n === 1 ? say('1 earlier line') : say('{0} earlier lines', said)),
  poll: (n: number, said: string) => (n === 1 ? say('1 poll') : say('{0} polls', said)),
  line: (n: number, said: string) => (n === 1 ? say('1 line') : say('{0} lines', said)),
  byte: (n: number, said: string) => (n === 1 ? say('1 byte') : say('{0} bytes', said)),
  token: (n: number, said: string) => (n === 1 ? say('1 token') : say('{0} tokens', said)),
  note: (n: number, said: string) => (n === 1 ? say('1 note') : say('{0} notes', said)),
  latch: (n: number, said: string) => (n === 1 ? say('1 latch') : say('{0} latches', said)),
  turn: (n: number, said: string) => (n === 1 ? say('1 turn') : say('{0} turns', said)),
  run: (n: number, said: string) => (n === 1 ? say('1 run') : say('{0} runs', said)),
} as const;
