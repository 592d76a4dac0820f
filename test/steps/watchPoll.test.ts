import { describe, expect, it } from 'vitest';
import type { StepOf } from '../../engine/flow/schema';
import type { CommandResult } from '../../engine/ports';
import type { PollRead, Waited } from '../../engine/steps/poll';
import { afterPoll, MOST_OF_CURSOR, readPoll } from '../../engine/steps/poll';
import { fc } from '../fc';

const answer = (stdout: string, more: Partial<CommandResult> = {}): CommandResult => ({
  status: 'exited',
  exit: 0,
  signal: null,
  output: stdout,
  stdout,
  log: null,
  durationMs: 5,
  ...more,
});
const why = (result: CommandResult) => {
  const read = readPoll(result);
  return read.outcome === 'failed' ? read.why : `not failed: ${read.outcome}`;
};

describe('reading a poll', () => {
  it('AF-90 SH-22 takes one JSON line with a known outcome and nothing else', () => {
    expect(readPoll(answer('{"outcome":"idle","cursor":"7"}\n'))).toEqual({
      outcome: 'idle',
      payload: null,
      cursor: '7',
    });
    expect(readPoll(answer('\r\n{"outcome":"activity","payload":{"pr":3}}\r\n'))).toEqual({
      outcome: 'activity',
      payload: { pr: 3 },
    });
    expect(readPoll(answer('\ufeff{"outcome":"terminal","cursor":null}'))).toMatchObject({
      outcome: 'terminal',
      cursor: null,
    });
  });

  it('AF-90 names what is wrong with an answer it cannot take', () => {
    expect(why(answer(''))).toBe('it answered nothing');
    expect(why(answer(' \n\n'))).toBe('it answered nothing');
    expect(why(answer('[]'))).toContain('no JSON object: []');
    expect(why(answer('null'))).toContain('no JSON object');
    expect(why(answer('"terminal"'))).toContain('no JSON object');
    expect(why(answer('terminal'))).toContain('no JSON: terminal');
    expect(why(answer('{"outcome":"done"}'))).toContain('its outcome is "done"');
    expect(why(answer('{"outcome":"Terminal"}'))).toContain('its outcome is "Terminal"');
    expect(why(answer('{"outcome":["terminal"]}'))).toContain('its outcome is ["terminal"]');
    expect(why(answer('{"payload":1}'))).toContain('its outcome is missing');
    expect(why(answer('{"outcome":"idle"}\n{"outcome":"terminal"}'))).toContain('2 lines where one');
    expect(why(answer('', { stdout: null }))).toContain('more than 64 KiB');
  });

  it('AF-88 an ending that is not a clean exit is a failed poll, whatever it printed', () => {
    const terminal = '{"outcome":"terminal"}';
    expect(why(answer(terminal, { exit: 1, output: `${terminal}\nrate limited\n` }))).toContain('rate limited');
    expect(why(answer(terminal, { exit: 1 }))).toMatch(/^exit code 1/);
    expect(why(answer(terminal, { status: 'timed-out', exit: null, durationMs: 900 }))).toContain('after 900 ms');
    expect(why(answer(terminal, { status: 'signalled', exit: null, signal: 'SIGKILL' }))).toContain('SIGKILL');
    expect(why(answer('', { status: 'not-found', exit: null, why: 'no "gh" in PATH' }))).toContain('no "gh" in PATH');
  });

  it('reads standard output alone: a warning beside it is no answer', () => {
    const line = '{"outcome":"idle"}\n';
    expect(readPoll(answer(line, { output: `a new version is there\n${line}` }))).toMatchObject({ outcome: 'idle' });
  });

  it('refuses a cursor that would not fit into the environment, and takes the longest that does', () => {
    const cursor = (length: number) => answer(JSON.stringify({ outcome: 'idle', cursor: 'c'.repeat(length - 2) }));
    expect(readPoll(cursor(MOST_OF_CURSOR))).toMatchObject({ outcome: 'idle' });
    expect(why(cursor(MOST_OF_CURSOR + 1))).toContain(`at most ${MOST_OF_CURSOR}`);
  });

  it('AF-90 whatever is printed, only one of the three words ends or moves a wait', () => {
    const property = fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      const read = readPoll(answer(text));
      if (read.outcome === 'failed') return;
      expect(JSON.parse(text.trim())).toMatchObject({ outcome: read.outcome });
    });
    fc.assert(property);
  });
});

const step = (more: Partial<StepOf<'watch'>> = {}): StepOf<'watch'> => ({
  kind: 'watch',
  poll: { run: ['poll'] },
  interval: '60s',
  routes: { activity: 'respond', terminal: '@complete' },
  ...more,
});
const NOW = Date.parse('2026-03-01T12:00:00Z');
const iso = (ms: number) => new Date(ms).toISOString();
const fresh: Waited = { polls: 0, failures: 0, deadline: null };
const point = { wait: 'wait.1', step: 'wait', cursor: '3' };
const broken: PollRead = { outcome: 'failed', why: 'exit code 1' };

