import type { Flow, UntilLoop } from './schema';

/**
 * What will really bound a run, in sentences for the card that is shown before a start. Without a loop in it, and in any
 * other mode than autonomous, the caps on passes do not apply, and the card says what does.
 */
export function explainLimits(flow: Flow, mode: 'autonomous' | 'supervised'): readonly string[] {
  const loops = Object.entries(flow.loops ?? {});
  const budget = flow.budget ?? {};
  return [
    ...loops.flatMap(([id, loop]) => loopLimits(loops.length > 1 ? `${id}: ` : '', loop, mode)),
    ...(budget.usd === undefined ? [] : [`the run: at most ${dollars(budget.usd)}`]),
    ...(budget.tokens === undefined ? [] : [`the run: at most ${count(budget.tokens, 'token')}`]),
    ...(budget.usd === undefined && budget.tokens === undefined ? [] : [UNPROVEN]),
    `at most ${count(budget.superSteps ?? 1000, 'super-step')} outside of loops`,
    ...(loops.some(([, loop]) => loop.spendCap) || budget.usd !== undefined || budget.tokens !== undefined
      ? []
      : ['nothing bounds what it costs']),
  ].filter((sentence, index, all) => all.indexOf(sentence) === index);
}

const UNPROVEN = 'stops if a worker reports no usage';

function loopLimits(name: string, loop: UntilLoop, mode: 'autonomous' | 'supervised'): readonly string[] {
  const { usd, tokens } = loop.spendCap ?? {};
  const spend = [
    ...(usd === undefined ? [] : [`${name}at most ${dollars(usd)}`]),
    ...(tokens === undefined ? [] : [`${name}at most ${count(tokens, 'token')}`]),
    ...(usd === undefined && tokens === undefined ? [] : [UNPROVEN]),
  ];
  if (mode === 'supervised') return [`${name}supervised: the body runs once`, ...spend];
  const ceiling = loop.noProgressCeiling;
  return [
    `${name}at most ${count(loop.maxPasses, 'pass', 'passes')}`,
    ...spend,
    ...(ceiling === undefined ? [] : [`${name}no-progress after ${ceiling}`]),
    ...(loop.frozen === undefined || loop.frozen.length === 0 ? [] : [`${name}frozen: ${loop.frozen.join(', ')}`]),
  ];
}

const dollars = (amount: number): string => `$${amount < 0.01 ? amount : amount.toFixed(2)}`;
const count = (number: number, one: string, many = `${one}s`): string =>
  `${String(number).replace(/\B(?=(\d{3})+$)/g, ',')} ${number === 1 ? one : many}`;
