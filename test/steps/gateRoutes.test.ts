import { describe, expect, it } from 'vitest';
import { decideGate } from '../../engine/steps/gate';
import { byWorker, gateOf, says, scene } from './gateScene';

describe('where a gate leads', () => {
  const step = byWorker({ maxAttempts: 2, next: ['ship', 'tell'] });
  const passed = { read: 'passed' } as const;
  const failed = { read: 'failed' } as const;

  it('AF-51 a verdict that passes at the first visit takes the strong route', () => {
    expect(decideGate(byWorker({ maxAttempts: 5 }), undefined, passed)).toEqual({
      attempts: 1,
      decision: 'passed',
      to: ['@complete'],
    });
    expect(decideGate(step, undefined, passed).to).toEqual(['ship', 'tell']);
  });

  it('AF-52 fails, then escalates with the last attempt', () => {
    const first = decideGate(step, undefined, failed);
    expect(first).toEqual({ attempts: 1, decision: 'failed', to: ['work'] });
    expect(decideGate(step, first, failed)).toEqual({ attempts: 2, decision: 'escalated', to: ['@escalate'] });
    expect(decideGate(byWorker(), { attempts: 2, decision: 'failed' }, failed).decision).toBe('escalated');
    expect(decideGate(byWorker(), { attempts: 1, decision: 'failed' }, failed).decision).toBe('failed');
  });

  it('AF-53 passing on the last attempt wins over escalating', () => {
    expect(decideGate(step, { attempts: 1, decision: 'failed' }, passed)).toMatchObject({
      attempts: 2,
      decision: 'passed',
    });
  });

  it('AF-55 each visit has exactly one decision, whatever the verdict', () => {
    for (const read of ['passed', 'failed', 'no-verdict', 'void'] as const) {
      const decided = [1, 2].map((visit) => {
        const before = visit === 1 ? undefined : ({ attempts: 1, decision: 'failed' } as const);
        return decideGate(step, before, { read }).decision;
      });
      expect(decided).toEqual(read === 'passed' ? ['passed', 'passed'] : ['failed', 'escalated']);
    }
  });

  it('AF-56 begins anew when it is entered again after it passed or escalated', () => {
    expect(decideGate(step, { attempts: 2, decision: 'passed' }, failed)).toMatchObject({
      attempts: 1,
      decision: 'failed',
    });
    expect(decideGate(step, { attempts: 2, decision: 'escalated' }, failed)).toMatchObject({ attempts: 1 });
  });

  it('AF-57 gates side by side keep their own verdicts', async () => {
    const { visit } = scene({ critic: says({ passed: true, score: 9 }), second: says({ passed: false, score: 1 }) });
    const [one, two] = await Promise.all([
      visit(byWorker(), { scope: { step: 'one', visit: 1, pass: 0 } }),
      visit(gateOf({ evaluator: { worker: 'second' } }), { scope: { step: 'two', visit: 1, pass: 0 } }),
    ]);
    expect([one, two]).toMatchObject([
      { read: 'passed', score: 9 },
      { read: 'failed', score: 1 },
    ]);
  });

  it('AF-54 both other routes are compulsory, and no attempts at all are refused', () => {
    expect(() => gateOf({ evaluator: { when: 'true' }, routes: { revise: 'work' } })).toThrow();
    expect(() => gateOf({ evaluator: { when: 'true' }, routes: { escalate: 'work' } })).toThrow();
    expect(() => gateOf({ evaluator: { when: 'true' }, maxAttempts: 0 })).toThrow();
    expect(gateOf({ evaluator: { when: 'true' }, maxAttempts: 1 }).maxAttempts).toBe(1);
  });
});
