import { describe, expect, it } from 'vitest';
import { changeText, editText, fixAllInText } from '../../engine/flow/editing';
import { examine } from '../../engine/flow/examine';
import { parseFlow } from '../../engine/flow/parse';
import type { TextEdit } from '../../engine/flow/text/members';
import type { Issue } from '../../engine/issue';
import { SAMPLE } from './sample';

const look = (text: string) => examine(text).issues;
const edited = (text: string, edits: readonly TextEdit[]) =>
  [...edits]
    .sort((a, b) => b.offset - a.offset)
    .reduce((now, { offset, length, content }) => now.slice(0, offset) + content + now.slice(offset + length), text);

describe('all fixes of a kind', () => {
  const bad = SAMPLE.replace('"next": "verify"', '"next": "verfy"').replace('"next": "judge"', '"next": "juge"');

  it('mend every finding of the code as one edit, and nothing else', () => {
    const codes = look(bad).map(({ code }) => code);
    expect(codes.filter((code) => code === 'unknown-target').length).toBe(2);
    expect(edited(bad, fixAllInText(bad, parseFlow(bad).value ?? {}, 'unknown-target', look))).toBe(SAMPLE);
    expect(fixAllInText(bad, parseFlow(bad).value ?? {}, 'unreachable', look)).toEqual([]);
  });

  it('end where a fix does not help', () => {
    let looked = 0;
    const same: Issue = {
      code: 'x',
      severity: 'error',
      path: ['goal'],
      message: 'No.',
      fix: { title: 'Try', changes: [{ path: ['goal'], value: 'y' }] },
    };
    const never = () => {
      looked += 1;
      return [same];
    };
    expect(edited(SAMPLE, fixAllInText(SAMPLE, parseFlow(SAMPLE).value ?? {}, 'x', never))).toBe(
      SAMPLE.replace('All tests pass.', 'y'),
    );
    expect(looked).toBe(2);
  });
});

describe('an edit of a text', () => {
  it('is its edits and what to select, or why there is none', () => {
    const flow = parseFlow(SAMPLE).value ?? {};
    const renamed = editText(SAMPLE, flow, { type: 'renameStep', from: 'act', to: 'mend' });
    expect(renamed.ok && renamed.select).toEqual(['mend']);
    expect(renamed.ok && edited(SAMPLE, renamed.edits)).toBe(SAMPLE.replaceAll('"act"', '"mend"'));
    expect(editText(SAMPLE, flow, { type: 'renameStep', from: 'act', to: 'judge' })).toEqual({
      ok: false,
      why: 'There is a step "judge" already.',
    });
    expect(edited(SAMPLE, changeText(SAMPLE, [{ path: ['goal'], value: 'y' }]))).toContain('"goal": "y"');
  });
});
