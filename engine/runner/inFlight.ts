import type { Commands, Worker } from '../ports';

/** Knows which commands and turns run now, so that nobody leaves before the last of their processes has ended. */
export interface InFlight {
  readonly commands: (commands: Commands) => Commands;
  readonly worker: (worker: Worker) => Worker;
  /** Resolves when none runs any more. */
  readonly settled: () => Promise<void>;
}

export function createInFlight(): InFlight {
  const running = new Set<Promise<unknown>>();
  const track = <T>(started: Promise<T>): Promise<T> => {
    const gone = () => running.delete(started);
    running.add(started);
    started.then(gone, gone);
    return started;
  };
  return {
    commands: (commands) => ({ run: (request, stop) => track(commands.run(request, stop)) }),
    worker: (worker) => ({ ...worker, run: (turn, io) => track(worker.run(turn, io)) }),
    settled: async () => {
      while (running.size > 0) await Promise.allSettled([...running]);
    },
  };
}
