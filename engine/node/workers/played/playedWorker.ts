import type { Turn, TurnIo, Worker } from '../../../ports';
import type { Answer } from '../ending';

/** What a worker plays from: turns that can be loaded, or why they cannot, as a sentence. */
export interface Played<T> {
  readonly use: string;
  readonly model: string | undefined;
  readonly load: () => Promise<T | string>;
  readonly answer: (turns: T | string, turn: Turn, io: TurnIo) => Answer | Promise<Answer>;
}

/** A worker that starts no program: it answers from turns that are loaded anew for each, since files may change. */
export function playedWorker<T>({ use, model, load, answer }: Played<T>): Worker {
  return {
    use,
    ...(model === undefined ? {} : { model }),
    probe: async () => {
      const turns = await load();
      const rest = { meters: 'sometimes', safeInUntrustedRepo: true } as const;
      return typeof turns === 'string' ? { available: false, why: turns, ...rest } : { available: true, ...rest };
    },
    run: async (turn, io) => {
      const begun = performance.now();
      const given = await answer(await load(), turn, io);
      return { ...given, log: null, durationMs: Math.round(performance.now() - begun) };
    },
  };
}
