import type { LatchOpening } from '../trace/decision';
import type { StepResult } from '../trace/result';
import { listed } from './guard';

/** What is held against a step for its result: a claim that was not borne out, no usable result, a reader that wrote. */
export function stepMatter(step: string, result: StepResult): readonly LatchOpening[] {
  switch (result.kind) {
    case 'work': {
      if (result.ok || result.withheld === true) return [];
      const cause = result.claim === undefined ? 'failed' : 'claim';
      const reason = result.reason ?? 'its check did not hold';
      return [{ id: `step:${step}`, cause, step, claim: result.claim ?? '', reason, paths: [] }];
    }
    case 'judge':
    case 'router':
      if (result.failed !== undefined) {
        return [{ id: `step:${step}`, cause: 'failed', step, claim: '', reason: result.failed, paths: [] }];
      }
      if (result.changed.length === 0) return [];
      return [
        {
          id: `void:${step}`,
          cause: 'void',
          step,
          claim: '',
          reason: `"${step}" may only read, but files changed while it worked: ${listed(result.changed, 10)}`,
          paths: result.changed.slice(0, 50),
        },
      ];
    case 'verify':
    case 'ask':
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
    case 'ask':
      return true;
  }
}
