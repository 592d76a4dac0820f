import { describe, expect, it } from 'vitest';
import { cardAfter, matching } from '../../webview/gallery/matching';

const template = (name: string, kinds: readonly string[], loops: readonly string[]) => ({
  name,
  title: name.replaceAll('-', ' '),
  purpose: `What ${name} is for`,
  kinds,
  loops,
  picture: '',
});
const templates = [
  template('fix-until-green', ['work', 'verify', 'judge'], ['until']),
  template('plan', ['plan', 'ask'], []),
];

describe('the filter of the gallery', () => {
  const found = (filter: string) => matching(templates, filter).map(({ name }) => name);

  it('finds templates in which every word stands, whatever its case and wherever it stands', () => {
    expect(found('')).toEqual(['fix-until-green', 'plan']);
    expect(found('GREEN until')).toEqual(['fix-until-green']);
    expect(found('judge')).toEqual(['fix-until-green']);
    expect(found('until loop')).toEqual(['fix-until-green']);
    expect(found('ask')).toEqual(['plan']);
    expect(found('ask judge')).toEqual([]);
  });
});

describe('arrow keys in the gallery', () => {
  it('lead to the card beside, above and below, and stay where there is none', () => {
    const led = (key: string, from: number) => cardAfter(key, from, 8, 3);
    expect(led('ArrowRight', 2)).toBe(3);
    expect(led('ArrowLeft', 0)).toBeUndefined();
    expect(led('ArrowDown', 1)).toBe(4);
    expect(led('ArrowDown', 5)).toBeUndefined();
    expect(led('ArrowUp', 4)).toBe(1);
    expect(led('ArrowUp', 1)).toBeUndefined();
    expect(led('Home', 5)).toBe(0);
    expect(led('End', 1)).toBe(7);
    expect(led('x', 1)).toBeUndefined();
  });
});
