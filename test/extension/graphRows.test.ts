import { describe, expect, it } from 'vitest';
import type { Decision } from '../../engine/trace/decision';
import type { StepResult, Verdict } from '../../engine/trace/result';
import { indexRows } from '../../extension/rows/diffRows';
import { runsRows } from '../../extension/rows/runsRows';
import type { Given } from '../fakes/trace';
import { began, commit, done, flow, text, view } from './graphTraces';
import { rowsText } from './traces';

describe('a gate as a row', () => {
  const gate = (read: Verdict['read'], decision: 'passed' | 'failed' | 'escalated', clean?: boolean): string => {
    const verdict: Verdict = { read, score: 40, reasons: read === 'passed' ? [] : ['too thin'], feedback: '' };
    const command = {
      command: 'npm test',
      status: 'exited',
      exit: 0,
      clean: true,
      reason: 'ok',
      failures: [],
      log: null,
      durationMs: 1,
    } as const;
    const result: StepResult = {
      kind: 'gate',
      ...verdict,
      commands: clean === undefined ? [] : [command],
      changed: [],
    };
    return text([
      began(flow('review'), 'gate'),
      commit(done(flow('review'), result, decision), {
        ...flow('review'),
        type: 'gate.decided',
        attempt: 2,
        decision,
        verdict,
      }),
    ])
      .split('\n')
      .slice(1)
      .join('\n');
  };

  it('AF-55 says its decision, attempt, score and reasons', () => {
    expect(gate('failed', 'failed')).toMatchInlineSnapshot(`
      "  ▸ [close warning] review · gate · failed · attempt 2 · score 40 · 10 s
          [law] Reason · too thin"
    `);
    expect(gate('failed', 'escalated')).toMatchInlineSnapshot(`
      "  ▸ [person warning] review · gate · escalated · attempt 2 · score 40 · 10 s
          [law] Reason · too thin"
    `);
  });

  it('only what commands have shown has the colour of success', () => {
    expect(gate('passed', 'passed')).toContain('[check] review · gate · passed · attempt 2 · score 40');
    expect(gate('passed', 'passed', true)).toContain('[pass good] review · gate · passed · attempt 2 · score 40');
  });
});

describe('what a step called, as rows', () => {
  it('items of a map with their failures', () => {
    const result: StepResult = {
      kind: 'map',
      ok: true,
      output: [1, null],
      failures: [{ index: 1, reason: 'it failed' }],
      changed: [],
    };
    expect(
      text([
        began(flow('look'), 'work', 'each.1#0'),
        began(flow('look'), 'work', 'each.1#1'),
        commit(done(flow('each'), result)),
      ]),
    ).toMatchInlineSnapshot(`
      "[loading~spin] fix-until-green · running · 30 s
        ▸ [warning warning] each · map · done · 2 items · 1 failed · 20 s
          ▸ [circle-filled] Item 1 · done · 20 s
            [circle-filled] look · work · done · 20 s
          ▸ [error bad] Item 2 · failed · it failed · 10 s
            [error bad] look · work · failed · 10 s"
    `);
  });

  it('AF-70 tasks of a plan, and each blocked one with its cause', () => {
    const result: StepResult = {
      kind: 'plan',
      state: 'stalled',
      results: [{ id: 'test', status: 'failed', output: null, reason: 'exit 1' }],
      blocked: [{ id: 'pack', by: 'test', cause: 'failed', why: 'it needs "test", which failed' }],
      reason: '',
      changed: [],
    };
    const scope = flow('build');
    expect(
      text([
        began(flow('run'), 'work', 'build.1#0'),
        commit({ ...scope, type: 'task.finished', task: 'test', status: 'failed' }, done(scope, result, 'stalled')),
      ]),
    ).toMatchInlineSnapshot(`
      "[loading~spin] fix-until-green · running · 20 s
        ▸ [warning warning] build · plan · stalled · 1 task · 1 failed · 1 blocked · 10 s
          [circle-slash warning] pack · blocked: failed · it needs "test", which failed
          ▸ [error bad] test · failed · exit 1 · 10 s
            [error bad] run · work · failed · 10 s"
    `);
  });

  it('a called flow under its step, its loops and groups as in the run itself', () => {
    const call: Given = {
      ...flow('review'),
      type: 'call.started',
      path: 'review.1',
      flow: { id: 'reviewing', hash: 'h' },
      goal: '',
      start: [],
      inputs: {},
      channels: {},
    };
    const inner = { loop: 'refine', batch: 1, iteration: 1, total: 1 };
    const rows = runsRows([
      view([
        call,
        began({ step: 'act', visit: 1, loop: 'fix', pass: 1 }, 'work', 'review.1'),
        began({ ...flow('look'), inner }, 'work', 'review.1'),
      ]),
    ]);
    expect(rowsText(rows)).toMatchInlineSnapshot(`
      "[loading~spin] fix-until-green · running · 30 s
        [loading~spin] review · call · running · reviewing
          ▸ [loading~spin] fix · pass 1 · running
            [loading~spin] act · work · running
          [loading~spin] refine · batch 1 · iteration 1 · total 1
            [loading~spin] Iteration 1 · total 1
              [loading~spin] look · work · running"
    `);
    const result: StepResult = { kind: 'call', outcome: 'complete', confirmed: 'opinion', output: null, why: '' };
    expect(text([call, commit(done(flow('review'), result, 'complete'))])).toContain(
      'review · call · complete (opinion) · reviewing',
    );
    const targets = [...indexRows(rows).values()].flatMap(({ row }) =>
      row.target?.open === 'step' ? [row.target.step] : [],
    );
    expect(new Set(targets)).toEqual(new Set(['review']));
  });
});

