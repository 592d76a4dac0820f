import type { Decision } from '../../engine/trace/decision';
import type { Entry } from '../../engine/trace/entry';
import type { Given } from '../fakes/trace';
import { trace } from '../fakes/trace';

const reported = (usd: number | null) => ({ state: 'reported', usd, tokens: null, basis: 'worker-estimate' }) as const;

export const started: Given = {
  ...{ type: 'run.started', format: 1, run: 'r1', flow: { id: 'fix', hash: 'h', path: 'fix.converge.json' } },
  ...{ mode: 'autonomous', goal: 'g', start: ['act'], inputs: {}, channels: {}, fence: 1, program: 'test' },
};
const scope = (step: string, visit: number, pass = 0) => ({ step, visit, pass, ...(pass > 0 ? { loop: 'fix' } : {}) });
export const begin = (step: string, visit: number, pass = 0, within = ''): Given => ({
  ...{ type: 'step.started', kind: 'work', attempt: 1, inputs: '', worker: 'w', ...scope(step, visit, pass) },
  ...(within === '' ? {} : { within }),
});
export const turn = (step: string, visit: number, pass: number, usd: number | null): Given => ({
  ...{ type: 'worker.turn', attempt: 1, worker: 'w', use: 'u', status: 'ok', usage: reported(usd), denials: [] },
  ...{ text: '', exit: 0, log: null, durationMs: 1, ...scope(step, visit, pass) },
});
const work = { kind: 'work', ok: true, output: null, changed: [], attempts: 1 } as const;
export const done = (step: string, visit: number, pass = 0, outcome = 'done'): Decision => ({
  ...{ type: 'step.done', outcome, to: [], result: work, ...scope(step, visit, pass) },
});
const checked = (visit: number, pass: number, clean: boolean): Decision => ({
  ...{ type: 'step.done', outcome: clean ? 'pass' : 'fail', to: [], ...scope('verify', visit, pass) },
  result: { kind: 'verify', clean, commands: [], tests: null, tree: null },
});
export const commit = (...events: readonly Decision[]): Given => ({ type: 'commit', events });
export const passStarted = (pass: number): Decision => ({ type: 'pass.started', loop: 'fix', pass, total: pass });
const passEnded = (pass: number): Decision => ({
  ...{ type: 'pass.ended', loop: 'fix', pass, how: 'judged', stalled: 0, marker: null, tree: null },
  decision: 'again',
});
const latchOpened = (pass: number, id = 'step:act'): Decision => ({
  ...{ type: 'latch.opened', loop: 'fix', pass },
  latch: { id, cause: 'claim', step: 'act', claim: 'ghost', reason: 'nothing changed', paths: [] },
});
const latchCleared = (pass: number): Decision => ({
  ...{ type: 'latch.cleared', loop: 'fix', pass, latch: 'step:act', evidence: 'it changed' },
});

/** Two passes, the second still running. */
export const twoPasses: readonly Entry[] = trace(
  started,
  commit(passStarted(1)),
  begin('act', 1, 1),
  turn('act', 1, 1, 0.1),
  commit(done('act', 1, 1), latchOpened(1)),
  begin('verify', 1, 1),
  commit(checked(1, 1, false), passEnded(1), passStarted(2)),
  begin('act', 2, 2),
  turn('act', 2, 2, null),
  commit(done('act', 2, 2, 'failed'), latchCleared(2)),
  begin('verify', 2, 2),
);

/** Every sign that the page draws: calls, items, waits for a person, a resume, a raised cap, what is cut off. */
export const everySign: readonly Entry[] = trace(
  started,
  commit(passStarted(1)),
  begin('act', 1, 1),
  turn('act', 1, 1, 0.12),
  commit(done('act', 1, 1), latchOpened(1), latchOpened(1, 'frozen:fix')),
  begin('review', 1, 1),
  begin('read', 1, 0, 'review.1'),
  begin('write', 1, 0, 'review.1'),
  commit(done('review', 1, 1)),
  begin('verify', 1, 1),
  commit(checked(1, 1, false), passEnded(1), passStarted(2)),
  begin('act', 2, 2),
  turn('act', 2, 2, null),
  { type: 'run.resumed', fence: 1, program: 'test', raised: { fix: { usd: 0.8 } } },
  begin('act', 2, 2),
  turn('act', 2, 2, 0.3),
  commit(done('act', 2, 2, 'failed'), latchCleared(2)),
  begin('each', 1, 2),
  ...Array.from({ length: 11 }, (_, index) => begin('each', 1, 2, `each.1#${index}`)),
  turn('each', 1, 2, 0.05),
  commit(done('each', 1, 2)),
  commit({ type: 'ask.opened', ask: 'approve.1', step: 'approve', visit: 1, question: 'Ship it?', choices: ['yes'] }),
  begin('verify', 2, 2),
);
