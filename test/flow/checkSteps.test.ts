import { describe, expect, it } from 'vitest';
import type { Issue } from '../../engine/issue';
import type { Json } from '../../engine/json';
import { errorsAfter, issuesAfter, set, WORK } from './changedSample';

describe('steps', () => {
  const only = (step: Json, code: string): readonly Issue[] =>
    issuesAfter(set('steps.judge.next', 'x'), set('steps.x', step)).filter((issue) => issue.code === code);
  const place = (issues: readonly Issue[]) => issues.map(({ severity, path }) => [severity, path.slice(2).join('.')]);

  it('kinds, ids and workers', () => {
    expect(errorsAfter(set('steps.act.kind', 'werk'))).toEqual([['unknown-kind', 'steps.act.kind']]);
    expect(errorsAfter(set('id', '1x'))).toEqual([['bad-id', 'id']]);
    expect(place(only({ kind: 'work', prompt: 'x', next: '@stop' }, 'missing-worker'))).toEqual([['error', 'worker']]);
    expect(place(only({ ...WORK, worker: 'implementor', next: '@stop' }, 'worker-not-in-flow'))).toEqual([
      ['info', 'worker'],
    ]);
    expect(place(only({ ...WORK, next: '@stop', branches: { a: 'act' } }, 'works-and-decides'))).toEqual([
      ['warning', 'branches'],
    ]);
    expect(issuesAfter(set('layout.gone', [1, 2])).map(({ code, severity }) => [code, severity])).toEqual([
      ['layout-unknown', 'info'],
    ]);
  });

  it('reads: a near miss is a warning, a file is not', () => {
    expect(place(only({ ...WORK, next: '@stop', reads: ['verifi', 'src/a.ts', 'act'] }, 'unknown-read'))).toEqual([
      ['warning', 'reads.0'],
    ]);
    expect(place(only({ ...WORK, next: '@stop', reads: ['Makefile'] }, 'unknown-read'))).toEqual([['info', 'reads.0']]);
  });

  it('routers decide by cases or by a worker, and have an else', () => {
    const cases = [{ when: 'steps.act.visits > 1', to: '@stop' }];
    expect(only({ kind: 'router' }, 'router-decides-nothing')).toHaveLength(1);
    expect(only({ kind: 'router', worker: 'reviewer' }, 'router-decides-nothing')).toHaveLength(1);
    expect(only({ kind: 'router', branches: { a: '@stop' } }, 'missing-worker')).toHaveLength(1);
    expect(
      only({ kind: 'router', cases, worker: 'reviewer', branches: { a: '@stop' } }, 'router-decides-twice'),
    ).toHaveLength(1);
    expect(place(only({ kind: 'router', cases }, 'router-without-else'))).toEqual([['warning', 'else']]);
    expect(
      errorsAfter(set('steps.judge.next', 'x'), set('steps.x', { kind: 'router', cases, else: '@complete' })),
    ).toEqual([]);
    expect(only({ kind: 'router', cases, else: '@stop', next: '@stop' }, 'strong-route-not-due')).toHaveLength(1);
  });

  it('questions: choices and routes match, a default is a choice and has a deadline', () => {
    const ask = { kind: 'ask', question: '?', choices: ['yes', 'no'], routes: { yes: '@complete', no: '@stop' } };
    expect(errorsAfter(set('steps.judge.next', 'x'), set('steps.x', ask))).toEqual([]);
    expect(place(only({ ...ask, routes: { yes: '@stop', maybe: '@stop' } }, 'ask-choices'))).toEqual([
      ['error', 'routes.no'],
      ['error', 'routes.maybe'],
    ]);
    expect(place(only({ ...ask, choices: ['yes', 'no', 'yes'] }, 'ask-choices'))).toEqual([['error', 'choices.2']]);
    expect(place(only({ ...ask, default: 'perhaps', deadline: '1h' }, 'ask-default'))).toEqual([['error', 'default']]);
    expect(place(only({ ...ask, default: 'no' }, 'ask-default'))).toEqual([['warning', 'default']]);
    expect(only({ ...ask, choices: [] }, 'ask-without-choices')).toHaveLength(1);
  });

  it('conditions compile, give true or false and name what is there', () => {
    const when = (text: string) =>
      issuesAfter(
        set('steps.judge.next', 'x'),
        set('steps.x', { kind: 'router', cases: [{ when: text, to: '@stop' }], else: '@stop' }),
      )
        .filter((issue) => issue.path.at(-1) === 'when')
        .map((issue) => `${issue.code}: ${issue.message}`);
    expect(when('steps.judge.output.goalMet == true && loops.fix.total < 3 && budget.usd < 1.5')).toEqual([]);
    expect(when('steps.act.visits >')[0]).toMatch(/^bad-expression/);
    expect(when('step.act.visits > 1')[0]).toContain('Did you mean "steps"?');
    expect(when('steps.akt.visits > 1')[0]).toMatch(/^unknown-name.*Did you mean "act"\?/);
    expect(when('steps.act.visit > 1')[0]).toContain('Did you mean "visits"?');
    expect(when('loops.fixx.pass > 1')[0]).toContain('Did you mean "fix"?');
    expect(when('budget.usdd > 1')[0]).toContain('Did you mean "usd"?');
    expect(when('"yes"')[0]).toMatch(/^bad-expression/);
    expect(when('now() > 1')[0]).toMatch(/^bad-expression/);
  });
});
