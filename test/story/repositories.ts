import type { Random } from '../random';
import { random } from '../random';
import type { LibraryFunction, TestState } from './library';
import { FUNCTIONS, testText, unloadable } from './library';

/** Path → text. */
export type Files = Readonly<Record<string, string>>;

/** A made-up repository, and what its made-up workers do in each pass. */
export interface Story {
  readonly seed: number;
  /** As it is before the run. */
  readonly files: Files;
  /** `src` files as they should be. */
  readonly repaired: Files;
  readonly isRepository: boolean;
  readonly maxPasses: number;
  readonly attempts: number;
  readonly frozen: readonly string[];
  readonly noProgressCeiling: number | undefined;
  readonly spend: Spend;
  readonly command: readonly string[];
  /** One for each pass up to the cap. */
  readonly passes: readonly StoryPass[];
}

/** What each turn reports, in tokens, and the cap; `absent`: a cap in dollars and turns that report nothing. */
export type Spend =
  | { readonly kind: 'free' }
  | { readonly kind: 'tokens'; readonly cap: number }
  | { readonly kind: 'absent' };

export const TOKENS_A_TURN = 100;

export interface StoryPass {
  /** By try, the first one first; what is left out of the end plays as the last one. */
  readonly turns: readonly StoryTurn[];
  readonly judge: StoryJudge;
}

export interface StoryTurn {
  /** The files of the repository behind the turn: what it edits is what differs. */
  readonly files: Files;
  readonly claims: readonly string[];
  readonly fail: 'failed' | 'timed-out' | 'protocol-error' | 'refused' | undefined;
}

export type JudgeSays = 'met' | 'not-met' | 'text' | 'number' | 'prose' | 'nothing' | 'fails' | 'writes';

export interface StoryJudge {
  readonly says: JudgeSays;
  readonly marker: number | undefined;
}

/** The made-up repository as it is at one moment. */
interface Repository {
  readonly functions: readonly LibraryFunction[];
  /** The text of each function's file. */
  readonly sources: ReadonlyMap<string, string>;
  readonly tests: ReadonlyMap<string, TestState>;
  readonly script: string;
}

const SCRIPT = 'node --test';

export function storyOf(seed: number): Story {
  const dice = random(seed);
  const functions = dice.some(FUNCTIONS);
  const frozen = dice.pick([['test/**'], ['test'], ['test/**', 'package.json'], []]);
  const faulty = dice.some(functions);
  const fault = (each: LibraryFunction) => faultOf(dice, each, frozen.length > 0);
  const begin: Repository = {
    functions,
    sources: new Map(functions.map((each) => [each.name, faulty.includes(each) ? fault(each) : each.good])),
    tests: new Map(functions.map(({ name }) => [name, 'intact'])),
    script: SCRIPT,
  };
  const command = dice.pick([
    ['npm', 'test'],
    ['node', '--test'],
  ]);
  const attempts = dice.int(1, 2);
  const maxPasses = dice.int(1, 5);
  const passes: StoryPass[] = [];
  let now = begin;
  for (let pass = 1; pass <= maxPasses; pass++) {
    const turns: StoryTurn[] = [];
    for (let each = 1; each <= dice.int(1, attempts); each++) {
      const next = moved(dice, now, {
        drifts: frozen.length > 0,
        script: command[0] === 'npm',
        last: pass === maxPasses,
      });
      turns.push(turnOf(dice, now, next));
      now = next;
    }
    passes.push({ turns, judge: judgeOf(dice, pass) });
  }
  return {
    seed,
    files: filesOf(begin),
    repaired: Object.fromEntries(functions.map(({ name, good }) => [`src/${name}.js`, good])),
    isRepository: dice.chance(0.8),
    maxPasses,
    attempts,
    frozen,
    noProgressCeiling: dice.chance(0.25) ? dice.int(1, 3) : undefined,
    spend: spendOf(dice),
    command,
    passes,
  };
}

function filesOf({ functions, sources, tests, script }: Repository): Files {
  const files: Record<string, string> = {
    'package.json': `${JSON.stringify({ name: 'made-up', private: true, type: 'module', scripts: { test: script } }, null, 2)}\n`,
  };
  for (const each of functions) {
    files[`src/${each.name}.js`] = sources.get(each.name) ?? '';
    const test = testText(each, tests.get(each.name) ?? 'intact');
    if (test !== undefined) files[`test/${each.name}.test.js`] = test;
  }
  return files;
}

