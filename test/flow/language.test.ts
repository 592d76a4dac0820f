import { describe, expect, it } from 'vitest';
import { completionsAt, definitionAt, referencesOf } from '../../engine/flow/language';
import { LOOP_TYPES, REDUCERS, STEP_KINDS } from '../../engine/flow/names';
import { parseFlow } from '../../engine/flow/parse';
import type { Json } from '../../engine/json';
import { sample } from './changedSample';
import { KINDS } from './kinds';
import { SAMPLE } from './sample';

/** Completions where `|` stands in what replaces `from` in the sample. */
function offered(from: string, to: string, whole = SAMPLE) {
  const text = whole.replace(from, to);
  const offset = text.indexOf('|');
  const found = completionsAt(text.slice(0, offset) + text.slice(offset + 1), offset);
  return found.map(({ label }) => label);
}

describe('text editing', () => {
  it('offers targets, ids, kinds and workers where they belong', () => {
    expect(offered('"next": "verify"', '"next": "|"')).toEqual([
      'verify',
      'judge',
      '@complete',
      '@stop',
      '@handoff',
      '@escalate',
    ]);
    expect(offered('"next": "verify"', '"next": |')).toContain('verify');
    expect(offered('"start": "act"', '"start": "|"')).toEqual(['act', 'verify', 'judge']);
    expect(offered('"tail": "judge"', '"tail": "|"')).toEqual(['judge']);
    expect(offered('"kind": "verify"', '"kind": "|"')).toContain('router');
    expect(offered('"worker": "reviewer"', '"worker": "|"')).toEqual(['implementer', 'reviewer']);
    expect(offered('["verify", "act"]', '["verify", "|"]')).toEqual(['act', 'verify', 'judge']);
    expect(offered('"goal": "All tests pass."', '"goal": "|"')).toEqual([]);
  });

  it('offers the keys that are not there yet, with a colon where none stands', () => {
    const keys = offered('"attempts": 2,', '"|",');
    expect(keys).toContain('timeout');
    expect(keys).not.toContain('prompt');
    expect(keys).not.toContain('commands');
    expect(offered('"maxPasses": 5,', '"|",')).toContain('maxPasses');
    const text = SAMPLE.replace('"attempts": 2,', '"",');
    const offset = text.indexOf('"",') + 1;
    expect(completionsAt(text, offset)[0]).toMatchObject({
      offset: offset - 1,
      length: 2,
      insert: expect.stringMatching(/^"\w+": $/),
    });
  });

  it('finds what a name means, and nothing behind other text', () => {
    expect(definitionAt(SAMPLE, SAMPLE.indexOf('"next": "judge"') + 10)).toEqual(['steps', 'judge']);
    expect(definitionAt(SAMPLE, SAMPLE.indexOf('"worker": "reviewer"') + 12)).toEqual(['workers', 'reviewer']);
    expect(definitionAt(SAMPLE, SAMPLE.indexOf('"verify": [320') + 2)).toEqual(['steps', 'verify']);
    expect(definitionAt(SAMPLE, SAMPLE.indexOf('"@complete"') + 2)).toBeUndefined();
    expect(definitionAt(SAMPLE, SAMPLE.indexOf('Repair'))).toBeUndefined();
    expect(definitionAt('', 0)).toBeUndefined();
  });

  it('finds every place that names a step', () => {
    expect(referencesOf(sample, 'verify').map((path) => path.join('.'))).toEqual([
      'steps.act.next',
      'steps.act.reads.0',
      'steps.judge.reads.0',
      'layout.verify',
    ]);
    expect(referencesOf(sample, 'act').map((path) => path.join('.'))).toEqual([
      'start',
      'steps.judge.reads.1',
      'loops.fix.head',
    ]);
    expect(referencesOf(sample, 'nobody')).toEqual([]);
  });
});

