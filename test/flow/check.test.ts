import { describe, expect, it } from 'vitest';
import { check } from '../../engine/flow/check';
import { examine } from '../../engine/flow/examine';
import { patched } from '../../engine/flow/patch';
import type { Json, JsonPath } from '../../engine/json';
import { errorsAfter, issuesAfter, sample, set, WORK } from './changedSample';
import { SAMPLE } from './sample';
import { WHOLE } from './wholeFlow';

const NONSENSE: readonly (Json | undefined)[] = [undefined, null, 0, '', 'x', [], {}, [[]], { a: { b: 1 } }];

describe('until loops', () => {
  it('UL-02 SH-01 a cap that is missing, 0, negative, a text, a fraction or too high is refused, naming the field', () => {
    for (const cap of [undefined, 0, -1, '3', 2.5, null, 1_000_001]) {
      const text = SAMPLE.replace('"maxPasses": 5,', cap === undefined ? '' : `"maxPasses": ${JSON.stringify(cap)},`);
      const read = examine(text);
      const errors = read.issues.filter((issue) => issue.severity === 'error');
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatchObject({ code: 'loop-without-cap', path: ['loops', 'fix', 'maxPasses'] });
      expect(errors[0]?.message).toContain('maxPasses');
      expect(read.flow).toBeNull();
    }
    for (const cap of [1, 3, 1_000_000]) expect(errorsAfter(set('loops.fix.maxPasses', cap))).toEqual([]);
  });

  it('UL-02 each wrong cap is told apart, and its fix gives a sound one', () => {
    const messages = [undefined, 0, -1, '3', 2.5].map((cap) => {
      const change = set('loops.fix.maxPasses', cap);
      const issue = issuesAfter(change).find(({ code }) => code === 'loop-without-cap');
      expect(errorsAfter(change, ...(issue?.fix?.changes ?? []))).toEqual([]);
      return issue?.message;
    });
    expect(new Set(messages).size).toBe(5);
  });

  it('UL-03 the body is entered only at its head', () => {
    const pre = set('steps.pre', { ...WORK, next: 'verify' });
    const start = set('start', ['act', 'pre']);
    expect(errorsAfter(pre, start)).toEqual([['loop-entry', 'steps.pre.next']]);
    expect(errorsAfter(pre, start, set('steps.pre.next', 'act'))).toEqual([]);
    expect(errorsAfter(set('start', 'verify'))).toContainEqual(['loop-entry', 'start']);
  });

  it('UL-03 no route leads back into the body: the loop does', () => {
    expect(errorsAfter(set('steps.verify.routes', { fail: 'act' }))).toContainEqual([
      'loop-back-edge',
      'steps.verify.routes.fail',
    ]);
    expect(errorsAfter(set('steps.judge.next', 'act'))).toContainEqual(['loop-back-edge', 'steps.judge.next']);
    expect(errorsAfter(set('steps.judge.next', 'verify'))).toContainEqual(['loop-back-edge', 'steps.judge.next']);
  });

  it('UL-04 a body step with a way to @complete that does not pass the tail is refused, naming the route', () => {
    expect(errorsAfter(set('steps.act.branches', { done: '@complete' }))).toEqual([
      ['judge-bypassed', 'steps.act.branches.done'],
    ]);
    const over = set('steps.over', { kind: 'verify', commands: [{ run: ['x'] }], next: '@complete' });
    expect(errorsAfter(over, set('steps.verify.routes', { fail: 'over' }))).toEqual([
      ['judge-bypassed', 'steps.verify.routes.fail'],
    ]);
    expect(
      errorsAfter(set('steps.over', { ...WORK, next: '@stop' }), set('steps.verify.routes', { fail: 'over' })),
    ).toEqual([]);
  });

  it('UL-05 running out never reaches @complete, directly or over any steps, deciding ones too', () => {
    expect(errorsAfter(set('loops.fix.onExhausted', '@complete'))).toEqual([
      ['complete-through-bound', 'loops.fix.onExhausted'],
    ]);
    const after = set('steps.after', { kind: 'verify', commands: [{ run: ['x'] }], next: '@complete' });
    expect(errorsAfter(after, set('loops.fix.onExhausted', 'after'))).toEqual([
      ['complete-through-bound', 'loops.fix.onExhausted'],
    ]);
    expect(errorsAfter(after, set('steps.after.next', '@handoff'), set('loops.fix.onExhausted', 'after'))).toEqual([]);
    expect(errorsAfter(set('loops.fix.onExhausted'))).toEqual([]);
  });

  it('UL-06 a body without a verification is refused', () => {
    expect(errorsAfter(set('steps.act.next', 'judge'), set('steps.verify'))).toEqual([
      ['loop-without-verify', 'loops.fix'],
    ]);
  });

  it('the tail is a judge that the head leads to, and every judge is a tail', () => {
    expect(errorsAfter(set('loops.fix.tail', 'verify'))).toContainEqual(['loop-tail', 'loops.fix.tail']);
    expect(errorsAfter(set('loops.fix.tail', 'verify'))).toContainEqual(['judge-without-loop', 'steps.judge']);
    expect(errorsAfter(set('steps.verify.next', '@stop'))).toContainEqual(['loop-tail', 'loops.fix.tail']);
    expect(errorsAfter(set('loops'))).toContainEqual(['judge-without-loop', 'steps.judge']);
  });

  it('loops neither overlap nor stand in one another', () => {
    const other = { type: 'until', head: 'verify', tail: 'judge', maxPasses: 2 };
    expect(errorsAfter(set('loops.inner', other))).toContainEqual(['loops-overlap', 'loops.inner']);
  });

  it('a loop without a spend cap is warned about, and an unknown type refused', () => {
    expect(issuesAfter(set('loops.fix.spendCap')).map((issue) => [issue.code, issue.severity])).toEqual([
      ['loop-without-spend-cap', 'warning'],
    ]);
    expect(errorsAfter(set('loops.fix.type', 'untill'))).toEqual([['unknown-loop-type', 'loops.fix.type']]);
  });
});

