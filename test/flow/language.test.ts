import { describe, expect, it } from 'vitest';
import { completionsAt, definitionAt, referencesOf } from '../../engine/flow/language';
import { sample } from './changedSample';
import { SAMPLE } from './sample';

/** Completions where `|` stands in what replaces `from` in the sample. */
function offered(from: string, to: string) {
  const text = SAMPLE.replace(from, to);
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
