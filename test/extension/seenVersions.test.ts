import { describe, expect, it } from 'vitest';
import type { Json } from '../../engine/json';
import { seenVersions } from '../../extension/seenVersions';

const flow = (steps: number): Json => ({
  steps: Object.fromEntries(Array.from({ length: steps }, (_, index) => [`s${index}`, {}])),
});

describe('what earlier versions of a flow held', () => {
  it('is remembered for fifty versions, and for fewer of a flow of thousands of steps', () => {
    const versions = seenVersions();
    const [small, large] = [flow(10), flow(2000)];
    for (let version = 1; version <= 100; version++) {
      versions.saw('small', version, small);
      versions.saw('large', version, large);
    }
    expect(versions.of('small', 51)).toBe(small);
    expect(versions.of('small', 50)).toBeUndefined();
    expect(versions.of('large', 91)).toBe(large);
    expect(versions.of('large', 90)).toBeUndefined();
    expect(versions.of('other', 100)).toBeUndefined();
  });

  it('is forgotten with the document', () => {
    const versions = seenVersions();
    versions.saw('a', 1, {});
    versions.saw('b', 1, {});
    versions.keepOnly(new Set(['b']));
    expect(versions.of('a', 1)).toBeUndefined();
    expect(versions.of('b', 1)).toEqual({});
  });
});
