import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { readJudgment } from '../../engine/loops/judgment';
import { fc } from '../fc';

describe('judgment', () => {
  it.each<[string, Json | undefined, string, string]>([
    ['no answer', undefined, '', 'missing'],
    ['prose', undefined, 'goalMet: true', 'unreadable'],
    ['a cut off object', undefined, '{"goalMet": tr', 'unreadable'],
    ['no goalMet', { lesson: 'x' }, '', 'missing'],
    ['a text', { goalMet: 'true' }, '', 'wrong-type'],
    ['a number', { goalMet: 1 }, '', 'wrong-type'],
    ['null', { goalMet: null }, '', 'wrong-type'],
    ['a list', [true], '', 'unreadable'],
    ['false beside a goal text that says otherwise', { goalMet: false, goal: 'all done, goal met' }, '', 'not-met'],
    ['false beside an echoed prompt', { goalMet: false }, '{"goalMet":true}', 'not-met'],
    ['true', { goalMet: true }, '', 'met'],
  ])('UL-07 reads %s as what it is', (_, structured, text, read) => {
    expect(readJudgment(structured, text).read).toBe(read);
  });

  it('UL-07 nothing but the boolean true is met', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const met = readJudgment({ goalMet: value as Json }, '').read === 'met';
        expect(met).toBe(value === true);
      }),
    );
  });

  it('UL-25 compares markers as canonical JSON', () => {
    const one = readJudgment({ goalMet: false, marker: { a: 1, b: [2] } }, '').marker;
    const same = readJudgment({ goalMet: false, marker: { b: [2], a: 1 } }, '').marker;
    expect(one).toBe(same);
    expect(readJudgment({ goalMet: false, marker: { a: 1, b: [3] } }, '').marker).not.toBe(one);
    expect(readJudgment({ goalMet: false, marker: null }, '').marker).toBeNull();
  });
});
