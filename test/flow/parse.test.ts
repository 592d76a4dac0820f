import { describe, expect, it } from 'vitest';
import { examine } from '../../engine/flow/examine';
import { completionsAt } from '../../engine/flow/language';
import { parseFlow } from '../../engine/flow/parse';
import { SAMPLE } from './sample';

describe('reading a flow', () => {
  it('the sample is sound: no finding, and the strict flow is there', () => {
    const read = examine(SAMPLE);
    expect(read.issues).toEqual([]);
    expect(read.broken).toBeNull();
    expect(read.flow?.steps.act?.kind).toBe('work');
    expect(read.flow?.loops?.fix).toMatchObject({ type: 'until', maxPasses: 5 });
  });

  it('an empty text is told how to start, and is no syntax error', () => {
    for (const text of ['', '  \n', '// only a comment\n']) {
      const read = parseFlow(text);
      expect(read.broken).toMatchObject({ code: 'empty', line: 1 });
      expect(read.broken?.message).toContain('template');
      expect(read.value).toBeNull();
    }
  });

  it('SH-34 conflict markers are recognised with their line, whatever else is wrong', () => {
    const text = SAMPLE.replace('  "start"', '<<<<<<< ours\n  "start"').replace(
      '  "workers"',
      '=======\n>>>>>>> theirs\n  "workers"',
    );
    const read = examine(text);
    expect(read.broken).toMatchObject({ code: 'conflict', line: 7 });
    expect(read.issues).toHaveLength(1);
    expect(read.issues[0]?.message).toContain('Line 7');
    expect(read.flow).toBeNull();
    expect(parseFlow(SAMPLE.replace('All tests pass.', '======= or <<<<<<< in a text')).broken).toBeNull();
    expect(parseFlow(`/*\n=======\n*/\n${SAMPLE}`).broken).toBeNull();
  });

  it('SH-34 a text cut off in the middle names a line and gives no value to edit', () => {
    const read = examine(SAMPLE.slice(0, SAMPLE.indexOf('"judge":')));
    expect(read.broken?.code).toBe('syntax');
    expect(read.broken?.line).toBeGreaterThan(10);
    expect(read.value).toBeNull();
  });

  it('SH-34 a newer format says so once, can be drawn and cannot be run', () => {
    const read = examine(SAMPLE.replace('"converge": 1', '"converge": 2').replace('"work"', '"dream"'));
    expect(read.broken).toMatchObject({ code: 'newer', line: 2 });
    expect(read.issues.map((issue) => issue.code)).toEqual(['format-newer']);
    expect(read.issues[0]?.message).toContain('format 2');
    expect(read.value).not.toBeNull();
    expect(read.flow).toBeNull();
  });

  it('a key that stands twice is an error with its line', () => {
    const read = parseFlow(SAMPLE.replace('"goal"', '"title": "again",\n  "goal"'));
    expect(read.broken).toMatchObject({ code: 'syntax', line: 6 });
    expect(read.issues).toMatchObject([{ code: 'duplicate-key', path: ['title'] }]);
  });

  it('what is no flow says so', () => {
    for (const text of ['[]', '3', '{ "name": "x" }']) expect(parseFlow(text).broken?.code).toBe('not-a-flow');
  });

  it('SH-33 unknown keys are warnings, the flow is still there, and a near name is offered', () => {
    const read = examine(
      SAMPLE.replace('"attempts": 2', '"atempts": 2, "retries": 0').replace('"goal"', '"x-mine": 1, "goal"'),
    );
    expect(read.issues.map((issue) => [issue.code, issue.severity, issue.path.join('.')])).toEqual([
      ['unknown-key', 'warning', 'x-mine'],
      ['unknown-key', 'warning', 'steps.act.atempts'],
      ['unknown-key', 'warning', 'steps.act.retries'],
    ]);
    expect(read.issues[1]?.message).toContain('"attempts"');
    expect(read.flow).not.toBeNull();
  });

  it('shape findings are sentences with a place, and nothing is said twice', () => {
    const read = examine(
      SAMPLE.replace('"maxPasses": 5', '"maxPasses": "5"')
        .replace('"attempts": 2', '"attempts": 2.5')
        .replace('"kind": "judge"', '"kind": "jugde"'),
    );
    const errors = read.issues.filter((issue) => issue.severity === 'error');
    expect(errors.map((issue) => issue.path.join('.'))).toEqual([
      'steps.act.attempts',
      'steps.judge.kind',
      'loops.fix.tail',
      'loops.fix.maxPasses',
    ]);
    expect(errors[0]?.message).toBe('"steps.act.attempts" is 2.5, but must be a whole number.');
    expect(errors[1]?.message).toContain('Did you mean "judge"?');
    expect(read.flow).toBeNull();
  });

  it('places: a value, its nearest ancestor where it is missing, and the way back from an offset', () => {
    const read = parseFlow(SAMPLE);
    const range = read.rangeOf(['steps', 'verify', 'commands', 0, 'run', 1]);
    expect(SAMPLE.slice(range.offset, range.offset + range.length)).toBe('"test"');
    expect(range.line).toBe(12);
    expect(read.rangeOf(['steps', 'act', 'branches', 'x']).offset).toBe(read.rangeOf(['steps', 'act']).offset);
    expect(read.pathAt(range.offset + 1)).toEqual(['steps', 'verify', 'commands', 0, 'run', 1]);
    expect(parseFlow('').rangeOf(['x'])).toEqual({ offset: 0, length: 0, line: 1, column: 1 });
  });

  it('cut off anywhere, or with a piece missing, it is read without throwing, and never as a sound flow by accident', () => {
    for (let at = 0; at < SAMPLE.length; at += 7) {
      const cut = examine(SAMPLE.slice(0, at));
      expect(cut.broken).not.toBeNull();
      expect(cut.broken?.line).toBeGreaterThan(0);
      completionsAt(SAMPLE.slice(0, at), at);
      const gap = examine(SAMPLE.slice(0, at) + SAMPLE.slice(at + 5));
      expect(gap.flow === null).toBe(gap.issues.some((issue) => issue.severity === 'error'));
      for (const issue of gap.issues) expect(gap.rangeOf(issue.path).line).toBeGreaterThan(0);
    }
  });

  it('a byte order mark and Windows line ends change nothing', () => {
    const text = `\uFEFF${SAMPLE.replaceAll('\n', '\r\n')}`;
    const read = examine(text);
    expect(read.issues).toEqual([]);
    expect(read.rangeOf(['start']).line).toBe(7);
  });

  const gate = (evaluator: unknown) => {
    const routes = { revise: '@stop', escalate: '@stop' };
    const step = { kind: 'gate', evaluator, next: '@stop', routes };
    const read = parseFlow(JSON.stringify({ converge: 1, id: 'f', start: 'g', steps: { g: step } }));
    return {
      sound: read.flow !== null,
      said: read.issues.map(({ code, path, message }) => [code, path.slice(3).join('.'), message]),
    };
  };

  it('a choice of shapes: what is wrong is said of the one that was meant, once', () => {
    expect(gate({ when: 3 }).said).toEqual([
      ['bad-value', 'when', '"steps.g.evaluator.when" is 3, but must be a text.'],
    ]);
    expect(gate({ commands: [] }).said).toMatchObject([['bad-value', 'commands', expect.any(String)]]);
    expect(gate({ commands: [{ run: ['x'], shell: 'y' }] }).said).toMatchObject([
      ['bad-value', 'commands.0', expect.any(String)],
    ]);
    expect(gate({ all: [{ when: '' }] }).said).toMatchObject([['bad-value', 'all.0.when', expect.any(String)]]);
    expect(gate({}).said).toEqual([
      ['bad-value', '', '"steps.g.evaluator" has none of "worker", "commands", "when", "all": give one of them.'],
    ]);
    expect(gate({ worker: 'w', commands: [{ run: ['x'] }] }).said).toEqual([
      [
        'bad-value',
        '',
        '"steps.g.evaluator" has "commands" and "worker", which exclude one another: keep one of them.',
      ],
    ]);
    expect(gate(3).said).toMatchObject([['bad-value', '', expect.any(String)]]);
  });

  it('SH-33 unknown keys inside of a choice of shapes are warnings with the near name, and the flow is there', () => {
    for (const [evaluator, path, near] of [
      [{ worker: 'w', promt: 'x' }, 'promt', 'prompt'],
      [{ commands: [{ run: ['x'], expct: 'exit' }] }, 'commands.0.expct', 'expect'],
      [{ all: [{ when: 'true' }, { worker: 'w', promp: 'x' }] }, 'all.1.promp', 'prompt'],
    ] as const) {
      const { sound, said } = gate(evaluator);
      expect(said).toMatchObject([['unknown-key', path, expect.stringContaining(`Did you mean "${near}"?`)]]);
      expect(sound).toBe(true);
    }
  });

  it('each part of the format has its own keys, whatever its kind and type', () => {
    const read = parseFlow(
      JSON.stringify({
        converge: 1,
        id: 'f',
        start: 'a',
        budget: { usdd: 1 },
        inputs: { x: { type: 'string', defalt: 1 } },
        channels: { c: { reducer: 'byKey', fields: { a: { reducer: 'last', writr: 'a' } } } },
        steps: {
          a: { kind: 'work', worker: 'w', prompt: 'p', next: '@stop', effect: { key: '1', onIncomplet: 'skip' } },
          w: { kind: 'watch', poll: { run: ['x'] }, routes: { activity: '@stop', terminal: '@stop', deadlin: 'a' } },
        },
        loops: {
          g: { type: 'group', from: 'a', to: 'a', maxIterations: 3, exitTo: 'a', exitWen: 'true' },
          i: { type: 'improve', head: 'a', tail: 'a', perfct: 3, maxPasses: 2 },
          u: { type: 'until', head: 'a', tail: 'a', maxPasses: 2, notes: { keeep: 3 } },
        },
      }),
    );
    const near = (message: string) => /Did you mean "(\w+)"/.exec(message)?.[1] ?? null;
    expect(read.issues.map((issue) => [issue.path.join('.'), near(issue.message)])).toEqual([
      ['budget.usdd', 'usd'],
      ['inputs.x.defalt', 'default'],
      ['channels.c.fields.a.writr', 'writer'],
      ['steps.a.effect.onIncomplet', 'onIncomplete'],
      ['steps.w.routes.deadlin', 'deadline'],
      ['loops.g.exitWen', 'exitWhen'],
      ['loops.i.perfct', 'perfect'],
      ['loops.i.maxPasses', null],
      ['loops.u.notes.keeep', 'keep'],
    ]);
    expect(read.flow).not.toBeNull();
  });
});
