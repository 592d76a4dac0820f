import { describe, expect, it } from 'vitest';
import { systemClock } from '../../engine/node/clock';
import { bundled } from './bundled';
import { until } from './scratch';

describe('the system clock', () => {
  it('calls back again and again until it is told to stop', async () => {
    let calls = 0;
    const forget = systemClock.every(5, () => {
      calls += 1;
    });
    await until(() => (calls >= 3 ? true : undefined));
    forget();
    const then = calls;
    let others = 0;
    const other = systemClock.every(5, () => {
      others += 1;
    });
    await until(() => (others >= 3 ? true : undefined));
    other();
    expect(calls).toBe(then);
  });

  it('keeps no process alive', async () => {
    const { child } = bundled(`
      import { systemClock } from './engine/node/clock';
      systemClock.every(60_000, () => undefined);
    `)();
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });
});
