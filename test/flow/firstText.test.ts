import { describe, expect, it } from 'vitest';
import { firstText } from '../../engine/flow/editing';

describe('a text that holds nothing yet', () => {
  const first = (text: string) => {
    const done = firstText(text, 'demo', { type: 'addStep', kind: 'verify' });
    if (!done.ok) throw new Error(done.why);
    expect(done.edits).toMatchObject([{ offset: 0, length: text.length }]);
    return done.edits[0]?.content ?? '';
  };

  it('becomes a flow with its first edit', () => {
    expect(JSON.parse(first(' \n'))).toMatchObject({
      converge: 1,
      id: 'demo',
      start: 'verify',
      steps: { verify: { kind: 'verify', next: '@complete' } },
    });
  });

  it('and keeps the remarks that it has', () => {
    expect(first('// Mine.\n')).toMatch(/^\/\/ Mine\.\n\{\n {2}"converge": 1,\n/);
  });

  it('but an edit that makes no sense there changes nothing', () => {
    expect(firstText('', 'demo', { type: 'deleteSteps', ids: ['a'] })).toMatchObject({ ok: false });
  });
});
