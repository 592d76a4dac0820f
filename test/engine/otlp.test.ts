import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { foldHistory } from '../../engine/run/foldHistory';
import type { ChildRun, FlowHistory, StepRun } from '../../engine/run/history';
import { EMPTY_HISTORY } from '../../engine/run/history';
import { otlpLine } from '../../engine/run/otlp/file';
import { runSpans } from '../../engine/run/otlp/runSpans';
import type { Span } from '../../engine/run/otlp/span';
import type { Entry } from '../../engine/trace/entry';
import { ended, entered, opened, pass, start } from '../extension/traces';
import { behaviours, cuts, flows } from '../fakes/randomLives';
import { live } from '../fakes/randomRuns';
import { entries as entriesOf } from '../fakes/runs';
import { trace } from '../fakes/trace';
import { fc } from '../fc';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');
const RUN = '20260301-100000-ab12';

function spansOf(entries: readonly Entry[], run = RUN): readonly Span[] {
  const spans = runSpans(run, digest);
  const made = entries.flatMap((entry) => spans.next(entry));
  return [...made, ...spans.end()];
}

const textAt = (span: Pick<Span, 'attributes'>, key: string): string | undefined => {
  const value = span.attributes.find((each) => each.key === key)?.value;
  return value === undefined ? undefined : String(Object.values(value)[0]);
};

const said = { usd: 0.4, clean: true, met: true, marker: '1' } as const;
const story = trace(
  start,
  entered,
  ...pass(1, { ...said, clean: false, decision: 'again', more: [opened(1)] }),
  ...pass(2, { ...said, usd: null, decision: 'confirmed', last: [ended('complete', null)] }),
);

