import { describe, expect, it } from 'vitest';
import { graphOf } from '../../engine/flow/graph';
import { flowOrder } from '../../webview/designer/order';
import { outlineOf } from '../../webview/designer/outline/tree';
import { sceneOf } from '../../webview/designer/scene';
import { fakeDocument } from './browser/document';
import { everyKind } from './flows';

describe('flow order', () => {
  it('follows a run from the start, success first, and lists what cannot be reached last', () => {
    expect(flowOrder(graphOf(everyKind))).toEqual(['plan', 'approve', 'act', 'verify', 'judge', 'sort']);
    const loose = {
      start: 'b',
      steps: {
        z: { kind: 'work', next: 'a' },
        a: { kind: 'work' },
        b: { kind: 'work', next: 'c', branches: { x: 'a' } },
        c: { kind: 'work', next: '@complete' },
      },
    };
    expect(flowOrder(graphOf(loose))).toEqual(['b', 'c', 'a', 'z']);
  });

  it('names every step once, also in a circle and without a start', () => {
    const circle = { steps: { a: { kind: 'work', next: 'b' }, b: { kind: 'work', next: 'a' } } };
    expect(flowOrder(graphOf(circle))).toEqual(['a', 'b']);
    expect(flowOrder(graphOf({}))).toEqual([]);
  });

  it('gives the outline: a loop holds its body, a step its routes', () => {
    const lines = outlineOf(sceneOf(fakeDocument(everyKind).snapshot()));
    const shown = lines
      .filter((line) => line.type !== 'route')
      .map((line) => `${'  '.repeat(line.level - 1)}${line.text}`);
    expect(shown).toEqual(['Write a plan', 'approve', 'fix', '  act', '  verify', '  judge', 'sort']);
    expect(lines.filter((line) => line.type === 'route' && line.text === 'to Stop').map((line) => line.detail)).toEqual(
      ['no', 'budget.usd.left < 1.0'],
    );
  });
});
