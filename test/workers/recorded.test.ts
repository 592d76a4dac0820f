import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordedWorker } from '../../engine/node/workers/played/recorded';
import { aHost, anIo, aTurn } from './turns';

const turn = (fields: object) =>
  JSON.stringify({
    ...{ seq: 1, at: '', type: 'worker.turn', step: 'act', visit: 1, pass: 1, attempt: 1, worker: 'w', use: 'x' },
    ...{ status: 'ok', usage: { state: 'free' }, denials: [], text: 'first', exit: 0, log: null, durationMs: 5 },
    ...fields,
  });

function playing(...lines: readonly string[]) {
  const host = aHost();
  writeFileSync(join(host.workspaceRoot, 'trace.ndjson'), `${lines.join('\n')}\n`);
  const worker = recordedWorker({ use: 'recorded', trace: 'trace.ndjson' }, host);
  return { worker, play: (request = {}) => worker.run(aTurn(host, { request }), anIo()) };
}

describe('a recorded turn', () => {
  it('is played by step, visit and attempt, with status, answer, usage and claims', async () => {
    const usage = { state: 'reported', tokens: null, usd: 0.4, basis: 'worker-estimate' };
    const failed = { status: 'failed', why: 'it broke', exit: 1, attempt: 1, text: 'first', usage };
    const claims = { changedFiles: ['a.ts'] };
    const good = { attempt: 2, text: 'second', structured: { a: 1 }, branch: 'left', claims, session: 's' };
    const { play, worker } = playing(turn(failed), turn(good), turn({ visit: 2, text: 'later' }));
    expect(await play()).toMatchObject({ status: 'failed', why: 'it broke', exit: 1, text: 'first', usage, log: null });
    expect(await play({ attempt: 2 })).toMatchObject({
      status: 'ok',
      text: 'second',
      structured: { a: 1 },
      branch: 'left',
      claims,
    });
    expect(await play({ visit: 2, pass: 7 })).toMatchObject({ text: 'later' });
    expect(await worker.probe()).toMatchObject({ available: true });
  });
  it('that was stopped and run again is the one that was run again', async () => {
    const { play } = playing(turn({ status: 'cancelled' }), turn({ text: 'again' }));
    expect(await play()).toMatchObject({ status: 'ok', text: 'again' });
    expect(await playing(turn({ status: 'cancelled' })).play()).toMatchObject({ status: 'cancelled' });
  });
  it('that is not there is a failure that says where the run stands', async () => {
    const end = await playing(turn({})).play({ step: 'judge', attempt: 3 });
    expect(end.status).toBe('failed');
    expect(end.why).toContain('no turn for step "judge", pass 1, visit 1, attempt 3');
  });
  it('is found between damaged lines', async () => {
    const { play } = playing(
      '{"type":"worker.turn","step":',
      'null',
      turn({ usage: { state: 'odd' } }),
      turn({ text: 'whole' }),
    );
    expect(await play()).toMatchObject({ text: 'whole' });
  });
});

describe('a trace that cannot be played', () => {
  it.each([
    ['without turns', '{"type":"run.started"}', 'has no turn of a worker'],
    ['that is not there', undefined, 'was not found'],
  ])('%s is a set-up error', async (_, line, why) => {
    const host = aHost();
    if (line !== undefined) writeFileSync(join(host.workspaceRoot, 'trace.ndjson'), line);
    const worker = recordedWorker({ use: 'recorded', trace: 'trace.ndjson' }, host);
    const end = await worker.run(aTurn(host), anIo());
    expect(end).toMatchObject({ status: 'not-started', usage: { state: 'reported', usd: 0 } });
    expect(end.why).toContain(why);
    expect(await worker.probe()).toMatchObject({ available: false, why: end.why });
  });
});
