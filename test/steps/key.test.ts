import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/node/digest';
import { keyOf } from '../../engine/steps/key';

describe('a key', () => {
  it('AF-80 is the same for the same members in any order, and 64 hex characters', () => {
    const key = keyOf({ x: 1, y: [{ a: 1, b: 2 }] }, sha256);
    expect(keyOf({ y: [{ b: 2, a: 1 }], x: 1 }, sha256)).toBe(key);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    const others = [
      { x: 1 },
      { x: '1', y: [] },
      [],
      {},
      null,
      '',
      0,
      false,
      'null',
      ['x', 1],
      { y: [{ b: 1, a: 2 }], x: 1 },
    ];
    expect(new Set([key, ...others.map((value) => keyOf(value, sha256))]).size).toBe(others.length + 1);
  });

  it('AF-79 of what is no JSON value there is none', () => {
    const circle: unknown[] = [];
    circle.push({ circle });
    const holes: unknown[] = [];
    holes[1] = 1;
    const bad = [
      undefined,
      Number.NaN,
      Number.POSITIVE_INFINITY,
      1n,
      () => 1,
      Symbol('s'),
      new Date(0),
      new Map(),
      holes,
    ];
    for (const value of [...bad, circle, { a: undefined }, [undefined], { a: { b: 1n } }]) {
      expect(() => keyOf(value, sha256)).toThrow('JSON');
    }
    const twice = { a: 1 };
    expect(keyOf([twice, twice], sha256)).toBe(keyOf([{ a: 1 }, { a: 1 }], sha256));
  });
});
