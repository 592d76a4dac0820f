import { describe, expect, it } from 'vitest';
import { translated } from './examples/call';
import { look } from './examples/fanOut';
import { revise } from './examples/gateLoop';
import { hello } from './examples/hello';
import { tune } from './examples/improve';
import { ship } from './examples/plan';
import { deploy } from './examples/resume';
import { metered } from './examples/tokenMeter';

describe('the examples of the library', () => {
  it('hello: a function does a step', async () => {
    expect(await hello('Ada')).toBe('complete: Hello, Ada!');
  });

  it('gate loop: revised until it passes, or given up', async () => {
    expect(await revise(2)).toEqual({ outcome: 'complete', attempts: 2 });
    expect(await revise(9)).toEqual({ outcome: 'escalated', attempts: 3 });
  });

  it('improve: a score handler, and each way in which it ends', async () => {
    expect(await tune(7, 21)).toEqual({ reason: 'optimal', round: 3, best: 100 });
    expect(await tune(10, 15)).toMatchObject({ reason: 'converged', best: 95 });
    expect(await tune(1, 50)).toMatchObject({ reason: 'exhausted', round: 10, best: 60 });
  });

  it('plan: tasks in the order of what they need', async () => {
    expect(await ship(['a', 'b'])).toEqual({ outcome: 'complete', order: ['a', 'b', 'all'] });
  });

  it('fan-out and join', async () => {
    expect(await look()).toEqual(['tests looks good', 'docs looks good', 'api looks good']);
  });

  it('call: a flow as a function', async () => {
    expect(await translated()).toBe('GOOD MORNING');
  });

  it('resume: behind a handler that threw', async () => {
    expect(await deploy()).toEqual({
      first: 'failed: Step "publish": the handler "publisher" threw: the registry is down',
      second: 'complete',
      ran: ['build', 'publish', 'publish'],
    });
  });

  it('observers: a token meter, and the budget that it agrees with', async () => {
    expect(await metered(100)).toEqual({ outcome: 'complete', reason: null, spent: 300, metered: { model: 300 } });
    expect(await metered(600)).toMatchObject({ outcome: 'stopped', reason: 'budget', metered: { model: 1200 } });
  });
});
