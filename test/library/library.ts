import type { Engine, EngineOptions, Flow, Handlers } from '../../engine/index';
import { createEngine } from '../../engine/index';
import type { MemoryOptions, MemoryPorts } from '../../engine/node/memoryPorts';
import { memoryPorts } from '../../engine/node/memoryPorts';
import type { Clock } from '../../engine/ports';
import type { Commit, Entry } from '../../engine/trace/entry';

/** An engine over ports in memory, and the ports. */
export function embedded(
  handlers: Handlers,
  options: Omit<Partial<EngineOptions>, 'handlers' | 'ports'> & { readonly memory?: MemoryOptions } = {},
): { readonly engine: Engine; readonly ports: MemoryPorts } {
  const { memory, ...more } = options;
  const ports = memoryPorts(memory);
  return { engine: createEngine({ ports, handlers, ...more }), ports };
}

export const AUTONOMOUS = { mode: 'autonomous' } as const;

/** Two steps behind each other, of the workers `a` and `b`. */
export const twoSteps: Flow = {
  converge: 1,
  id: 'two',
  start: 'first',
  steps: {
    first: { kind: 'work', worker: 'a', prompt: 'Do it.', next: 'second' },
    second: { kind: 'work', worker: 'b', prompt: 'Do it.', next: '@complete' },
  },
};

/** It asks, then works. */
export const askFlow: Flow = {
  converge: 1,
  id: 'asking',
  start: 'ok',
  steps: {
    ok: { kind: 'ask', question: 'Shall we?', choices: ['yes', 'no'], routes: { yes: 'act', no: '@handoff' } },
    act: { kind: 'work', worker: 'a', prompt: 'Do it.', next: '@complete' },
  },
};

export const entriesOf = (ports: MemoryPorts): readonly Entry[] => ports.lines().map((line) => JSON.parse(line));

export const commitsOf = (ports: MemoryPorts): readonly Commit[] =>
  entriesOf(ports).filter((entry): entry is Commit => entry.type === 'commit');

/** The message of what a call or a promise throws. */
export const thrownBy = async (act: () => unknown): Promise<{ readonly code: unknown; readonly message: string }> => {
  try {
    await act();
  } catch (thrown) {
    if (thrown instanceof Error) return { code: 'code' in thrown ? thrown.code : null, message: thrown.message };
  }
  return { code: null, message: 'nothing was thrown' };
};

/** A clock that stands until it is turned; then whoever wanted to be called is. */
export function clockByHand(): Clock & { readonly turn: (ms: number) => void } {
  let now = Date.UTC(2026, 0, 1);
  const calls = new Set<() => void>();
  return {
    now: () => now,
    every: (_ms, call) => {
      calls.add(call);
      return () => calls.delete(call);
    },
    turn: (ms) => {
      now += ms;
      for (const call of calls) call();
    },
  };
}
