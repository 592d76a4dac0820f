import { describe, expect, it } from 'vitest';
import { createAlarm, MOST_AWAY_MS } from '../../engine/runner/alarm';
import { turnedClock } from '../fakes/turnedClock';

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

function setUp(start = '2026-03-01T12:00:00Z') {
  const clock = turnedClock(start);
  const rung: { name: string; at: number }[] = [];
  const alarm = createAlarm(clock, (name) => rung.push({ name, at: clock.now() }));
  return { clock, rung, alarm, names: () => rung.map(({ name }) => name) };
}

describe('alarm', () => {
  it('SH-23 (a) an instant 40 days ahead does not ring now, and rings then', async () => {
    const { clock, alarm, rung } = setUp();
    const at = clock.now() + 40 * DAY;
    alarm.set('run', at);
    await clock.pass(40 * DAY - SECOND);
    expect(rung).toEqual([]);
    expect(clock.longest()).toBeLessThanOrEqual(MOST_AWAY_MS);
    await clock.pass(2 * SECOND);
    expect(rung).toEqual([{ name: 'run', at }]);
    expect(clock.armed()).toBe(0);
  });

  it('SH-23 (b) three hours of sleep ring once, soon after waking', async () => {
    const { clock, alarm, rung } = setUp();
    alarm.set('run', clock.now() + MINUTE);
    clock.sleep(3 * HOUR);
    await clock.pass(MINUTE);
    expect(rung).toHaveLength(1);
    await clock.pass(HOUR);
    expect(rung).toHaveLength(1);
  });

  it('SH-23 (c) a clock that is set back makes nothing ring early, twice or in a spin', async () => {
    const { clock, alarm, rung } = setUp();
    const at = clock.now() + MINUTE;
    alarm.set('run', at);
    await clock.pass(30 * SECOND);
    clock.set(-HOUR);
    await clock.pass(HOUR);
    expect(rung).toEqual([]);
    await clock.pass(31 * SECOND);
    expect(rung).toEqual([{ name: 'run', at }]);
    expect(clock.fired()).toBeLessThan(70);
    clock.set(-HOUR);
    await clock.pass(2 * HOUR);
    expect(rung).toHaveLength(1);
  });

  it('SH-23 (d) an instant over a change to summer time comes when it comes', async () => {
    // In Berlin the night of 29 March 2026 has no hour between two and three.
    const { clock, alarm, rung } = setUp('2026-03-29T00:59:30Z');
    alarm.set('run', Date.parse('2026-03-29T01:00:30Z'));
    await clock.pass(59 * SECOND);
    expect(rung).toEqual([]);
    await clock.pass(2 * SECOND);
    expect(rung).toHaveLength(1);
  });

  it('SH-23 (e) an instant that is over when it is set rings once, and not inside set', async () => {
    const { clock, alarm, rung } = setUp();
    alarm.set('run', clock.now() - DAY);
    expect(rung).toEqual([]);
    await clock.pass(SECOND);
    expect(rung).toHaveLength(1);
  });

  it('SH-23 one timer serves a hundred runs, and each rings at its own instant, once', async () => {
    const { clock, alarm, rung } = setUp();
    const from = clock.now();
    for (let n = 100; n > 0; n--) alarm.set(`run ${n}`, from + n * 7 * SECOND);
    expect(clock.armed()).toBe(1);
    await clock.pass(HOUR);
    expect(rung.map(({ name, at }) => `${name} ${(at - from) / SECOND}`)).toEqual(
      Array.from({ length: 100 }, (_, n) => `run ${n + 1} ${(n + 1) * 7}`),
    );
  });

  it('rings an instant once however often it is set, and again for another one', async () => {
    const { clock, alarm, names } = setUp();
    const at = clock.now() + SECOND;
    alarm.set('run', at);
    alarm.set('run', at);
    await clock.pass(2 * SECOND);
    alarm.set('run', at);
    await clock.pass(2 * SECOND);
    expect(names()).toEqual(['run']);
    alarm.set('run', at + MINUTE);
    // What is told of the one that has rung does not take the other one's place.
    alarm.set('run', at);
    await clock.pass(MINUTE);
    expect(names()).toEqual(['run', 'run']);
    alarm.set('run', null);
    alarm.set('run', at);
    await clock.pass(SECOND);
    expect(names()).toEqual(['run', 'run', 'run']);
  });

  it('is silent for what was taken back, and once it is closed', async () => {
    const { clock, alarm, rung } = setUp();
    alarm.set('run', clock.now() + SECOND);
    alarm.set('other', clock.now() + 2 * SECOND);
    alarm.set('run', null);
    alarm.close();
    await clock.pass(MINUTE);
    expect(rung).toEqual([]);
    expect(clock.armed()).toBe(0);
  });

  it('a ring that sets its next instant is met again, without a burst', async () => {
    const clock = turnedClock('2026-03-01T12:00:00Z');
    let rung = 0;
    const alarm = createAlarm(clock, (name) => {
      rung++;
      alarm.set(name, clock.now() + MINUTE);
    });
    alarm.set('run', clock.now() + MINUTE);
    await clock.pass(10 * MINUTE + SECOND);
    expect(rung).toBe(10);
    clock.sleep(3 * HOUR);
    await clock.pass(MINUTE);
    expect(rung).toBe(11);
  });
});
