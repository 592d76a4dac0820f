import type { Json, JsonObject } from '../../json';
import { at, isObject } from '../../json';
import type { StepKind } from '../names';

export interface Surroundings {
  /** Where its success leads. A list fans out. */
  readonly next: Json;
  /** Where a gate sends back to. */
  readonly before: string;
  /** The step that a map or a plan calls. */
  readonly called: string;
  /** The channel of a plan. */
  readonly channel: string;
}

/** A step that is complete in shape, with texts that ask to be replaced. */
export function newStep(kind: StepKind, flow: Json, { next, before, called, channel }: Surroundings): JsonObject {
  const first = Array.isArray(next) ? (next[0] ?? '@stop') : next;
  switch (kind) {
    case 'work':
      return { kind, worker: workerFor(flow, 'implementer'), prompt: 'Describe what this step should do.', next };
    case 'verify':
      return { kind, commands: [{ run: ['npm', 'test'], expect: 'tests' }], next };
    case 'judge':
      return { kind, worker: workerFor(flow, 'reviewer'), next: first };
    case 'gate':
      return {
        kind,
        evaluator: { worker: workerFor(flow, 'reviewer'), prompt: 'Describe what must hold to pass.' },
        maxAttempts: 3,
        next,
        routes: { revise: before, escalate: '@escalate' },
      };
    case 'router':
      return { kind, cases: [{ when: 'false', to: '@stop' }], else: first };
    case 'ask':
      return {
        kind,
        question: 'How should the run go on?',
        choices: ['continue', 'stop'],
        routes: { continue: first, stop: '@stop' },
      };
    case 'map':
      return { kind, over: '[]', step: called, next };
    case 'join':
      return { kind, wait: 'all', next };
    case 'plan':
      return {
        kind,
        channel,
        handlers: { task: called },
        onIdle: '@stop',
        routes: { complete: first, stalled: '@stop' },
      };
    case 'watch':
      return {
        kind,
        poll: { run: ['node', 'poll.mjs'] },
        interval: '60s',
        routes: { activity: first, terminal: '@stop' },
      };
    case 'call':
      return { kind, flow: 'another-flow', next };
  }
}

/** A worker that the flow has already: the one of the usual name, else the first. */
export function workerFor(flow: Json, usual: string): string {
  const workers = at(flow, ['workers']);
  const names = isObject(workers) ? Object.keys(workers) : [];
  return names.includes(usual) ? usual : (names[0] ?? usual);
}
