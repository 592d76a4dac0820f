import { describe, expect, it } from 'vitest';
import { faceOf } from '../../engine/flow/face';
import { drawingOf } from '../../webview/designer/canvas/drawing';
import { edgesOf } from '../../webview/designer/canvas/edges';
import { sceneOf } from '../../webview/designer/scene';
import { fakeDocument } from './browser/document';

const scene = sceneOf(
  fakeDocument({
    start: 'main',
    main: 'main',
    steps: {
      main: { kind: 'router', cases: [{ when: 'true', to: 'revise' }], else: 'try' },
      revise: { kind: 'work', next: 'check' },
      check: {
        kind: 'gate',
        title: 'Check it',
        evaluator: { when: 'true' },
        next: 'revise',
        routes: { revise: 'revise', escalate: '@escalate' },
      },
      try: { kind: 'work', next: '@complete' },
    },
    loops: {
      refine: { type: 'group', from: 'check', to: 'revise', maxIterations: 3, exitTo: 'main' },
      tune: { type: 'improve', head: 'try', tail: 'try' },
    },
  }).snapshot(),
);
const improving = {
  start: 'try',
  steps: { try: { kind: 'work', next: '@complete' } },
  loops: { tune: { type: 'improve', head: 'try', tail: 'try', onConverged: '@complete' } },
};
const edge = (id: string) => edgesOf(scene, []).find((each) => each.id === id)?.data;

describe('kinds and loops without fields of their own', () => {
  it('show a step with its title and every way out', () => {
    const step = scene.graph.steps.find(({ id }) => id === 'check');
    if (!step) throw new Error('no step');
    const leaving = scene.graph.routes.filter(({ from }) => from === 'check');
    const face = faceOf(step, scene.flow, leaving);
    expect([face.title, face.rows.map(({ label }) => label)]).toEqual(['Check it', ['revise', 'escalate']]);
    const node = drawingOf(scene).find(({ id }) => id === 'step:check');
    expect(node?.type === 'step' && node.data.label).toBe('Check it, gate step, in loop refine');
  });

  it('only the way out of an until loop looks like success', () => {
    const tones = edgesOf(scene, []).map(({ data }) => data?.tone);
    expect(tones).not.toContain('confirmed');
    expect(edge('route:try/strong/0')?.tone).toBe('strong');
  });

  it('a group’s way back is its route and drawn once; an improve loop has one of its own', () => {
    const backs = edgesOf(scene, []).filter(({ data }) => data?.tone === 'back');
    expect(backs.map(({ id, data }) => [id, data?.label])).toEqual([
      ['route:check/strong/0', 'next iteration'],
      ['back:tune', 'next round'],
    ]);
  });

  it('an improve loop has an exit for each way that it ends', () => {
    const graph = { ...scene.snapshot, flow: improving };
    const exits = edgesOf(sceneOf(graph), []).filter(({ source }) => source === 'loop:tune');
    expect(exits.map(({ id, data }) => [id, data?.label, data?.reach])).toEqual([
      ['exhausted:tune', 'exhausted', 'stop'],
      ['converged:tune', 'converged', 'complete'],
    ]);
  });

  it('frames say the caps that their loops have', () => {
    const facts = drawingOf(scene).flatMap((node) => (node.type === 'loop' ? [node.data.facts[0]] : []));
    expect(facts).toEqual(['3 iterations in a batch', 'at most 20 rounds']);
  });
});