describe('commands', () => {
  const commandIssues = (command: Json) => errorsAfter(set('steps.verify.commands', [command])).map(([code]) => code);

  it('SH-11 a pipe, ||, ; or & that can hide a failure is refused, in a shell text and in a list that starts a shell', () => {
    for (const shell of [
      'node -e "process.exit(1)" | cat',
      'node -e "process.exit(1)" || true',
      'npm test; echo done',
      'npm test & echo done',
      'npm test |& tee log',
      'npm test\necho done',
      'echo $(npm test)',
      'echo "`npm test`"',
      "npm test '| more",
    ]) {
      expect(commandIssues({ shell })).toEqual(['command-hides-failure']);
      expect(commandIssues({ run: ['sh', '-c', shell] })).toEqual(['command-hides-failure']);
      expect(commandIssues({ run: ['cmd.exe', '/c', shell] })).toEqual(['command-hides-failure']);
    }
  });

  it('SH-11 what hides nothing is let through', () => {
    for (const shell of [
      'npm test',
      'npm run build && npm test',
      'npm test 2>&1',
      'npm test > log 2>&1',
      'node -e "a; b || c & d | e"',
      'npm test # ; not this',
      'npm test\n',
    ])
      expect(commandIssues({ shell })).toEqual([]);
    expect(commandIssues({ run: ['node', '-e', 'a; b || c'] })).toEqual([]);
  });

  it('SH-11 a command that cannot fail proves nothing', () => {
    for (const shell of ['true', 'echo ok', 'exit 0', 'echo a && true'])
      expect(commandIssues({ shell })).toEqual(['command-cannot-fail']);
    expect(commandIssues({ run: ['true'] })).toEqual(['command-cannot-fail']);
    expect(commandIssues({ shell: 'npm test && echo ok' })).toEqual([]);
    expect(errorsAfter(set('steps.verify.commands', []))).toEqual([['no-commands', 'steps.verify.commands']]);
    expect(errorsAfter(set('steps.act.check.command', { shell: 'npm test || true' }))).toEqual([
      ['command-hides-failure', 'steps.act.check.command.shell'],
    ]);
  });
});

