import { describe, expect, it } from 'vitest';
import { changedRows, indexRows } from '../../extension/rows/diffRows';
import type { Row } from '../../extension/rows/row';

const row = (id: string, children: readonly Row[] = [], description = ''): Row => ({
  id,
  label: id,
  description,
  contextValue: 'x',
  children,
});

describe('what a tree draws again', () => {
  it('is nothing where nothing changed, though every row was made anew', () => {
    expect(changedRows([row('a', [row('a1')])], [row('a', [row('a1')])])).toEqual([]);
  });

  it('is the row that changed and not what stands around it', () => {
    const before = [row('a', [row('a1'), row('a2')]), row('b')];
    expect(changedRows(before, [row('a', [row('a1'), row('a2', [], 'new')]), row('b')])).toEqual(['a2']);
  });

  it('is the row above where a row came, went or moved', () => {
    const before = [row('a', [row('a1'), row('a2')]), row('b')];
    expect(changedRows(before, [row('a', [row('a1'), row('a2'), row('a3')]), row('b')])).toEqual(['a']);
    expect(changedRows(before, [row('a', [row('a2'), row('a1')]), row('b')])).toEqual(['a']);
    expect(changedRows(before, [row('a', []), row('b')])).toEqual(['a']);
  });

  it('is all where the top list changed', () => {
    expect(changedRows([row('a')], [row('b'), row('a')])).toBe('all');
  });
});

it('every row is found by its id, with the row above it', () => {
  const index = indexRows([row('a', [row('a1')])]);
  expect([...index].map(([id, { above }]) => [id, above])).toEqual([
    ['a', null],
    ['a1', 'a'],
  ]);
});
