import type { Clock } from '../ports';

export const systemClock: Clock = {
  now: () => Date.now(),
  every: (ms, call) => {
    const timer = setInterval(call, ms);
    timer.unref();
    return () => clearInterval(timer);
  },
};
