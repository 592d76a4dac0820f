import { describe, expect, it } from 'vitest';
import { examine } from '../../engine/flow/examine';
import { graphOf } from '../../engine/flow/graph';
import { membersOf } from '../../engine/flow/graph/membersOf';
import type { Json, JsonObject } from '../../engine/json';
import { errorsOf, fixedBy, flowOf, gate, issueOf, router, verify, warningsOf, work } from './checkedFlow';

const GROUP = { type: 'group', from: 'assess', to: 'revise', maxIterations: 3, exitTo: 'main' };
const MAIN = router(['revise', 'proof']);
const steps = (more: JsonObject = {}): JsonObject => ({
  main: MAIN,
  revise: work('measure'),
  measure: work('assess'),
  assess: work('revise'),
  proof: verify('@complete', { routes: { fail: '@stop' } }),
  ...more,
});
/** The group of the three members, with other steps, another group and other keys. */
const flow = (change: JsonObject = {}, group: JsonObject = {}, more: JsonObject = {}): JsonObject =>
  flowOf(steps(change), { main: 'main', loops: { refine: { ...GROUP, ...group } }, ...more });

describe('loop groups', () => {
  it('SH-20 the group is sound: no finding', () => {
    expect(errorsOf(flow())).toEqual([]);
    expect(warningsOf(flow())).toEqual([]);
  });

  it('SE-01 SH-20 ids: a letter, then up to 63 letters, digits, _ and -', () => {
    const called = (id: string) => errorsOf(flow({}, {}, { loops: { [id]: GROUP } }));
    for (const id of ['refinement', 'a', 'a-b_1', 'x'.repeat(64)]) expect(called(id)).toEqual([]);
    for (const id of ['1x', '', 'a b', '1abc', 'x'.repeat(65)]) expect(called(id)).toEqual([`bad-id loops.${id}`]);
    expect(called('budget')).toEqual(['reserved-name loops.budget']);
  });

  it('SE-02 two groups with one id are refused', () => {
    const text = JSON.stringify(flow()).replace('"loops":{', `"loops":{"refine":${JSON.stringify(GROUP)},`);
    expect(examine(text).issues.map(({ code, path }) => [code, path])).toEqual([
      ['duplicate-key', ['loops', 'refine']],
    ]);
  });

  it('SE-03 SH-01 EN-03 maxIterations is a whole number from 1 to 1,000,000; each wrong one is told with its field', () => {
    const read = (cap: Json | undefined) => {
      const { maxIterations: _, ...uncapped } = GROUP;
      const loops = { refine: cap === undefined ? uncapped : { ...GROUP, maxIterations: cap } };
      return examine(JSON.stringify({ ...flow(), loops }));
    };
    for (const cap of [1, 3, 1_000_000]) expect(read(cap).flow).not.toBeNull();
    for (const cap of [undefined, 0, -1, 1.5, '3', 1_000_001, null]) {
      const { flow: none, issues } = read(cap);
      expect(none).toBeNull();
      expect(issues).toMatchObject([{ code: 'loop-without-cap', path: ['loops', 'refine', 'maxIterations'] }]);
      expect(issues[0]?.message).toContain('maxIterations');
      expect(issues[0]?.fix).toBeDefined();
    }
  });

  it('SE-04 SH-20 the strong route of the tail leads to the entry, and the fix leads it there', () => {
    const wrong = flow({ assess: work('main') });
    expect(errorsOf(wrong)).toEqual(['group-tail steps.assess.next']);
    expect(issueOf(wrong, 'group-tail')?.message).toMatch(/"assess".*"refine".*"revise"/);
    expect(errorsOf(fixedBy(wrong, 'group-tail'))).toEqual([]);
    expect(errorsOf(flow({ assess: router(['revise']) }))).toContain('group-tail loops.refine.from');
  });

  it('SE-05 SH-20 a member with two strong routes, or with none, is refused by name', () => {
    const two = flow({ revise: work(['measure', 'proof']) });
    expect(errorsOf(two)).toEqual(['group-member steps.revise.next']);
    expect(issueOf(two, 'group-member')?.message).toMatch(/member "revise" of the group "refine" has 2 strong routes/);
    expect(errorsOf(flow({ measure: work() }))).toContain('group-member steps.measure.next');
    const asks = { kind: 'ask', question: '?', choices: ['on'], routes: { on: 'assess' } };
    expect(errorsOf(flow({ measure: asks }))).toEqual(['group-member steps.measure']);
    expect(errorsOf(flow({ assess: work(['revise', 'proof']) }))).toEqual(['group-member steps.assess.next']);
  });

  it('SE-06 SH-20 the way from the entry to the tail does not pass Main', () => {
    const through = flow({ measure: work('main'), main: router(['revise', 'assess', 'proof']) });
    expect(errorsOf(through)).toEqual(['group-through-main steps.measure.next']);
    expect(issueOf(through, 'group-through-main')?.message).toContain('passes Main');
    expect(errorsOf(flow({}, { to: 'main' }))).toContain('group-through-main loops.refine.to');
  });

  it('SE-07 a way from the entry that never comes to the tail is refused', () => {
    const lost = flow({ measure: work('@stop'), main: router(['revise', 'assess', 'proof']) });
    expect(errorsOf(lost)).toEqual(['group-path steps.measure.next']);
    expect(issueOf(lost, 'group-path')?.message).toContain('leads to "@stop"');
    const circle = flow({ measure: work('revise'), main: router(['revise', 'assess', 'proof']) });
    expect(errorsOf(circle)).toContain('group-path steps.measure.next');
  });

  it('SE-08 SH-20 the tail is not the terminal step', () => {
    const found = errorsOf(flow({}, {}, { terminal: 'assess' }));
    expect(found).toContain('group-tail loops.refine.from');
    expect(errorsOf(flow({}, {}, { terminal: 'proof' }))).toEqual([]);
  });

  it('SE-09 SH-20 the exit stands outside: Main or another step, no member and no end', () => {
    for (const exitTo of ['revise', 'measure', 'assess'])
      expect(errorsOf(flow({}, { exitTo }))).toContain('group-exit loops.refine.exitTo');
    expect(errorsOf(flow({}, { exitTo: 'proof' }))).toEqual([]);
    expect(errorsOf(flow({}, { exitTo: '@stop' }))).toEqual(['unknown-target loops.refine.exitTo']);
    const { exitTo: _, ...without } = GROUP;
    const nowhere = flow({}, {}, { loops: { refine: without } });
    expect(errorsOf(nowhere)).toEqual(['missing-target loops.refine.exitTo']);
    expect(errorsOf(fixedBy(nowhere, 'missing-target'))).toEqual([]);
  });

  it('SE-10 SH-20 two groups that share a member or an entry are refused, naming both', () => {
    const other = { ...GROUP, from: 'other', to: 'revise' };
    const shared = flow({ other: work('revise') }, {}, { loops: { refine: GROUP, second: other } });
    const issue = issueOf(shared, 'loops-overlap');
    expect(issue?.path).toEqual(['loops', 'second']);
    expect(issue?.message).toMatch(/"refine" and "second" share "revise".*Both are entered at "revise"/);
    const tail = flow({ pre: work('assess') }, {}, { loops: { refine: GROUP, second: { ...GROUP, to: 'pre' } } });
    expect(issueOf(tail, 'loops-overlap')?.message).toContain('share "assess"');
  });

  it('SE-11 SH-20 a group inside of another is refused as nested', () => {
    const inner = { ...GROUP, to: 'measure', from: 'assess' };
    const nested = flow({}, {}, { loops: { refine: GROUP, inner } });
    expect(issueOf(nested, 'loops-overlap')?.message).toMatch(/"inner" stands inside of the loop "refine" \(nested/);
    const apart = flow(
      { a: work('b'), b: work('a'), main: router(['revise', 'proof', 'a']) },
      {},
      { loops: { refine: GROUP, second: { ...GROUP, from: 'b', to: 'a' } } },
    );
    expect(errorsOf(apart)).toEqual([]);
  });

  it('SE-12 SH-20 a member with a weak route is refused, and the fix takes it away', () => {
    const weak = flow({ measure: work('assess', { branches: { out: 'proof' } }) });
    expect(errorsOf(weak)).toEqual(['group-weak-route steps.measure.branches.out']);
    expect(issueOf(weak, 'group-weak-route')?.message).toMatch(/"measure".*"refine"/);
    expect(errorsOf(fixedBy(weak, 'group-weak-route'))).toEqual([]);
  });

  it('SE-13 to, from or exitTo that name no step are refused where they stand', () => {
    for (const key of ['to', 'from', 'exitTo'])
      expect(errorsOf(flow({}, { [key]: 'nobody' }))).toContain(`unknown-target loops.refine.${key}`);
    const near = flow({ boss: MAIN }, { exitTo: 'main' }, { main: 'boss', start: 'boss' });
    const { main: _, ...others } = steps({ boss: MAIN });
    expect(errorsOf(fixedBy({ ...near, steps: others }, 'unknown-target'))).toEqual([]);
  });

  it('SE-14 a flow without loops has no finding about loops', () => {
    expect(errorsOf(flowOf({ a: work('b'), b: verify('@complete') }))).toEqual([]);
  });

  it('SE-15 the members of a sound group are known in the order of their routes', () => {
    const graph = graphOf(flow());
    expect(graph.loops.map((loop) => membersOf(graph, loop))).toEqual([['revise', 'measure', 'assess']]);
  });

  it('a member may fail out of the group, but only its tail leads to the entry', () => {
    expect(errorsOf(flow({ measure: work('assess', { routes: { failed: 'main' } }) }))).toEqual([]);
    expect(errorsOf(flow({ measure: work('assess', { routes: { failed: 'revise' } }) }))).toEqual([
      'loop-back-edge steps.measure.routes.failed',
    ]);
    const checked = { measure: gate('assess', 'main'), assess: verify('revise', { routes: { fail: 'revise' } }) };
    expect(errorsOf(flow(checked))).toEqual([]);
  });

  it('a group of one step leads to itself', () => {
    const one = flowOf(
      { main: router(['a', 'proof']), a: work('a'), proof: verify('@complete') },
      { main: 'main', loops: { refine: { ...GROUP, from: 'a', to: 'a' } } },
    );
    expect(errorsOf(one)).toEqual([]);
  });

  it('warns: a route into the middle, an exit that comes back without Main, the terminal step inside', () => {
    expect(warningsOf(flow({ main: router(['revise', 'measure', 'proof']) }))).toEqual([
      'group-entered-inside steps.main.branches.to1',
    ]);
    expect(warningsOf(flow({}, {}, { start: ['measure'] }))).toEqual([]);
    const again = flow({ sum: work('revise') }, { exitTo: 'sum' });
    expect(warningsOf(again)).toEqual(['group-exit-returns loops.refine.exitTo']);
    expect(warningsOf(flow({ sum: work('main') }, { exitTo: 'sum' }))).toEqual([]);
    expect(warningsOf(flow({}, {}, { terminal: 'measure' }))).toContain('terminal-in-group loops.refine');
  });

  it('Main is a router that is there', () => {
    expect(errorsOf(flow({ boss: work('proof') }, {}, { main: 'boss', start: ['main', 'boss'] }))).toEqual([
      'main-not-router main',
    ]);
    expect(errorsOf(flow({}, {}, { main: 'mian' }))).toContain('unknown-target main');
    expect(errorsOf(fixedBy(flow({}, {}, { main: 'mian' }), 'unknown-target'))).toEqual([]);
  });
});

describe('spans in one another', () => {
  const inUntil = (loops: JsonObject, more: JsonObject = {}) =>
    flowOf(
      {
        act: work('revise'),
        ...steps({ main: work('verify') }),
        verify: verify('judge'),
        judge: { kind: 'judge', worker: 'w', next: '@complete' },
        ...more,
      },
      {
        loops: {
          fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3, spendCap: { usd: 1 } },
          ...loops,
        },
      },
    );
  const without = (flowJson: JsonObject, ...ids: string[]) => {
    const kept = Object.entries(flowJson.steps as JsonObject).filter(([id]) => !ids.includes(id));
    return { ...flowJson, steps: Object.fromEntries(kept) };
  };

  it('a group stands inside of an until body as a whole; the body goes on where it hands control over', () => {
    expect(errorsOf(without(inUntil({ refine: GROUP }), 'proof'))).toEqual([]);
    const entered = { ...GROUP, to: 'act', from: 'assess' };
    expect(errorsOf(without(inUntil({ refine: entered }, { assess: work('act') }), 'proof'))).toEqual([]);
  });

  it('UL-04 a group inside may not hand control past the judge to @complete', () => {
    const past = inUntil(
      { refine: { ...GROUP, exitTo: 'proof' } },
      { measure: work('assess', { routes: { failed: 'main' } }) },
    );
    expect(errorsOf(past)).toContain('judge-bypassed loops.refine.exitTo');
  });

  it('an improve loop stands inside of an until body, and leaves it only at its tail', () => {
    const improve = { type: 'improve', head: 'draft', tail: 'draft' };
    const body = { act: work('draft'), draft: work('verify') };
    const sound = without(inUntil({ better: improve }, body), 'proof', 'revise', 'measure', 'assess', 'main');
    expect(errorsOf(sound)).toEqual([]);
  });

  it('until loops stand in no other span, and share steps with no other until loop', () => {
    const around = { type: 'improve', head: 'act', tail: 'judge' };
    expect(errorsOf(without(inUntil({ better: around }), 'proof', 'revise', 'measure', 'assess', 'main'))).toContain(
      'loops-overlap loops.better',
    );
    const half = { type: 'improve', head: 'verify', tail: 'after' };
    const crossing = inUntil(
      { better: half },
      { judge: { kind: 'judge', worker: 'w', next: 'after' }, after: work('@complete') },
    );
    expect(errorsOf(crossing)).toContain('loops-overlap loops.better');
  });

  it('an improve loop stands in no group, and groups in no improve loop', () => {
    const improve = { type: 'improve', head: 'measure', tail: 'measure' };
    expect(errorsOf(flow({}, {}, { loops: { refine: GROUP, better: improve } }))).toContain(
      'loops-overlap loops.better',
    );
  });

  it('UL-03 an exit of another loop that leads into the middle of a body is an entry there', () => {
    const outside = inUntil({ refine: { ...GROUP, exitTo: 'verify' } }, { act: work('verify') });
    const started = { ...outside, start: ['act', 'revise'] };
    expect(errorsOf(without(started, 'proof', 'main'))).toContain('loop-entry loops.refine.exitTo');
  });
});

