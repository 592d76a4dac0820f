import { counted } from '../counted';
import type { Baseline, Inventory, LatchOpening } from '../trace/decision';
import type { TestsSeen } from '../trace/result';
import { qualified } from '../trace/scope';

/**
 * Evidence is only worth something while what produces it stands still. The guard holds frozen paths, the definitions of
 * checks and the inventory of tests against number 0.
 *
 * R1 A frozen path that changed, appeared or vanished is drift, whoever did it.
 * R2 A file that defines a check and changed, appeared or vanished is tampering.
 * R3 Fewer tests that ran, or a test that ran at number 0 and does not run now, is tampering; skipping is not running.
 * R4 A matter of the guard clears only when the engine sees things as they were, or a person accepts them.
 */
export interface Looked {
  readonly frozen: Readonly<Record<string, string>>;
  readonly definitions: Readonly<Record<string, string>>;
  /** By verify step that ran in this pass: which tests there were; null: nothing that could be read. */
  readonly tests: Readonly<Record<string, TestsSeen | null>>;
}

/** Paths whose digest differs, or that are on one side only, in order. */
function drift(before: Readonly<Record<string, string>>, now: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(now)])]
    .filter((path) => before[path] !== now[path])
    .sort();
}

/** Every matter of the guard, as it stands now. `place` and `loop` name its latches. `blame` names the step that touched a path in this pass, or null. */
export function matters(
  place: string,
  loop: string,
  baseline: Baseline,
  looked: Looked,
  blame: (path: string) => string | null,
  lastWorker: string | null,
): readonly LatchOpening[] {
  const name = qualified(place, loop);
  const frozen = drift(baseline.frozen, looked.frozen);
  const defined = drift(baseline.definitions, looked.definitions);
  return [
    ...(frozen.length === 0 ? [] : [matterOf(name, 'frozen', frozen, blame, 'Frozen paths changed')]),
    ...(defined.length === 0
      ? []
      : [
          matterOf(
            name,
            'definition',
            defined,
            blame,
            'What defines the checks changed, so their result is no evidence',
          ),
        ]),
    ...Object.entries(looked.tests).flatMap(([verify, seen]) => {
      const before = baseline.verifications[verify]?.inventory ?? null;
      const reason = before === null || seen === null ? null : lostTests(before, seen);
      return reason === null
        ? []
        : [{ id: testsLatch(place, verify), cause: 'tests' as const, step: lastWorker, claim: '', reason, paths: [] }];
    }),
  ];
}

/** The id of the latch about a verification's tests. */
export const testsLatch = (place: string, verify: string): string => `tests:${qualified(place, verify)}`;

/** What is missing of the tests that ran at number 0, in words, or null. */
function lostTests(before: Inventory, seen: TestsSeen): string | null {
  if (seen.lost.length > 0) return `${seen.lost.length} of the tests no longer run: ${listed(seen.lost, 10)}`;
  return seen.ran < before.ran ? `${counted(seen.ran, 'test')} ran where ${before.ran} ran before any worker` : null;
}

function matterOf(
  name: string,
  cause: 'frozen' | 'definition',
  paths: readonly string[],
  blame: (path: string) => string | null,
  what: string,
): LatchOpening {
  const step = paths.map(blame).find((name) => name !== null) ?? null;
  const by = step === null ? ', by no step of this pass' : `, by step "${step}"`;
  return {
    id: `${cause}:${name}`,
    cause,
    step,
    claim: '',
    reason: `${what}${by}: ${listed(paths, 10)}`,
    paths: paths.slice(0, 50),
  };
}

export const listed = (names: readonly string[], most: number): string =>
  names.length <= most ? names.join(', ') : `${names.slice(0, most).join(', ')} and ${names.length - most} more`;
