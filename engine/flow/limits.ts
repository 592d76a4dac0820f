import type { Say } from '../say';
import { english } from '../say';
import { isInWorktree } from './isolation';
import type { Flow, GroupLoop, ImproveLoop, Loop, UntilLoop } from './schema';

type Mode = 'autonomous' | 'supervised';

/**
 * What will really bound a run, in sentences for the card that is shown before a start. Without a loop in it, and in any
 * other mode than autonomous, the caps on passes do not apply, and the card says what does.
 * @param say in whose language
 */
export function explainLimits(flow: Flow, mode: Mode, say: Say = english): readonly string[] {
  const loops = Object.entries(flow.loops ?? {});
  return [
    ...loops.flatMap(([id, loop]) =>
      loopLimits(loop, mode, say, (line) => (loops.length > 1 ? `${id}: ${line}` : line)),
    ),
    ...budgetLimits(flow, say),
    ...placeLimits(flow, say),
    ...(boundsSpend(flow) ? [] : [say('nothing bounds what it costs')]),
  ].filter((sentence, index, all) => all.indexOf(sentence) === index);
}

const unproven = (say: Say): string => say('stops if a worker reports no usage');

/** Puts the loop's name in front of what holds for it alone. */
type Named = (line: string) => string;

function loopLimits(loop: Loop, mode: Mode, say: Say, named: Named): readonly string[] {
  switch (loop.type) {
    case 'until':
      return untilLimits(loop, mode, say, named);
    case 'group':
      return groupLimits(loop, say).map(named);
    case 'improve':
      return improveLimits(loop, say).map(named);
  }
}

function untilLimits(loop: UntilLoop, mode: Mode, say: Say, named: Named): readonly string[] {
  const { usd, tokens } = loop.spendCap ?? {};
  const spend = [
    ...(usd === undefined ? [] : [named(say('at most {0}', dollars(usd)))]),
    ...(tokens === undefined ? [] : [named(atMost.tokens(tokens, say))]),
    ...(usd === undefined && tokens === undefined ? [] : [unproven(say)]),
  ];
  if (mode === 'supervised') return [named(say('supervised: the body runs once')), ...spend];
  const { noProgressCeiling: ceiling, frozen = [] } = loop;
  return [
    named(atMost.passes(loop.maxPasses, say)),
    ...spend,
    ...(ceiling === undefined ? [] : [named(say('no-progress after {0}', ceiling))]),
    ...(frozen.length === 0 ? [] : [named(say('frozen: {0}', frozen.join(', ')))]),
  ];
}

/** A batch is bounded; how many there are is not the group's to say. */
const groupLimits = ({ maxIterations, exitTo, exitWhen }: GroupLoop, say: Say): readonly string[] => [
  maxIterations === 1
    ? say('at most 1 iteration in a batch, then "{0}" has control', exitTo)
    : say('at most {0} iterations in a batch, then "{1}" has control', apart(maxIterations), exitTo),
  say('batches are not counted against a bound'),
  ...(exitWhen === undefined ? [] : [say('a batch ends early when {0}', exitWhen)]),
];

function improveLimits(loop: ImproveLoop, say: Say): readonly string[] {
  const { maxIterations = 20, patience = 4, perfect = 100 } = loop;
  return [
    maxIterations === 1 ? say('at most 1 round') : say('at most {0} rounds', apart(maxIterations)),
    patience === 1
      ? say('converged after 1 round without improvement')
      : say('converged after {0} rounds without improvement', apart(patience)),
    say('done at a score of {0}', perfect),
  ];
}

function budgetLimits({ budget = {} }: Flow, say: Say): readonly string[] {
  const { usd, tokens, minutes, superSteps = 1000, onOver } = budget;
  const spend = usd !== undefined || tokens !== undefined;
  return [
    ...(usd === undefined ? [] : [say('the run: {0}', say('at most {0}', dollars(usd)))]),
    ...(tokens === undefined ? [] : [say('the run: {0}', atMost.tokens(tokens, say))]),
    ...(spend && onOver === 'ask' ? [say('the run: {0}', say('asks you when that is spent'))] : []),
    ...(spend ? [unproven(say)] : []),
    ...(minutes === undefined ? [] : [say('the run: {0}', atMost.minutes(minutes, say))]),
    superSteps === 1
      ? say('at most 1 super-step outside of loops')
      : say('at most {0} super-steps outside of loops', apart(superSteps)),
  ];
}

/** What keeps a run from the files outside: said only where something does. */
function placeLimits(flow: Flow, say: Say): readonly string[] {
  const { sandbox = 'off', offline } = flow.workspace ?? {};
  return [
    ...(isInWorktree(flow) ? [say('works in a worktree: your files stay as they are')] : []),
    ...(sandbox === 'required' ? [say('programs run in a sandbox, or nothing starts')] : []),
    ...(sandbox === 'preferred' ? [say('programs run in a sandbox where there is one')] : []),
    ...(sandbox !== 'off' && offline === true ? [say('commands have no network')] : []),
  ];
}

/** Each with a sentence for one and a sentence for more: other languages have other plurals. */
const atMost = {
  passes: (n: number, say: Say) => (n === 1 ? say('at most 1 pass') : say('at most {0} passes', apart(n))),
  tokens: (n: number, say: Say) => (n === 1 ? say('at most 1 token') : say('at most {0} tokens', apart(n))),
  minutes: (n: number, say: Say) => (n === 1 ? say('at most 1 minute') : say('at most {0} minutes', apart(n))),
} as const;

const boundsSpend = ({ budget = {}, loops = {} }: Flow): boolean =>
  budget.usd !== undefined ||
  budget.tokens !== undefined ||
  Object.values(loops).some((loop) => loop.type === 'until' && loop.spendCap !== undefined);

const dollars = (amount: number): string => `$${amount < 0.01 ? amount : amount.toFixed(2)}`;
const apart = (number: number): string => number.toLocaleString('en');
