import type { Entry, Flow } from '../../../engine/index';
import { createEngine } from '../../../engine/index';
import { memoryPorts } from '../../../engine/node/memoryPorts';

const flow: Flow = {
  converge: 1,
  id: 'metered',
  start: 'ask',
  budget: { tokens: 1000 },
  steps: {
    ask: { kind: 'work', worker: 'model', prompt: 'Think.', next: 'more' },
    more: { kind: 'router', cases: [{ when: 'steps.ask.visits < 3', to: 'ask' }], else: '@complete' },
  },
};

/** Sees every entry, once it is durable. It cannot stop a run, and a run does not notice where it breaks. */
function tokenMeter() {
  const tokens: Record<string, number> = {};
  const observe = (entry: Entry): void => {
    if (entry.type !== 'worker.turn' || entry.usage.state !== 'reported' || entry.usage.tokens === null) return;
    const sum = Object.values(entry.usage.tokens).reduce((a, b) => a + b, 0);
    tokens[entry.worker] = (tokens[entry.worker] ?? 0) + sum;
  };
  return { tokens, observe };
}

export async function metered(each: number) {
  const meter = tokenMeter();
  const tokens = { in: each - 1, cachedIn: 0, cacheWrite: 0, out: 1, reasoning: 0 };
  const engine = createEngine({
    ports: memoryPorts(),
    handlers: {
      // A turn is free unless its handler says what it cost.
      work: { model: () => ({ output: 'thought', usage: { state: 'reported', tokens, usd: null, basis: null } }) },
    },
    observers: [meter.observe],
  });
  const { outcome, reason, spend } = await engine.run(flow, { mode: 'autonomous' }).done;
  return { outcome, reason, spent: spend.tokens, metered: meter.tokens };
}