describe('a run as spans', () => {
  const spans = spansOf(story);
  const named = (name: string) => spans.filter((span) => span.name === name);
  const only = (name: string, index = 0): Span => {
    const span = named(name)[index];
    if (span === undefined) throw new Error(`there is no span ${name}`);
    return span;
  };

  it('has the fields and types of the JSON mapping of the protocol', () => {
    const line = otlpLine(spans, '0.1.0');
    expect(line).not.toContain('\n');
    const { resourceSpans } = JSON.parse(line);
    expect(resourceSpans[0].resource.attributes).toContainEqual({
      key: 'service.name',
      value: { stringValue: 'converge' },
    });
    const made: readonly Span[] = resourceSpans[0].scopeSpans[0].spans;
    expect(made.length).toBe(spans.length);
    const KEYS = [
      'attributes',
      'droppedEventsCount',
      'endTimeUnixNano',
      'events',
      'kind',
      'name',
      'parentSpanId',
      'spanId',
      'startTimeUnixNano',
      'status',
      'traceId',
    ];
    for (const span of made) {
      expect(Object.keys(span).sort()).toEqual(KEYS);
      expect(span.traceId).toMatch(/^[0-9a-f]{32}$/);
      expect(span.spanId).toMatch(/^[0-9a-f]{16}$/);
      expect(span.parentSpanId).toMatch(/^([0-9a-f]{16})?$/);
      expect(span.startTimeUnixNano).toMatch(/^\d{19}$/);
      expect(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano)).toBe(true);
      expect([1, 3]).toContain(span.kind);
      expect([0, 1, 2]).toContain(span.status.code);
      for (const { key, value } of [...span.attributes, ...span.events.flatMap((event) => event.attributes)]) {
        expect(key).toMatch(/^(converge|gen_ai|process|error)\.[a-z_.]+$/);
        const [[kind, given] = []] = Object.entries(value);
        expect(Object.keys(value)).toHaveLength(1);
        if (kind === 'stringValue') expect(typeof given).toBe('string');
        else if (kind === 'intValue') expect(given).toMatch(/^-?\d+$/);
        else if (kind === 'doubleValue') expect(typeof given).toBe('number');
        else if (kind === 'boolValue') expect(typeof given).toBe('boolean');
        else expect(given).toMatchObject({ values: expect.any(Array) });
      }
    }
    expect(new Set(made.map(({ spanId }) => spanId)).size).toBe(made.length);
  });

  it('stands in each other: run, pass, step, turn and command; the same run gives the same ids', () => {
    const parentOf = (span: Span) => spans.find(({ spanId }) => spanId === span.parentSpanId)?.name ?? null;
    expect(named('run').map(parentOf)).toEqual([null]);
    expect(named('fix pass 1').map(parentOf)).toEqual(['run']);
    expect(named('act').map(parentOf)).toEqual(['fix pass 1', 'fix pass 2']);
    expect(named('invoke_agent').map(parentOf)).toEqual(['act', 'act']);
    expect(named('command').map(parentOf)).toEqual(['verify', 'verify']);
    expect(spansOf(story)).toEqual(spans);
    expect(spansOf(story, 'another')[0]?.spanId).not.toBe(spans[0]?.spanId);
  });

  it('says usage only where it was reported, ends as they are, and latches and claims as events', () => {
    const [known, unknown] = [only('invoke_agent'), only('invoke_agent', 1)];
    expect(textAt(known, 'converge.usage.usd')).toBe('0.4');
    expect(textAt(unknown, 'converge.usage.state')).toBe('absent');
    expect(unknown.attributes.filter(({ value }) => 'intValue' in value || 'doubleValue' in value)).toEqual([
      { key: 'converge.attempt', value: { intValue: '1' } },
      { key: 'converge.turn.exit', value: { intValue: '0' } },
    ]);
    expect(known.kind).toBe(3);
    expect(only('fix pass 1').events.map(({ name }) => name)).toEqual([
      'converge.claim.weighed',
      'converge.latch.opened',
      'converge.note.added',
    ]);
    expect(only('fix pass 1').status.code).toBe(0);
    expect(only('fix pass 2').status.code).toBe(1);
    expect(only('command').status).toEqual({ code: 2, message: '2 of 10 tests failed' });
    expect(textAt(only('command'), 'converge.tests.failed')).toBe('2');
    expect(only('run').status.code).toBe(1);
    expect(textAt(only('run'), 'converge.confirmed')).toBe('evidence');
    const capped = spansOf(
      trace(start, entered, ...pass(1, { ...said, decision: 'pass-cap', last: [ended('stopped', 'pass-cap')] })),
    );
    expect(capped.at(-1)).toMatchObject({ name: 'run', status: { code: 2 } });
  });

  it('tokens are counted as the conventions count them', () => {
    const turn = story.find((entry) => entry.type === 'worker.turn');
    if (turn?.type !== 'worker.turn') throw new Error('there is no turn');
    const tokens = { in: 10, cachedIn: 20, cacheWrite: 5, out: 7, reasoning: 3 };
    const told = spansOf([
      { ...turn, model: 'm-1', usage: { state: 'reported', tokens, usd: null, basis: null } },
    ]).find(({ name }) => name === 'invoke_agent');
    if (told === undefined) throw new Error('there is no span');
    expect(textAt(told, 'gen_ai.usage.input_tokens')).toBe('35');
    expect(textAt(told, 'gen_ai.usage.cache_read.input_tokens')).toBe('20');
    expect(textAt(told, 'gen_ai.usage.output_tokens')).toBe('10');
    expect(textAt(told, 'gen_ai.request.model')).toBe('m-1');
    expect(textAt(told, 'converge.usage.usd')).toBeUndefined();
  });

  it('of a run that can go on, the run itself is unfinished; a turn that was cut off says so', () => {
    const begun = story.findIndex((entry) => entry.type === 'step.started') + 1;
    const again = trace({ type: 'run.resumed', fence: 2, program: 'p' })[0];
    if (again === undefined) throw new Error('there is no entry');
    const all = runSpans(RUN, digest);
    const cut = [...story.slice(0, begun), again, ...story.slice(begun - 1, begun)];
    const made = [...cut.flatMap(all.next), ...all.end()];
    expect(
      made.filter(({ name }) => name === 'invoke_agent').map((span) => textAt(span, 'converge.interrupted')),
    ).toEqual(['true', undefined]);
    expect(made.filter(({ name }) => name === 'act')).toHaveLength(1);
    const run = made.at(-1);
    expect(run && textAt(run, 'converge.unfinished')).toBe('true');
    expect(runSpans(RUN, digest).end()).toEqual([]);
  });

  it('holds only what is open, however long the run', () => {
    const long = runSpans(RUN, digest);
    let most = 0;
    let seq = 0;
    for (let number = 1; number <= 300; number++) {
      for (const entry of trace(...pass(number, { ...said, decision: 'again' })))
        most = Math.max(most, long.next({ ...entry, seq: seq++ }).length);
    }
    expect(most).toBeLessThan(10);
    expect(long.end().length).toBeLessThan(4);
  });
});

interface Tree {
  readonly name: string;
  readonly below: readonly Tree[];
}

const treeText = (tree: Tree, indent = ''): string =>
  `${indent}${tree.name}\n${tree.below
    .map((each) => treeText(each, `${indent}  `))
    .sort()
    .join('')}`;

/** What a crash made run twice is two spans and one thing of the history. */
function merged({ name, below }: Tree): Tree {
  const named = new Map<string, Tree[]>();
  for (const each of below) named.set(each.name, [...(named.get(each.name) ?? []), each]);
  return {
    name,
    below: [...named].map(([same, trees]) => merged({ name: same, below: trees.flatMap((each) => each.below) })),
  };
}

