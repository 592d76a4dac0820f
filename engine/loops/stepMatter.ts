import type { LatchOpening } from '../trace/decision';
import type { StepResult } from '../trace/result';
import { qualified } from '../trace/scope';
import { listed } from './guard';

/**
 * What is held against a step for its result: a claim that was not borne out, no usable result, a reader that wrote.
 * `place`: where its flow is called, for the latch's id.
 */
export function stepMatter(step: string, result: StepResult, place = ''): readonly LatchOpening[] {
  const name = qualified(place, step);
  switch (result.kind) {
    case 'work': {
      if (result.ok || result.withheld === true) return [];
      const cause = result.claim === undefined ? 'failed' : 'claim';
      const reason = result.reason ?? 'its check did not hold';
      return [{ id: `step:${name}`, cause, step, claim: result.claim ?? '', reason, paths: result.unchanged ?? [] }];
    }
    case 'map':
    case 'plan': {
      const failed = result.kind === 'map' && !result.ok && result.withheld !== true;
      if (!failed) return [];
      const reason = result.reason ?? 'an item failed';
      return [{ id: `step:${name}`, cause: 'failed', step, claim: '', reason, paths: [] }];
    }
    case 'judge':
    case 'gate':
    case 'router':
      if (result.failed !== undefined) {
        return [{ id: `step:${name}`, cause: 'failed', step, claim: '', reason: result.failed, paths: [] }];
      }
      if (result.changed.length === 0) return [];
      return [
        {
          id: `void:${name}`,
          cause: 'void',
          step,
          claim: '',
          reason: `"${step}" may only read, but files changed while it worked: ${listed(result.changed, 10)}`,
          paths: result.changed.slice(0, 50),
        },
      ];
    case 'verify':
    case 'ask':
    case 'join':
    case 'watch':
    case 'call':
      return [];
  }
}

/** Whether a result puts right what was held against its step. */
export function held(result: StepResult): boolean {
  switch (result.kind) {
    case 'work':
      return result.ok;
    case 'judge':
      return result.judgment.read === 'met' || result.judgment.read === 'not-met';
    case 'router':
      return result.failed === undefined && result.changed.length === 0 && result.withheld !== true;
    case 'verify':
      return result.clean;
    case 'gate':
      return result.read === 'passed' || result.read === 'failed';
    case 'map':
      return result.ok;
    case 'plan':
      return result.withheld !== true;
    case 'watch':
      return result.outcome !== 'failed';
    case 'call':
      return result.outcome === 'complete';
    case 'ask':
    case 'join':
      return true;
  }
}
