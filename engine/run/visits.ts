import type { Entry } from '../trace/entry';
import type { StepResult } from '../trace/result';
import type { RunState, StepState } from './state';

/** A visit that left something to look at. */
export interface Visit {
  /** Of the folder of its artifact: the step, behind the call it belongs to. */
  readonly name: string;
  readonly id: string;
  readonly step: StepState;
}

/** Visits that `after` knows of and `before` does not; of a step's visits the last one is known. */
export function visitsBetween(before: RunState, after: RunState): readonly Visit[] {
  const flows = [
    { prefix: '', now: after.steps, was: before.steps },
    ...(after.children === before.children ? [] : Object.entries(after.children)).flatMap(([within, child]) =>
      child.flow === null
        ? []
        : [
            {
              prefix: `${within.replaceAll('/', '.').replaceAll('#', '-')}.`,
              now: child.steps,
              was: before.children[within]?.steps ?? {},
            },
          ],
    ),
  ];
  return flows.flatMap(({ prefix, now, was }) => {
    if (now === was) return [];
    return Object.entries(now).flatMap(([id, step]) => {
      if (step === was[id] || !leftSomething(step.result)) return [];
      return [{ name: `${prefix}${id}`.slice(-100).replace(/^[^A-Za-z0-9]+/, ''), id, step }];
    });
  });
}

/**
 * Gathers visits while a trace is read: those that whoever wrote it may not have written an artifact of before it was
 * killed. Artifacts are gathered for much less than `RECENT_MS` as long as visits follow one another.
 */
export function recentVisits(): {
  readonly see: (entry: Entry, before: RunState, after: RunState) => void;
  readonly found: () => readonly Visit[];
} {
  const seen: { readonly at: number; readonly visits: readonly Visit[] }[] = [];
  return {
    see: (entry, before, after) => {
      if (entry.type !== 'commit') return;
      seen.push({ at: Date.parse(entry.at), visits: visitsBetween(before, after) });
    },
    found: () => {
      const last = seen.at(-1)?.at ?? 0;
      return seen.filter(({ at }) => at >= last - RECENT_MS).flatMap(({ visits }) => visits);
    },
  };
}

const RECENT_MS = 2000;

/** Where a step only led on, or gave nothing back and changed nothing, there is nothing to look at. */
function leftSomething(result: StepResult): boolean {
  switch (result.kind) {
    case 'join':
    case 'router':
      return false;
    case 'work':
      return !result.ok || result.changed.length > 0 || (result.output !== null && result.output !== '');
    default:
      return true;
  }
}
