import type { Flow } from '../../engine/flow/schema';
import type { Mode } from '../../engine/trace/control';
import { count } from './words';

/** The limits that the engine will hold a run to, each loop in a sentence of its own. */
export function limitsText(flow: Flow, mode: Mode): readonly string[] {
  const loops = Object.entries(flow.loops ?? {}).map(([id, loop]) => {
    const caps = [
      mode === 'supervised' ? 'one pass (supervised)' : `at most ${count(loop.maxPasses, 'pass', 'passes')}`,
      loop.spendCap?.usd === undefined ? '' : `$${loop.spendCap.usd.toFixed(2)}`,
      loop.spendCap?.tokens === undefined ? '' : count(loop.spendCap.tokens, 'token'),
      loop.spendCap === undefined ? 'no spend cap' : 'stops if a worker reports no usage',
      loop.noProgressCeiling === undefined
        ? ''
        : `stops after ${count(loop.noProgressCeiling, 'pass', 'passes')} without progress`,
    ];
    return `${id}: ${caps.filter(Boolean).join(', ')}`;
  });
  const { usd, tokens, superSteps = 1000 } = flow.budget ?? {};
  const whole = [
    usd === undefined ? '' : `$${usd.toFixed(2)}`,
    tokens === undefined ? '' : count(tokens, 'token'),
    `at most ${count(superSteps, 'super-step')} outside loops`,
  ];
  return [...loops, `whole run: ${whole.filter(Boolean).join(', ')}`];
}
