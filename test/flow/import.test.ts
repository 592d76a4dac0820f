import { describe, expect, it } from 'vitest';
import { graphOf } from '../../engine/flow/graph';
import { importFlow } from '../../engine/flow/import/importFlow';
import { parseFlow } from '../../engine/flow/parse';
import type { Json, JsonPath } from '../../engine/json';
import { isObject } from '../../engine/json';
import { fc } from '../fc';
import { errors, imported, input, json } from './imported';

describe('an until-loop schematic', () => {
  const made = imported(input('schematic'));

  it('becomes a flow in which nothing is wrong', () => {
    expect(made.format).toBe('until-loop schematic');
    expect(errors(made.flow)).toEqual([]);
    expect(made.get('id')).toBe('mend-parser');
    expect(made.get('start')).toBe('gather');
  });

  it('its items become steps of the kind that they execute, read what they take in and lead where they led', () => {
    const graph = graphOf(made.flow);
    expect(graph.steps.map(({ id, kind }) => `${id}: ${kind}`)).toEqual([
      'gather: work',
      'each: map',
      'each-branch: work',
      'act: work',
      'verify: verify',
      'weigh: judge',
      'approve: ask',
      'publish: call',
      'ask-someone: work',
    ]);
    expect(made.get('steps.gather')).toMatchObject({
      worker: 'researcher',
      prompt: 'Collect what fails\n\nShow as evidence:\n- list of samples',
      check: { required: ['samples'] },
      next: 'each',
      routes: { failed: '@handoff' },
      branches: { unclear: 'approve' },
    });
    expect(made.get('steps.act')).toMatchObject({
      reads: ['each'],
      check: { changedOnDisk: 'claimed', required: ['summary'], accept: ['done'], command: { run: ['make', 'lint'] } },
    });
    expect(made.get('steps.each')).toMatchObject({
      over: '[{"id":"a"},{"id":"b"}]',
      step: 'each-branch',
      maxConcurrency: 2,
      onFailure: 'collect',
    });
    expect(made.get('steps.weigh')).toMatchObject({ worker: 'reviewer', reads: ['verify', 'act'], next: 'approve' });
    expect(made.get('steps.approve')).toMatchObject({
      question: 'Merge this?',
      choices: ['merge', 'later'],
      routes: { merge: 'publish', later: '@stop' },
    });
    expect(made.get('steps.publish')).toMatchObject({
      flow: 'publish-it',
      next: '@complete',
      routes: { stopped: '@stop' },
    });
  });

  it('its loop is an until loop, with the way back and the way out as the loop’s own', () => {
    expect(made.get('loops.loop')).toEqual({
      type: 'until',
      head: 'act',
      tail: 'weigh',
      maxPasses: 6,
      spendCap: { usd: 3.5, tokens: 200_000 },
      noProgressCeiling: 2,
      frozen: ['samples/**'],
      notes: { keep: 7 },
      onExhausted: 'ask-someone',
    });
    expect(graphOf(made.flow).loops[0]?.body).toEqual(['act', 'verify', 'weigh']);
  });

  it('a verification without its commands is a marked placeholder that can only fail, and is listed', () => {
    expect(made.get('steps.verify.title')).toContain('imported without its command');
    expect(made.get('steps.verify.commands')).toEqual([{ shell: expect.stringMatching(/&& exit 1$/) }]);
    expect(made.left.get('items.3.execution')).toContain('always fails');
  });

  it('lists what it did not carry over, each with its place', () => {
    for (const path of [
      'status',
      'version',
      'stages',
      'initial_contracts',
      'owner',
      'items.0.block',
      'items.0.stage',
      'items.0.output',
      'items.0.input.request',
      'items.0.writes',
      'items.2.acceptance_criteria.on_failure',
      'items.5.checkpoint_policy.safe_default_choice',
      'items.6.execution.goal',
      'items.6.execution.flow_ref.entry_mode',
      'items.6.routes.odd',
      'items.7.id',
      'engine_flags.iterates_until_condition.stop_judge.report',
      'engine_flags.iterates_until_condition.body_steps',
      'engine_flags.iterates_until_condition.activate_when_depth_at_least',
    ])
      expect({ path, listed: made.left.has(path) }).toEqual({ path, listed: true });
    for (const path of ['id', 'title', 'items', 'items.2.check', 'items.2.routes', 'items.1.fanout', 'schema_version'])
      expect({ path, listed: made.left.has(path) }).toEqual({ path, listed: false });
  });

  it('commands that the file does have are taken, and then nothing is a placeholder', () => {
    const checks: Json = [
      { kind: 'command', command: 'make test' },
      { kind: 'wish' },
      { kind: 'report_field', field: 'x', predicate: 'present' },
    ];
    const { get, left } = json({
      items: [
        {
          id: 'v',
          title: 'V',
          execution: { kind: 'verification' },
          acceptance_criteria: { checks },
          routes: { pass: '@complete' },
        },
      ],
      starts_at: 'v',
    });
    expect(get('steps.v')).toEqual({
      kind: 'verify',
      title: 'V',
      commands: [{ shell: 'make test' }],
      next: '@complete',
    });
    expect([...left.keys()].sort()).toEqual([
      'items.0.acceptance_criteria.checks.1',
      'items.0.acceptance_criteria.checks.2',
    ]);
  });

  it('guesses no target, kind, loop or branches: what is not understood is listed, and stops', () => {
    const { get, left, flow } = json({
      items: [
        { id: 'a', execution: { kind: 'dance', role: 'w' }, routes: { continue: 'nowhere' } },
        { id: 'b', execution: { kind: 'fanout', role: 'w' }, fanout: { branches_from: 'x', join: 'pick-winner' } },
        { id: 'a', execution: { kind: 'compose' } },
        { title: 'no id' },
      ],
      engine_flags: { iterates_until_condition: { head_step: 'a', tail_step: 'gone' }, iterates_slice_loop: {} },
    });
    expect(get('steps.a')).toMatchObject({ kind: 'work', next: '@stop' });
    expect(get('steps.b')).toMatchObject({ over: '[]', next: '@stop' });
    expect(get('loops')).toBeUndefined();
    expect([...left.keys()]).toEqual(
      expect.arrayContaining([
        'items.0.execution.kind',
        'items.0.routes.continue',
        'items.1.fanout',
        'items.1.fanout.join',
        'items.1.fanout.branches_from',
        'items.1.routes',
        'items.2',
        'items.3',
        'starts_at',
        'engine_flags.iterates_until_condition',
        'engine_flags.iterates_slice_loop',
      ]),
    );
    expect(parseFlow(JSON.stringify(flow)).flow).not.toBeNull();
  });

  it('EN-03 a loop without a usable cap has a cap of one pass, and one without a judge says so', () => {
    const items = ['a', 'b'].map((id) => ({
      id,
      execution: { kind: 'relay', role: 'w' },
      routes: { continue: '@complete' },
    }));
    const until = {
      head_step: 'a',
      tail_step: 'b',
      max_iterations: 'many',
      cumulative_usd_cap: -1,
      carried_notes: { max_entries: 99 },
    };
    const { get, left, flow } = json({ starts_at: 'a', items, engine_flags: { iterates_until_condition: until } });
    expect(get('loops.loop')).toEqual({ type: 'until', head: 'a', tail: 'b', maxPasses: 1, onExhausted: '@stop' });
    const flags = 'engine_flags.iterates_until_condition';
    expect([...left.keys()].sort()).toEqual(
      [flags, `${flags}.max_iterations`, `${flags}.cumulative_usd_cap`, `${flags}.carried_notes.max_entries`].sort(),
    );
    expect(errors(flow)).not.toEqual([]);
  });
});