describe('what waits, as rows', () => {
  it('AF-34 each open question with its choices and what happens at its deadline; none once the run has ended', () => {
    const ask = (visit: number, question: string): Extract<Decision, { type: 'ask.opened' }> => ({
      type: 'ask.opened',
      ask: `ok.${visit}`,
      step: 'ok',
      visit,
      question,
      choices: ['yes', 'no'],
    });
    const given = [commit(ask(1, 'Ship it?'), { ...ask(2, 'Sure?'), default: 'no' })];
    expect(text(given)).toMatchInlineSnapshot(`
      "[question warning] fix-until-green · waiting · 10 s
        [question warning] Ship it? · yes, no
        [question warning] Sure? · yes, no · then no
        ▸ [question warning] ok · ask · waits for an answer
          [question] Ship it? · yes, no
        ▸ [question warning] ok · ask · waits for an answer
          [question] Sure? · yes, no · then no"
    `);
    const ended: Decision = { type: 'run.ended', outcome: 'cancelled', reason: null, confirmed: 'none' };
    expect(text([...given, commit(ended)])).not.toContain('[question warning] Ship it?');
  });

  it('AF-87 a watch says how often it polled, and a failing poll is seen', () => {
    const poll: Decision = {
      type: 'poll',
      wait: 'inbox.1',
      step: 'inbox',
      poll: 3,
      outcome: 'failed',
      why: 'exit 1',
      cursor: null,
      failures: 2,
      due: null,
    };
    const given = [
      commit({ type: 'wait.started', wait: 'inbox.1', step: 'inbox', visit: 1, deadline: null }),
      commit(poll),
    ];
    expect(text(given).split('\n').slice(1).join('\n')).toMatchInlineSnapshot(`
      "  ▸ [watch] inbox · watch · waiting · 3 polls
          [sync warning] Poll 3: failed · exit 1 · 2 failed polls in a row"
    `);
  });

  it('AF-82 an effect in doubt stands out, one that happened does not', () => {
    const effect = { ...flow('send'), key: 'mail-1', owner: 'run-a' } as const;
    expect(text([began(flow('send')), { ...effect, type: 'effect.incomplete', policy: 'error' }])).toContain(
      '[shield warning] Effect mail-1 · in doubt: it may have happened · claimed by run-a · to be settled by a person',
    );
    expect(text([began(flow('send')), { ...effect, type: 'effect.committed' }])).toContain(
      '[shield] Effect mail-1 · happened once',
    );
  });

  it('a paused run is paused once nobody carries it, and resuming ends that', () => {
    const paused = [began(flow('act')), commit({ type: 'run.paused', by: 'ana' })];
    expect(text(paused, false)).toContain('[debug-pause warning] fix-until-green · paused');
    expect(runsRows([view(paused, false)])[0]?.contextValue).toBe('run.paused.resumable');
    expect(text(paused, false)).toContain('[debug-pause] Paused · by ana');
    expect(text(paused)).toContain('[loading~spin] fix-until-green · running');
  });
});

it('evidence, opinion and nothing are three different completions, and one has the colour of success', () => {
  const ended = (confirmed: 'evidence' | 'opinion' | 'none') =>
    text([commit({ type: 'run.ended', outcome: 'complete', reason: null, confirmed })], false);
  expect(ended('evidence')).toContain('[pass-filled good] fix-until-green · complete (evidence)');
  expect(ended('opinion')).toContain('[comment-discussion] fix-until-green · complete (opinion)');
  expect(ended('none')).toContain('[circle-large-outline] fix-until-green · complete (not checked)');
});