describe('text editing of every kind and loop type', () => {
  const inKinds = (from: string, to: string) => offered(from, to, KINDS);
  const steps = Object.keys((parseFlow(KINDS).value as { steps: object }).steps);
  const means = (text: string, behind: string) => definitionAt(text, text.indexOf(behind) + behind.length)?.join('.');

  it('offers kinds, loop types and the fixed words of each key', () => {
    expect(inKinds('"kind": "map"', '"kind": "|"')).toEqual([...STEP_KINDS]);
    expect(inKinds('"type": "group"', '"type": "|"')).toEqual([...LOOP_TYPES]);
    expect(inKinds('"kind": "join",', '"kind": "join", "wait": "|",')).toEqual(['all', 'any']);
    expect(inKinds('"reducer": "byKey"', '"reducer": "|"')).toEqual([...REDUCERS]);
    expect(inKinds('"step": "one"', '"step": "one", "onFailure": "|"')).toEqual(['discard', 'collect']);
    expect(inKinds('{ "key": "steps.each.output" }', '{ "onIncomplete": "|" }')).toEqual(['error', 'rerun', 'skip']);
    const text = KINDS.replace('"head": "draft",', '"head": "draft", "restoreBest": ,');
    expect(completionsAt(text, text.indexOf('"restoreBest": ') + 15).map(({ insert }) => insert)).toEqual([
      'true',
      'false',
    ]);
  });

  it('offers the outcomes of the kind, and its own keys', () => {
    expect(inKinds('"routes": { "revise": "draft", "escalate"', '"routes": { "|", "escalate"')).toEqual(['revise']);
    expect(inKinds('"routes": { "activity": "each", "terminal"', '"routes": { "|", "terminal"')).toEqual([
      'activity',
      'failed',
      'deadline',
    ]);
    expect(inKinds('"routes": { "go": "proof" }', '"routes": { "|" }')).toEqual(['go']);
    expect(inKinds('"maxIterations": 3,', '"|",')).toEqual(['maxIterations']);
    expect(inKinds('"onConverged": "ask",', '"|",')).toContain('patience');
    expect(inKinds('"converge": 1,', '"converge": 1, "budget": { "|" },')).toContain('superSteps');
  });

  it('offers the steps that may stand there', () => {
    expect(inKinds('"main": "main"', '"main": "|"')).toEqual(['main']);
    expect(inKinds('"exitTo": "main"', '"exitTo": "|"')).toEqual(
      steps.filter((id) => id !== 'revise' && id !== 'assess'),
    );
    expect(
      inKinds('"type": "improve", "head": "draft", "tail": "draft"', '"type": "improve", "head": "draft", "tail": "|"'),
    ).toEqual(steps);
    const targets = inKinds('"onIdle": "look"', '"onIdle": "|"');
    expect(targets).toContain('@complete');
    expect(targets).not.toContain('job');
    expect(inKinds('"a": "job"', '"a": "|"')).toContain('job');
    expect(inKinds('"reads": ["item"]', '"reads": ["|"]')).toEqual([...steps, 'item', 'channel:plan']);
    expect(inKinds('"writer": "revise"', '"writer": "|"')).toEqual(steps);
    expect(inKinds('"writes": { "plan.tasks"', '"writes": { "|"')).toEqual(['plan.tasks', 'plan.results']);
    expect(inKinds('"channel": "plan"', '"channel": "|"')).toEqual(['plan']);
  });

  it('finds what a name means, in expressions too', () => {
    expect(means(KINDS, '"exitTo": "ma')).toBe('steps.main');
    expect(means(KINDS, '"step": "on')).toBe('steps.one');
    expect(means(KINDS, '"b": "jo')).toBe('steps.job');
    expect(means(KINDS, '"channel:pl')).toBe('channels.plan');
    expect(means(KINDS, '"channel": "pl')).toBe('channels.plan');
    expect(means(KINDS, '"when": "loops.pol')).toBe('loops.polish');
    expect(means(KINDS, '"exitWhen": "gates.che')).toBe('steps.check');
    expect(means(KINDS, '"exitWhen": "gates.check.passed && steps.rev')).toBe('steps.revise');
    expect(means(KINDS, '"exitWhen": "gates.check.passed &')).toBeUndefined();
    expect(means(KINDS, '"exitWhen": "gat')).toBeUndefined();
    expect(means(KINDS, '"prompt": "')).toBeUndefined();
  });

  it('finds every place that names a step, expressions too', () => {
    const places = (step: string) => referencesOf(parseFlow(KINDS).value as Json, step).map((path) => path.join('.'));
    expect(places('job')).toEqual(['steps.tasks.handlers.a', 'steps.tasks.handlers.b', 'layout.job']);
    expect(places('after')).toEqual([
      'terminal',
      'steps.main.cases.0.to',
      'steps.look.routes.terminal',
      'steps.judge.next',
    ]);
    expect(places('check')).toEqual(['steps.sub.next.1', 'steps.main.cases.1.when', 'loops.refine.exitWhen']);
    expect(places('look')).toEqual([
      'steps.main.branches.watch',
      'steps.tasks.onIdle',
      'loops.polish.onExhausted',
      'steps.sub.output',
    ]);
    expect(places('revise')).toContain('channels.plan.fields.results.writer');
  });
});
