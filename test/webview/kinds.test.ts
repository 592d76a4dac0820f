import { describe, expect, it } from 'vitest';
import { STEP_KINDS } from '../../engine/flow/names';
import { planConnect } from '../../webview/designer/canvas/connect';
import { verdictFrom } from '../../webview/designer/canvas/connectable';
import { drawingOf } from '../../webview/designer/canvas/drawing';
import { kindIcon } from '../../webview/designer/icons';
import { outlineOf } from '../../webview/designer/outline/tree';
import { sceneOf } from '../../webview/designer/scene';
import { texts } from '../../webview/designer/texts';
import { KINDS } from '../flow/kinds';
import { fakeDocument } from './browser/document';

const scene = sceneOf(fakeDocument(JSON.parse(KINDS)).snapshot());
const drawing = drawingOf(scene);

describe('every kind of step', () => {
  it('has a name, a line about what it does, and an icon of its own', () => {
    for (const kind of STEP_KINDS) {
      expect(texts.kinds[kind].does, kind).not.toBe('');
      expect(texts.kind(kind), kind).not.toBe(kind);
      expect(kindIcon(kind)).toBe(kind);
    }
    expect([texts.kind('toString'), kindIcon('toString')]).toEqual(['toString', 'unknown']);
  });

  it('shows on its face the one thing that matters of it', () => {
    const faces = drawing.flatMap((node) => (node.type === 'step' ? [node.data.face] : []));
    const detail = (id: string) => faces.find((face) => face.id === id)?.detail;
    expect(detail('look')).toBe('poll');
    expect(detail('each')).toBe('one for each item');
    expect(detail('tasks')).toBe('tasks of plan');
    expect(detail('sub')).toBe('other');
    expect(detail('check')).toBe('t, steps.revise.visits > 1');
    expect(detail('join')).toBe('waits for all');
  });

  it('says on its face what it lacks', () => {
    const bare = Object.fromEntries(['gate', 'map', 'plan', 'watch', 'call'].map((kind) => [kind, { kind }]));
    const faces = drawingOf(sceneOf(fakeDocument({ steps: bare }).snapshot()));
    expect(faces.flatMap((node) => (node.type === 'step' ? [node.data.face.detail] : []))).toEqual([
      'no evaluator',
      'no step to call',
      'no channel',
      'no command',
      'no flow',
    ]);
  });
});

describe('every type of loop', () => {
  it('is a frame that says its type beside its cap', () => {
    const labels = drawing.flatMap((node) => (node.type === 'loop' ? [node.data.label] : []));
    expect(labels).toEqual([
      'until loop fix, at most 2 passes',
      expect.stringMatching(/^group loop refine, .*3 iterations/),
      expect.stringMatching(/^improve loop polish, .*20 rounds/),
    ]);
  });

  it('has its name in the outline', () => {
    const loops = outlineOf(scene).filter(({ type }) => type === 'loop');
    expect(Object.fromEntries(loops.map(({ text, detail }) => [text, detail]))).toEqual({
      refine: 'Group · runs out to main',
      polish: 'Improve loop · runs out to look',
      fix: 'Until loop · runs out to main',
    });
  });

  it('is led out of by the key that its type has; a group to a step only', () => {
    const path = (loop: string) => planConnect(scene, `loop:${loop}`, 'exhausted', 'ask');
    expect(path('refine')).toMatchObject({ type: 'set', path: ['loops', 'refine', 'exitTo'] });
    expect(path('polish')).toMatchObject({ type: 'set', path: ['loops', 'polish', 'onExhausted'] });
    const group = verdictFrom(scene.graph, 'loop:refine');
    expect(group('@stop')).toEqual({ ok: false, why: texts.forbidden.groupExit });
    expect(group('revise').ok).toBe(false);
    expect(group('ask')).toEqual({ ok: true });
    expect(verdictFrom(scene.graph, 'loop:polish')('@stop')).toEqual({ ok: true });
    expect(verdictFrom(scene.graph, 'loop:polish')('@complete').ok).toBe(false);
    expect(verdictFrom(scene.graph, 'loop:polish', 'converged')('@complete')).toEqual({ ok: true });
  });
});
