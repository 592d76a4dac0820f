import type { FailureCode } from '../failure';
import type { RunResult } from '../run/state';

export const EXIT = {
  complete: 0,
  failed: 1,
  /** Wrong use, a flow with errors, or something that must be put right first: nothing was run. */
  refused: 2,
  bound: 3,
  openLatches: 4,
  /** For a person, for time, or paused. */
  waiting: 5,
  /** Any other stop, hand-off, escalation, interruption. */
  other: 6,
  cancelled: 130,
} as const;

/** The program's exit code for a result: 0 stands for `complete` and for nothing else. */
export function exitCodeOf(result: Pick<RunResult, 'outcome' | 'reason'>): number {
  switch (result.outcome) {
    case 'complete':
      return EXIT.complete;
    case 'failed':
      return EXIT.failed;
    case 'waiting':
    case 'paused':
      return EXIT.waiting;
    case 'cancelled':
      return EXIT.cancelled;
    case 'handoff':
    case 'escalated':
    case 'interrupted':
    case 'running':
      return EXIT.other;
    case 'stopped':
      return stopped(result.reason);
  }
}

function stopped(reason: RunResult['reason']): number {
  switch (reason) {
    case 'pass-cap':
    case 'spend-cap':
    case 'spend-unproven':
    case 'budget':
    case 'no-progress':
    case 'super-step-limit':
    case 'deadline':
      return EXIT.bound;
    case 'open-latches':
      return EXIT.openLatches;
    case 'not-met':
    case 'by-person':
    case 'route':
    case null:
      return EXIT.other;
  }
}

/** What was refused before it ran is 2; what broke under a run is 1. */
export function exitCodeOfFailure(code: FailureCode): number {
  switch (code) {
    case 'flow-unreadable':
    case 'flow-newer':
    case 'not-approved':
    case 'untrusted':
    case 'git-missing':
    case 'program-missing':
    case 'secret-missing':
    case 'worker-unknown':
    case 'run-held':
    case 'workspace-held':
    case 'run-unknown':
    case 'run-final':
    case 'bound-not-raised':
    case 'not-waiting':
      return EXIT.refused;
    case 'folder-unwritable':
    case 'disk-full':
    case 'trace-damaged':
    case 'trace-changed':
    case 'store-unreachable':
    case 'handler-failed':
    case 'runner-unreachable':
    case 'internal':
      return EXIT.failed;
  }
}