describe('what follows from a poll', () => {
  it('AF-87 activity and terminal end the wait with their payload', () => {
    for (const outcome of ['activity', 'terminal'] as const) {
      const { event, result } = afterPoll(step(), point, fresh, { outcome, payload: [1], cursor: '4' }, NOW);
      expect(result).toMatchObject({ kind: 'watch', outcome, payload: [1] });
      expect(event).toMatchObject({ poll: 1, outcome, cursor: '4', due: null, failures: 0 });
    }
  });

  it('AF-89 an idle poll puts its cursor beside its next instant, or keeps the one before', () => {
    const moved = afterPoll(step(), point, fresh, { outcome: 'idle', payload: null, cursor: { page: 2 } }, NOW);
    expect(moved).toMatchObject({ result: null, event: { cursor: { page: 2 }, due: iso(NOW + 60_000) } });
    expect(afterPoll(step(), point, fresh, { outcome: 'idle', payload: null }, NOW).event.cursor).toBe('3');
    expect(afterPoll(step(), point, fresh, { outcome: 'idle', payload: null, cursor: null }, NOW).event.cursor).toBe(
      null,
    );
  });

  it('AF-88 a failed poll keeps the cursor and is polled again; strict ends the wait', () => {
    const lax = afterPoll(step(), point, fresh, broken, NOW);
    expect(lax.result).toBe(null);
    expect(lax.event).toMatchObject({ outcome: 'failed', why: 'exit code 1', cursor: '3', failures: 1 });
    const strict = afterPoll(step({ strict: true }), point, fresh, broken, NOW);
    expect(strict.result).toMatchObject({ outcome: 'failed', why: expect.stringContaining('exit code 1') });
    expect(strict.event).toMatchObject({ due: null, cursor: '3' });
  });

  it('AF-88 failures in a row double the interval up to ten of them or an hour; a poll that works ends that', () => {
    const waits = (interval: string) =>
      [0, 1, 2, 3, 4, 5, 50].map((failures) => {
        const { event } = afterPoll(step({ interval }), point, { ...fresh, failures }, broken, NOW);
        return (Date.parse(event.due ?? '') - NOW) / 1000;
      });
    expect(waits('60s')).toEqual([60, 120, 240, 480, 600, 600, 600]);
    expect(waits('20m')).toEqual([1200, 2400, 3600, 3600, 3600, 3600, 3600]);
    expect(waits('2h')).toEqual([7200, 7200, 7200, 7200, 7200, 7200, 7200]);
    const again = afterPoll(step(), point, { ...fresh, failures: 4 }, { outcome: 'idle', payload: null }, NOW);
    expect(again.event).toMatchObject({ failures: 0, due: iso(NOW + 60_000) });
  });

  it('SH-23 a poll after a long sleep is followed by an interval from now, not by those that were missed', () => {
    const slept = NOW + 3 * 3_600_000;
    const { event } = afterPoll(step(), point, { ...fresh, polls: 7 }, { outcome: 'idle', payload: null }, slept);
    expect(event).toMatchObject({ poll: 8, due: iso(slept + 60_000) });
  });

  it('SH-23 an interval is never shorter than a tenth of a second, and one beyond all dates is the last date', () => {
    const due = (interval: string) =>
      Date.parse(afterPoll(step({ interval }), point, fresh, { outcome: 'idle', payload: null }, NOW).event.due ?? '');
    expect(due('0s')).toBe(NOW + 100);
    expect(due('40d')).toBe(NOW + 40 * 86_400_000);
    expect(due(`${'9'.repeat(30)}d`)).toBe(8_640_000_000_000_000);
    expect(due(`${'9'.repeat(400)}d`)).toBe(8_640_000_000_000_000);
  });

  it('the deadline is the last poll: activity then still counts, silence and failure do not', () => {
    const waited: Waited = { polls: 2, failures: 0, deadline: iso(NOW) };
    const idle: PollRead = { outcome: 'idle', payload: null };
    expect(afterPoll(step(), point, waited, idle, NOW - 1000)).toMatchObject({
      result: null,
      event: { due: iso(NOW) },
    });
    expect(afterPoll(step(), point, waited, idle, NOW)).toMatchObject({
      result: { outcome: 'deadline', why: 'the deadline passed after 3 polls; the last one was idle' },
      event: { due: null },
    });
    expect(afterPoll(step(), point, waited, broken, NOW + 5).result).toMatchObject({
      outcome: 'deadline',
      why: expect.stringContaining('exit code 1'),
    });
    expect(afterPoll(step(), point, waited, { outcome: 'activity', payload: 1 }, NOW + 5).result).toMatchObject({
      outcome: 'activity',
    });
  });
});