describe('importing', () => {
  it('says why nothing can be made of other files', () => {
    const why = (text: string) => {
      const made = importFlow(text);
      return made.ok ? null : made.why;
    };
    expect(why('')).toContain('not readable');
    expect(why('{ "items": [ }')).toContain('not readable');
    expect(why('[]')).toContain('format is not known');
    expect(why('{ "nodes": [] }')).toContain('format is not known');
    expect(why('{ "converge": 1, "steps": {} }')).toContain('a flow already');
    expect(why('{ "items": [{}] }')).toContain('no item with an id');
    expect(why('{ "loops": [] }')).toContain('names no agent');
  });

  it('never throws, and what it makes is always good in shape, whatever stands in the file', () => {
    const files = ['schematic', 'loopGroups', 'onlyLoops'].map((name): Json => JSON.parse(input(name)));
    const odd = fc.oneof(
      fc.constantFrom<Json>(
        null,
        '',
        'act',
        '@complete',
        '@odd',
        0,
        -1,
        3,
        1.5,
        true,
        [],
        {},
        ['x', 3],
        { id: 'x' },
        '__proto__',
      ),
      fc.json({ maxDepth: 2 }).map((text): Json => JSON.parse(text)),
    );
    const hits = fc.array(fc.tuple(fc.nat(), odd), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...files), hits, (file, changes) => {
        let now = file;
        for (const [place, value] of changes) {
          const places = pathsIn(now);
          now = replaced(now, places[place % places.length] ?? [], value);
        }
        const made = importFlow(JSON.stringify(now));
        if (!made.ok) return;
        expect(parseFlow(JSON.stringify(made.flow)).issues).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

function pathsIn(value: Json, path: JsonPath = []): readonly JsonPath[] {
  const inner = Array.isArray(value)
    ? value.flatMap((item: Json, index) => pathsIn(item, [...path, index]))
    : isObject(value)
      ? Object.entries(value).flatMap(([key, member]) => pathsIn(member, [...path, key]))
      : [];
  return [path, ...inner];
}

function replaced(value: Json, [key, ...rest]: JsonPath, to: Json): Json {
  if (key === undefined) return to;
  if (Array.isArray(value)) return value.map((item: Json, index) => (index === key ? replaced(item, rest, to) : item));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, name === key ? replaced(item, rest, to) : item]),
  );
}
