const WORKER = ['kind', 'title', 'reads', 'attempts', 'timeout', 'worker', 'prompt'];

/** The keys that the inspector has fields for, by kind of step; `loop` for a loop. */
export const KNOWN_KEYS: Readonly<Record<string, readonly string[]>> = {
  work: [...WORKER, 'access', 'output', 'check', 'next', 'routes', 'branches'],
  verify: ['kind', 'title', 'commands', 'mayChange', 'next', 'routes'],
  judge: [...WORKER, 'next'],
  router: [...WORKER, 'cases', 'else', 'branches'],
  ask: ['kind', 'title', 'question', 'choices', 'artifact', 'deadline', 'default', 'routes'],
  loop: ['type', 'head', 'tail', 'maxPasses', 'spendCap', 'noProgressCeiling', 'frozen', 'notes', 'onExhausted'],
};
