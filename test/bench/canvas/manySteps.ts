import type { JsonObject } from '../../../engine/json';

/** About `size` steps: chains of 50 side by side, each with a loop of five and short cuts, that all start at once. */
export function manySteps(size: number): JsonObject {
  const steps: Record<string, JsonObject> = {};
  const loops: Record<string, JsonObject> = {};
  const length = Math.min(50, size);
  const chains = Math.ceil(size / length);
  for (let chain = 0; chain < chains; chain++)
    for (let at = 0; at < length; at++) {
      const id = (index: number) => (index < length ? `s${chain}-${index}` : '@complete');
      const work: JsonObject = { kind: 'work', worker: 'code', prompt: 'Do it.', next: id(at + 1) };
      const judge: JsonObject = { kind: 'judge', worker: 'code', next: id(at + 1) };
      const tail = at % 10 === 4;
      steps[id(at)] = tail ? judge : at % 10 === 7 ? { ...work, branches: { short: id(at + 2) } } : work;
      if (tail)
        loops[`l${chain}-${at}`] = {
          type: 'until',
          head: id(at - 4),
          tail: id(at),
          maxPasses: 3,
          onExhausted: '@stop',
        };
    }
  const start = Array.from({ length: chains }, (_, chain) => `s${chain}-0`);
  return { converge: 1, id: 'many', start, steps, loops };
}