describe('routes', () => {
  it('unknown targets are named with the nearest name, and the fix mends them', () => {
    const issues = issuesAfter(set('steps.act.next', 'verfiy'));
    const issue = issues.find(({ code }) => code === 'unknown-target');
    expect(issue?.message).toContain('Did you mean "verify"?');
    expect(errorsAfter(set('steps.act.next', 'verfiy'), ...(issue?.fix?.changes ?? []))).toEqual([]);
    expect(errorsAfter(set('steps.judge.next', '@done'))).toContainEqual(['unknown-target', 'steps.judge.next']);
    expect(errorsAfter(set('start', '@stop'))).toContainEqual(['unknown-target', 'start']);
    expect(errorsAfter(set('start'))).toEqual([['missing-start', 'start']]);
    expect(errorsAfter(set('steps.verify.next'))).toContainEqual(['missing-target', 'steps.verify.next']);
  });

  it('one strong route where one is due', () => {
    expect(errorsAfter(set('steps.judge.next', ['@complete', '@stop']))).toContainEqual([
      'many-strong-routes',
      'steps.judge.next',
    ]);
    expect(errorsAfter(set('steps.act.next', ['verify', 'verify']))).toEqual([
      ['many-strong-routes', 'steps.act.next.1'],
    ]);
    expect(errorsAfter(set('steps.act.next', ['verify', '@stop']))).toEqual([
      ['many-strong-routes', 'steps.act.next.1'],
    ]);
    expect(errorsAfter(set('steps.act.next', ['verify', 'judge']))).toEqual([]);
  });

  it('unreachable steps and steps without an end', () => {
    expect(errorsAfter(set('steps.lone', { ...WORK, next: '@stop' }))).toEqual([['unreachable', 'steps.lone']]);
    const round = [
      set('budget', { usd: 1 }),
      set('steps.judge.next', 'a'),
      set('steps.a', { ...WORK, next: 'b' }),
      set('steps.b', { ...WORK, next: 'a' }),
    ];
    expect(errorsAfter(...round)).toEqual([
      ['no-end', 'steps.a'],
      ['no-end', 'steps.b'],
    ]);
  });

  it('a cycle needs a bound: a loop, a person or a budget', () => {
    const cycle = (kind: Json) => [
      set('steps.judge.next', 'a'),
      set('steps.a', { ...WORK, next: 'b' }),
      set('steps.b', kind),
    ];
    const router = { kind: 'router', cases: [{ when: 'steps.a.visits > 1', to: '@stop' }], else: 'a' };
    expect(errorsAfter(...cycle(router))).toEqual([['cycle-without-bound', 'steps.a.next']]);
    expect(errorsAfter(...cycle(router), set('budget', { usd: 3 }))).toEqual([]);
    const ask = { kind: 'ask', question: 'On?', choices: ['on', 'off'], routes: { on: 'a', off: '@stop' } };
    expect(errorsAfter(...cycle(ask))).toEqual([]);
    expect(
      errorsAfter(
        set('steps.judge.next', 'again'),
        set('steps.again', { ...router, else: 'act' }),
        set('steps.again.cases.0.when', 'steps.act.visits > 2'),
      ),
    ).toEqual([]);
  });

  it('failure and deadlines do not lead to @complete undecided', () => {
    const last = (step: Json) => [set('steps.judge.next', 'last'), set('steps.last', step)];
    expect(errorsAfter(...last({ ...WORK, next: '@complete', routes: { failed: '@complete' } }))).toEqual([
      ['complete-through-bound', 'steps.last.routes.failed'],
    ]);
    const verify = { kind: 'verify', commands: [{ run: ['x'] }], next: '@complete' };
    expect(errorsAfter(...last({ ...verify, routes: { fail: '@complete' } }))).toEqual([
      ['complete-through-bound', 'steps.last.routes.fail'],
    ]);
    expect(
      errorsAfter(...last({ ...WORK, next: '@complete', routes: { failed: 'proof' } }), set('steps.proof', verify)),
    ).toEqual([]);
    const ask = {
      kind: 'ask',
      question: 'Ship?',
      choices: ['yes', 'no'],
      routes: { yes: '@complete', no: '@stop' },
      deadline: '1h',
      default: 'yes',
    };
    expect(errorsAfter(...last(ask))).toEqual([['complete-through-bound', 'steps.last.routes.yes']]);
    expect(errorsAfter(...last({ ...ask, default: 'no' }))).toEqual([]);
  });
});

describe('whatever is written', () => {
  it.each([
    ['the sample', sample],
    ['a flow of nearly every kind', WHOLE],
  ])('any part of %s taken away or replaced by nonsense is checked without throwing', (_, whole) => {
    const walk = (value: Json, path: JsonPath): readonly JsonPath[] =>
      typeof value !== 'object' || value === null
        ? [path]
        : [
            path,
            ...Object.entries(value).flatMap(([key, member]) =>
              walk(member as Json, [...path, Array.isArray(value) ? Number(key) : key]),
            ),
          ];
    for (const [turn, path] of walk(whole, []).entries()) {
      for (const [index, value] of NONSENSE.entries()) {
        const changed = patched(whole, [value === undefined ? { path } : { path, value }]);
        for (const issue of check(changed)) expect(issue.message).toMatch(/\S/);
        // Reading the text anew is slow: each place once, with another nonsense.
        if (whole !== sample && index !== turn % NONSENSE.length) continue;
        const read = examine(JSON.stringify(changed));
        if (read.flow !== null) expect(read.issues.every((issue) => issue.severity !== 'error')).toBe(true);
      }
    }
  });
});
