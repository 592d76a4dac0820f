import type { Json, JsonObject } from '../../json';
import { at, isObject } from '../../json';
import type { StepKind } from '../names';

/** A step that is complete in shape, with texts that ask to be replaced. `next` may be a list, which fans out. */
export function newStep(kind: StepKind, flow: Json, next: Json): JsonObject {
  const first = Array.isArray(next) ? (next[0] ?? '@stop') : next;
  switch (kind) {
    case 'work':
      return { kind, worker: workerFor(flow, 'implementer'), prompt: 'Describe what this step should do.', next };
    case 'verify':
      return { kind, commands: [{ run: ['npm', 'test'], expect: 'tests' }], next };
    case 'judge':
      return { kind, worker: workerFor(flow, 'reviewer'), next: first };
    case 'router':
      return { kind, cases: [{ when: 'false', to: '@stop' }], else: first };
    case 'ask':
      return {
        kind,
        question: 'How should the run go on?',
        choices: ['continue', 'stop'],
        routes: { continue: first, stop: '@stop' },
      };
  }
}

/** A worker that the flow has already: the one of the usual name, else the first. */
function workerFor(flow: Json, usual: string): string {
  const workers = at(flow, ['workers']);
  const names = isObject(workers) ? Object.keys(workers) : [];
  return names.includes(usual) ? usual : (names[0] ?? usual);
}
