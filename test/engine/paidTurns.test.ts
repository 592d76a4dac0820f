import { describe, expect, it } from 'vitest';
import { USES } from '../../engine/node/workers/registry';
import { meteringOf, meteringText } from '../../engine/run/metering';
import { paidLines } from '../../engine/run/paidTurns';
import { NO_MACHINE } from '../../engine/runner/machine';
import { fixFlow } from '../fakes/runs';

const text = (spec: { use: string; model?: string; meters?: string }, prices = {}) =>
  meteringText(meteringOf(spec, prices));

describe('what a worker proves of its cost', () => {
  it('follows from its adapter, what it declares, and the price table', () => {
    expect(text({ use: 'claude-code' })).toBe('reports dollars each turn and tokens each turn');
    expect(text({ use: 'codex', model: 'm' })).toBe(
      'reports tokens each turn; a cap of dollars stops the loop after its first turn',
    );
    expect(text({ use: 'codex', model: 'm' }, { m: { in: 1, out: 1 } })).toBe(
      'reports dollars each turn and tokens each turn',
    );
    expect(text({ use: 'codex' }, { m: { in: 1, out: 1 } })).toContain('a cap of dollars stops');
    expect(text({ use: 'command' })).toBe('reports nothing of its cost; any cap stops the loop after its first turn');
    expect(text({ use: 'script', meters: 'usd' })).toBe(
      'reports dollars each turn; a cap of tokens stops the loop after its first turn',
    );
    expect(text({ use: 'person' })).toBe('costs nothing');
    expect(text({ use: 'command', meters: 'free' })).toBe('costs nothing');
    for (const use of USES) expect(text({ use })).not.toBe('');
  });
});

describe('SH-13 before the first paid turn', () => {
  const workers = { implementer: { use: 'claude-code' }, reviewer: { use: 'codex', model: 'm' } };
  it('a person is told which workers cost money and which caps hold them', () => {
    const flow = fixFlow({ flow: { workers, budget: { usd: 5 } }, loop: { spendCap: { tokens: 20000 } } });
    expect(paidLines([flow], NO_MACHINE)).toEqual([
      'implementer (claude-code): reports dollars each turn and tokens each turn',
      'reviewer (codex): reports tokens each turn; a cap of dollars stops the loop after its first turn',
      'Held by: the budget of $5.00; the cap of fix of 20,000 tokens.',
    ]);
  });
  it('or that no cap does; nothing is said where nobody costs anything', () => {
    expect(paidLines([fixFlow()], { ...NO_MACHINE, defaults: { work: { use: 'codex' } } })).toEqual([
      'implementer (codex): reports tokens each turn; a cap of dollars stops the loop after its first turn',
      'No cap holds what they cost.',
    ]);
    const free = { implementer: { use: 'person' }, reviewer: { use: 'scripted', turns: [] } };
    expect(paidLines([fixFlow({ flow: { workers: free } })], NO_MACHINE)).toEqual([]);
  });
});