function spanTree(spans: readonly Span[], twice: boolean): Tree {
  const below = new Map<string, Span[]>();
  for (const span of spans) below.set(span.parentSpanId, [...(below.get(span.parentSpanId) ?? []), span]);
  const tree = (span: Span): Tree => {
    const children = (below.get(span.spanId) ?? []).filter(
      (each) => textAt(each, 'converge.interrupted') === undefined,
    );
    const visit = textAt(span, 'converge.visit');
    const name =
      span.name === 'invoke_agent'
        ? `turn ${textAt(span, 'converge.attempt')}`
        : `${span.name}${visit ? `.${visit}` : ''}`;
    const made = children.map(tree);
    // A command that a crash cut off before its step was done is run again.
    const once = twice ? made.filter(({ name: other }) => other !== 'command') : made;
    return { name, below: once };
  };
  const roots = below.get('') ?? [];
  expect(roots).toHaveLength(1);
  const [root] = roots;
  if (root === undefined) throw new Error('there is no root');
  return tree(root);
}

function historyTree(history: FlowHistory, twice: boolean): readonly Tree[] {
  const flowTree = (flow: FlowHistory): readonly Tree[] => {
    const top: Tree[] = [];
    const passes = flow.stretches.flatMap((stretch) => {
      // A question that opens beside another branch stands where that is, too, until its step is decided.
      const elsewhere = flow.stretches.filter((other) => other !== stretch).flatMap(({ steps: other }) => other);
      const isGhost = ({ step, visit, state }: StepRun) =>
        state === 'waiting' && elsewhere.some((other) => other.step === step && other.visit === visit);
      const steps = innerTrees(stretch.steps.filter((step) => !isGhost(step)));
      if (stretch.loop === null) {
        top.push(...steps);
        return [];
      }
      return [
        {
          name: stretch.pass === 0 ? `${stretch.loop} before pass 1` : `${stretch.loop} pass ${stretch.pass}`,
          below: steps,
        },
      ];
    });
    return [...passes, ...top];
  };
  const innerTrees = (steps: readonly StepRun[]): readonly Tree[] => {
    const inner = new Map<string, { name: string; steps: Tree[] }>();
    const plain: Tree[] = [];
    for (const step of steps) {
      if (step.inner === null) {
        plain.push(stepTree(step));
        continue;
      }
      const { loop, batch, iteration, total } = step.inner;
      const key = `${loop} ${batch ?? total}`;
      const name = batch === undefined ? `${loop} round ${iteration}` : `${loop} batch ${batch}`;
      const group = inner.get(key) ?? { name, steps: [] };
      group.steps.push(stepTree(step));
      inner.set(key, group);
    }
    return [...plain, ...[...inner.values()].map(({ name, steps: below }) => ({ name, below }))];
  };
  const stepTree = (step: StepRun): Tree => ({ name: `${step.step}.${step.visit}`, below: partsOf(step) });
  const partsOf = (step: StepRun): readonly Tree[] => [
    ...step.attempts.flatMap(({ worker, status, attempt }) =>
      worker === null || (twice && status === null) ? [] : [{ name: `turn ${attempt}`, below: [] }],
    ),
    ...(twice ? [] : step.commands.map(() => ({ name: 'command', below: [] }))),
    ...step.children.map(childTree),
  ];
  const childTree = (child: ChildRun): Tree =>
    child.index === null
      ? { name: 'flow', below: flowTree(child) }
      : { name: `item ${child.index + 1}`, below: child.stretches.flatMap(({ steps }) => steps.flatMap(partsOf)) };
  return flowTree(history);
}

describe('the tree of spans is the tree of the history', () => {
  const same = (entries: readonly Entry[], twice: boolean) => {
    const history = entries.reduce(foldHistory, EMPTY_HISTORY);
    const shown = (tree: Tree) => treeText(twice ? merged(tree) : tree);
    expect(shown(spanTree(spansOf(entries), twice))).toBe(shown({ name: 'run', below: historyTree(history, twice) }));
  };

  it('of any run', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(flows, behaviours, async ([, made], behaviour) => {
        same(entriesOf((await live(made, { behaviour })).world), false);
      }),
      { numRuns: 30 },
    );
  });

  it('of any run that was cut off and gone on with', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(
        flows,
        behaviours,
        fc.array(cuts, { minLength: 1, maxLength: 3 }),
        async ([, made], behaviour, cut) => {
          same(entriesOf((await live(made, { behaviour, cuts: cut })).world), true);
        },
      ),
      { numRuns: 20 },
    );
  });
});
