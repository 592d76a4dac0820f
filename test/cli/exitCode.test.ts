import { describe, expect, it } from 'vitest';
import { exitCodeOf, exitCodeOfFailure } from '../../engine/cli/exitCode';

const ended = (
  outcome: Parameters<typeof exitCodeOf>[0]['outcome'],
  reason: Parameters<typeof exitCodeOf>[0]['reason'] = null,
) => exitCodeOf({ outcome, reason });

describe('exit codes', () => {
  it('0 stands for complete and for nothing else', () => {
    expect(ended('complete')).toBe(0);
    const others = [
      'stopped',
      'failed',
      'cancelled',
      'handoff',
      'escalated',
      'waiting',
      'paused',
      'interrupted',
      'running',
    ] as const;
    for (const outcome of others) expect(ended(outcome)).not.toBe(0);
  });

  it('SH-04 tells a bound from open latches and from other stops', () => {
    for (const bound of [
      'pass-cap',
      'spend-cap',
      'spend-unproven',
      'no-progress',
      'budget',
      'super-step-limit',
      'deadline',
    ] as const)
      expect(ended('stopped', bound)).toBe(3);
    expect(ended('stopped', 'open-latches')).toBe(4);
    for (const other of ['by-person', 'route', 'not-met'] as const) expect(ended('stopped', other)).toBe(6);
  });

  it('tells failed, waiting or paused, and cancelled apart', () => {
    expect([ended('failed'), ended('waiting'), ended('paused'), ended('cancelled')]).toEqual([1, 5, 5, 130]);
    expect([ended('handoff'), ended('escalated'), ended('interrupted')]).toEqual([6, 6, 6]);
  });

  it('says 2 where nothing was run and 1 where something broke under a run', () => {
    expect(exitCodeOfFailure('flow-newer')).toBe(2);
    expect(exitCodeOfFailure('not-approved')).toBe(2);
    expect(exitCodeOfFailure('run-held')).toBe(2);
    expect(exitCodeOfFailure('disk-full')).toBe(1);
    expect(exitCodeOfFailure('store-unreachable')).toBe(1);
    expect(exitCodeOfFailure('handler-failed')).toBe(1);
    expect(exitCodeOfFailure('trace-changed')).toBe(1);
  });
});
