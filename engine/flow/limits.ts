import { counted } from '../counted';
import { isInWorktree } from './isolation';
import type { Flow, GroupLoop, ImproveLoop, Loop, UntilLoop } from './schema';

type Mode = 'autonomous' | 'supervised';

/**
 * What will really bound a run, in sentences for the card that is shown before a start. Without a loop in it, and in any
 * other mode than autonomous, the caps on passes do not apply, and the card says what does.
 */
export function explainLimits(flow: Flow, mode: Mode): readonly string[] {
  const loops = Object.entries(flow.loops ?? {});
  return [
    ...loops.flatMap(([id, loop]) => loopLimits(loops.length > 1 ? `${id}: ` : '', loop, mode)),
    ...budgetLimits(flow),
    ...placeLimits(flow),
    ...(boundsSpend(flow) ? [] : ['nothing bounds what it costs']),
  ].filter((sentence, index, all) => all.indexOf(sentence) === index);
}

const UNPROVEN = 'stops if a worker reports no usage';

function loopLimits(name: string, loop: Loop, mode: Mode): readonly string[] {
  switch (loop.type) {
    case 'until':
      return untilLimits(name, loop, mode);
    case 'group':
      return groupLimits(name, loop);
    case 'improve':
      return improveLimits(name, loop);
  }
}

function untilLimits(name: string, loop: UntilLoop, mode: Mode): readonly string[] {
  const { usd, tokens } = loop.spendCap ?? {};
  const spend = [
    ...(usd === undefined ? [] : [`${name}at most ${dollars(usd)}`]),
    ...(tokens === undefined ? [] : [`${name}at most ${counted(tokens, 'token')}`]),
    ...(usd === undefined && tokens === undefined ? [] : [UNPROVEN]),
  ];
  if (mode === 'supervised') return [`${name}supervised: the body runs once`, ...spend];
  const ceiling = loop.noProgressCeiling;
  return [
    `${name}at most ${counted(loop.maxPasses, 'pass', 'passes')}`,
    ...spend,
    ...(ceiling === undefined ? [] : [`${name}no-progress after ${ceiling}`]),
    ...(loop.frozen === undefined || loop.frozen.length === 0 ? [] : [`${name}frozen: ${loop.frozen.join(', ')}`]),
  ];
}

/** A batch is bounded; how many there are is not the group's to say. */
const groupLimits = (name: string, { maxIterations, exitTo, exitWhen }: GroupLoop): readonly string[] => [
  `${name}at most ${counted(maxIterations, 'iteration')} in a batch, then "${exitTo}" has control`,
  `${name}batches are not counted against a bound`,
  ...(exitWhen === undefined ? [] : [`${name}a batch ends early when ${exitWhen}`]),
];

function improveLimits(name: string, loop: ImproveLoop): readonly string[] {
  const { maxIterations = 20, patience = 4, perfect = 100 } = loop;
  return [
    `${name}at most ${counted(maxIterations, 'round')}`,
    `${name}converged after ${counted(patience, 'round')} without improvement`,
    `${name}done at a score of ${perfect}`,
  ];
}

function budgetLimits({ budget = {} }: Flow): readonly string[] {
  const { usd, tokens, minutes, superSteps = 1000, onOver } = budget;
  const spend = usd !== undefined || tokens !== undefined;
  return [
    ...(usd === undefined ? [] : [`the run: at most ${dollars(usd)}`]),
    ...(tokens === undefined ? [] : [`the run: at most ${counted(tokens, 'token')}`]),
    ...(spend && onOver === 'ask' ? ['the run: asks you when that is spent'] : []),
    ...(spend ? [UNPROVEN] : []),
    ...(minutes === undefined ? [] : [`the run: at most ${counted(minutes, 'minute')}`]),
    `at most ${counted(superSteps, 'super-step')} outside of loops`,
  ];
}

/** What keeps a run from the files outside: said only where something does. */
function placeLimits(flow: Flow): readonly string[] {
  const { sandbox = 'off', offline } = flow.workspace ?? {};
  return [
    ...(isInWorktree(flow) ? ['works in a worktree: your files stay as they are'] : []),
    ...(sandbox === 'required' ? ['programs run in a sandbox, or nothing starts'] : []),
    ...(sandbox === 'preferred' ? ['programs run in a sandbox where there is one'] : []),
    ...(sandbox !== 'off' && offline === true ? ['commands have no network'] : []),
  ];
}

const boundsSpend = ({ budget = {}, loops = {} }: Flow): boolean =>
  budget.usd !== undefined ||
  budget.tokens !== undefined ||
  Object.values(loops).some((loop) => loop.type === 'until' && loop.spendCap !== undefined);

const dollars = (amount: number): string => `$${amount < 0.01 ? amount : amount.toFixed(2)}`;