describe('improve loops', () => {
  const improved = (more: JsonObject = {}, loop: JsonObject = {}, keys: JsonObject = {}) =>
    flowOf(
      {
        draft: work('score'),
        score: work('proof'),
        proof: verify('@complete', { routes: { fail: '@stop' } }),
        ...more,
      },
      { loops: { better: { type: 'improve', head: 'draft', tail: 'score', ...loop } }, ...keys },
    );

  it('a head and a tail, or one step for both; every cap it names is sound', () => {
    expect(errorsOf(improved())).toEqual([]);
    expect(warningsOf(improved())).toEqual([]);
    expect(errorsOf(improved({}, { head: 'score' }))).toEqual([]);
    expect(errorsOf(improved({}, { maxIterations: 0 }))).toEqual(['loop-without-cap loops.better.maxIterations']);
  });

  it('AF-63 patience 0 and maxIterations 0 are refused', () => {
    const read = (loop: JsonObject) => examine(JSON.stringify(improved({}, loop)));
    expect(read({ patience: 4, maxIterations: 20 }).flow).not.toBeNull();
    for (const key of ['patience', 'maxIterations']) {
      expect(read({ [key]: 0 }).flow).toBeNull();
      expect(read({ [key]: 0 }).issues.map((issue) => issue.path.join('.'))).toEqual([`loops.better.${key}`]);
    }
  });

  it('it is entered at its head, goes back by itself, and goes on at its tail only', () => {
    expect(errorsOf(improved({ pre: work('score') }, {}, { start: ['draft', 'pre'] }))).toEqual([
      'loop-entry steps.pre.next',
    ]);
    expect(errorsOf(improved({ score: work('draft') }))).toContain('loop-back-edge steps.score.next');
    expect(errorsOf(improved({ draft: work('score', { branches: { skip: 'proof' } }) }))).toEqual([
      'loop-exit steps.draft.branches.skip',
    ]);
    const outs: readonly JsonObject[] = [{ branches: { give: '@stop' } }, { routes: { failed: 'proof' } }];
    for (const out of outs) expect(errorsOf(improved({ draft: work('score', out) }))).toEqual([]);
  });

  it('its tail can give a score', () => {
    expect(warningsOf(improved({ score: verify('proof') }))).toEqual(['improve-without-score loops.better.tail']);
    expect(warningsOf(improved({ score: gate('proof', '@stop') }))).toEqual([]);
    expect(errorsOf(improved({ score: { kind: 'judge', worker: 'w', next: 'proof' } }))).toEqual([
      'judge-without-loop steps.score',
      'loop-tail loops.better.tail',
    ]);
    const typed = improved({
      score: work('proof', { output: { type: 'object', properties: { note: { type: 'string' } } } }),
    });
    expect(warningsOf(typed)).toEqual(['improve-without-score steps.score.output.properties']);
    expect(warningsOf(fixedBy(typed, 'improve-without-score'))).toEqual([]);
  });
});