/** Where nothing is frozen, a file that does not load is left out: which tests it has could not be known at number 0. */
const faultOf = (dice: Random, each: LibraryFunction, mayNotLoad: boolean): string =>
  dice.pick(mayNotLoad ? [...each.faults, unloadable(each)] : each.faults);

type Move =
  | 'nothing'
  | 'repair-some'
  | 'repair'
  | 'break'
  | 'weaken'
  | 'skip'
  | 'delete'
  | 'script'
  | 'put-right'
  | 'all-right';

interface Allowed {
  /** Weakened in place with its name kept, a test can only be seen where it is frozen. */
  readonly drifts: boolean;
  readonly script: boolean;
  /** Stories should end well now and then. */
  readonly last: boolean;
}

/** The repository after a turn of one or two moves. */
function moved(dice: Random, from: Repository, allowed: Allowed): Repository {
  const moves: readonly Move[] = [
    ...(['nothing', 'repair-some', 'repair', 'repair', 'break', 'skip', 'delete', 'put-right', 'all-right'] as const),
    ...(allowed.drifts ? (['weaken', 'weaken'] as const) : []),
    ...(allowed.script ? (['script'] as const) : []),
    ...(allowed.last ? (['all-right', 'all-right', 'all-right'] as const) : []),
  ];
  let now = from;
  for (let count = dice.int(1, 2); count > 0; count--) now = move(dice, now, dice.pick(moves), allowed);
  return now;
}

function move(dice: Random, from: Repository, what: Move, allowed: Allowed): Repository {
  const { functions } = from;
  const sources = (chosen: readonly LibraryFunction[], text: (each: LibraryFunction) => string) => ({
    ...from,
    sources: new Map([...from.sources, ...chosen.map((each) => [each.name, text(each)] as const)]),
  });
  const tests = (state: TestState) => ({
    ...from,
    tests: new Map([...from.tests, ...dice.some(functions).map(({ name }) => [name, state] as const)]),
  });
  const intact = { tests: new Map(functions.map(({ name }) => [name, 'intact' as const])), script: SCRIPT };
  switch (what) {
    case 'nothing':
      return from;
    case 'repair-some':
      return sources(dice.some(functions), ({ good }) => good);
    case 'repair':
      return sources(functions, ({ good }) => good);
    case 'break':
      return sources([dice.pick(functions)], (each) => faultOf(dice, each, allowed.drifts));
    case 'weaken':
      return tests('weak');
    case 'skip':
      return tests('skipped');
    case 'delete':
      return tests('deleted');
    case 'script':
      return { ...from, script: dice.pick(['node -e 0', 'node --test test/none.test.js || true', "echo '9 passed'"]) };
    case 'put-right':
      return { ...from, ...intact };
    case 'all-right':
      return { ...sources(functions, ({ good }) => good), ...intact };
  }
}

/** What a turn says of itself: the truth, a lie about a file that is as it was or is nowhere, nothing at all; or it breaks. */
function turnOf(dice: Random, before: Repository, after: Repository): StoryTurn {
  const files = filesOf(after);
  const [from, known] = [filesOf(before), Object.keys(files)];
  const changed = [...new Set([...Object.keys(from), ...known])].filter((path) => from[path] !== files[path]);
  const lies = known.filter((path) => !changed.includes(path));
  const said = dice.int(1, 8);
  const claims =
    said === 1 && lies.length > 0 ? [dice.pick(lies)] : said === 2 ? ['src/nowhere.js'] : said < 5 ? [] : changed;
  const fail = dice.chance(0.12) ? dice.pick(['failed', 'timed-out', 'protocol-error', 'refused'] as const) : undefined;
  return { files, claims, fail };
}

function judgeOf(dice: Random, pass: number): StoryJudge {
  const wrong = ['not-met', 'not-met', 'text', 'number', 'prose', 'nothing', 'fails', 'writes'] as const;
  const says = dice.chance(0.65) ? 'met' : dice.pick(wrong);
  return { says, marker: dice.chance(0.7) ? dice.pick([0, pass]) : undefined };
}

function spendOf(dice: Random): Spend {
  if (dice.chance(0.75)) return { kind: 'free' };
  return dice.chance(0.7) ? { kind: 'tokens', cap: TOKENS_A_TURN * dice.int(2, 12) } : { kind: 'absent' };
}
