import { describe, expect, it } from 'vitest';
import { linesOf } from '../../engine/cli/liveLines';
import type { RunState } from '../../engine/run/state';
import { EMPTY_STATE } from '../../engine/run/state';
import type { Decision } from '../../engine/trace/decision';
import type { Entry } from '../../engine/trace/entry';

const head = { seq: 0, at: '2026-01-01T00:00:00.000Z' };
const texts = (entry: Entry, state: RunState = EMPTY_STATE) => linesOf(entry, state).map((line) => line.text);
const decided = (events: readonly Decision[], state?: RunState) =>
  texts({ ...head, type: 'commit', superStep: 1, fence: 1, prev: '', digest: '', events, frontier: [] }, state);
const scope = { step: 'act', visit: 1, loop: 'fix', pass: 1 };

describe('live lines', () => {
  it('UL-10 say what the judge proposed, what the engine decided, and every term that failed', () => {
    const terms = [
      { term: 'verified', ok: false, reason: 'verify is red' },
      { term: 'judge', ok: true, reason: 'said met' },
      { term: 'latches', ok: false, reason: '1 is open' },
    ];
    expect(
      decided([{ type: 'claim.weighed', loop: 'fix', pass: 1, proposed: 'met', confirmed: false, terms }]),
    ).toEqual([
      '  judge proposed: the goal is met · engine decided: not confirmed',
      '    verified: verify is red',
      '    latches: 1 is open',
    ]);
    expect(
      decided([{ type: 'claim.weighed', loop: 'fix', pass: 1, proposed: 'met', confirmed: true, terms: [] }]),
    ).toEqual(['  judge proposed: the goal is met · engine decided: confirmed']);
  });

  it('name a latch when it opens and when it clears, with its reason', () => {
    const latch = {
      id: 'step:act',
      cause: 'claim',
      step: 'act',
      claim: 'c',
      reason: 'src/a.js did not change',
      paths: [],
    } as const;
    expect(decided([{ type: 'latch.opened', loop: 'fix', pass: 1, latch }])).toEqual([
      '  latch opened: step:act: src/a.js did not change',
    ]);
    expect(
      decided([{ type: 'latch.cleared', loop: 'fix', pass: 2, latch: 'step:act', evidence: 'its check is clean' }]),
    ).toEqual(['  latch cleared: step:act: its check is clean']);
  });

  it('UL-21 say "spend unknown" for a turn without usage, and never zero', () => {
    const turn = {
      ...head,
      ...scope,
      type: 'worker.turn',
      attempt: 1,
      worker: 'w',
      use: 'command',
      status: 'ok',
    } as const;
    const rest = { denials: [], text: '', exit: 0, log: null, durationMs: 1 } as const;
    expect(texts({ ...turn, ...rest, usage: { state: 'absent', why: 'it reported none' } })).toEqual([
      '    w: done, spend unknown (it reported none)',
    ]);
    expect(texts({ ...turn, ...rest, usage: { state: 'free' } })).toEqual(['    w: done, free']);
    const spend = { usd: 0, tokens: 5, turns: 2, unknownUsd: 0, unknownTokens: 1, firstUnknown: 'act' };
    const ended = {
      type: 'pass.ended',
      loop: 'fix',
      pass: 1,
      how: 'judged',
      stalled: 0,
      marker: null,
      tree: null,
    } as const;
    const lines = decided([{ ...ended, decision: 'again' }], { ...EMPTY_STATE, spend });
    expect(lines[0]).toBe('pass 1 ended; another pass follows');
    expect(lines[1]).toMatch(/^ {2}spend unknown: 1 turn without proven usage, first act/);
  });

  it('SH-09 count what a command ran, and say what the engine made of it', () => {
    const result = {
      command: 'npm test',
      status: 'exited',
      exit: 0,
      clean: false,
      reason: 'no tests ran',
      tests: { passed: 0, failed: 0, skipped: 1, deselected: 0 },
      failures: [],
      log: null,
      durationMs: 1,
    } as const;
    expect(texts({ ...head, ...scope, type: 'verify.command', index: 0, result })).toEqual([
      '    npm test → 0 passed, 1 skipped: not clean, no tests ran',
    ]);
  });
});
