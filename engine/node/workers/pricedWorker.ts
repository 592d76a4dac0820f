import type { Prices } from '../../loops/price';
import { price } from '../../loops/price';
import type { Worker } from '../../ports';

/** The worker, whose turns cost what the price table says where it reports tokens and no cost. */
export function pricedWorker(worker: Worker, prices: Prices): Worker {
  return {
    ...worker,
    run: async (turn, io) => {
      const result = await worker.run(turn, io);
      return { ...result, usage: price(result.usage, worker, prices) };
    },
  };
}
