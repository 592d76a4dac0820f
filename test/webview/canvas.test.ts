import { describe, expect, it } from 'vitest';
import { faceOf } from '../../engine/flow/face';
import { roundedPath } from '../../engine/flow/layout/roundedPath';
import { pinned } from '../../engine/flow/placing';
import { isObject } from '../../engine/json';
import { draggedNodes, movedPositions, moveNodes } from '../../webview/designer/canvas/drag';
import { drawingOf } from '../../webview/designer/canvas/drawing';
import { edgesOf } from '../../webview/designer/canvas/edges';
import { mergeDrawing } from '../../webview/designer/canvas/merge';
import { aboutOf } from '../../webview/designer/problems/issues';
import { sceneOf } from '../../webview/designer/scene';
import { fakeDocument, issue } from './browser/document';
import { everyKind, fixUntilGreen } from './flows';

const scene = sceneOf(fakeDocument(fixUntilGreen).snapshot());
const every = sceneOf(fakeDocument(everyKind).snapshot());
const nothing: ReadonlySet<string> = new Set();

describe('what is drawn', () => {
  it('keeps the identity of what did not change, and the place of what is held', () => {
    const first = mergeDrawing([], drawingOf(scene), ['act'], nothing);
    const again = mergeDrawing(first, drawingOf(sceneOf(fakeDocument(fixUntilGreen).snapshot())), ['act'], nothing);
    expect(again.every((node, index) => node === first[index])).toBe(true);
    const held = first.map((node) => (node.id === 'step:act' ? { ...node, position: { x: 7, y: 9 } } : node));
    const after = mergeDrawing(held, drawingOf(scene), [], new Set(['step:act']));
    expect(after.find((node) => node.id === 'step:act')?.position).toEqual({ x: 7, y: 9 });
    expect(
      mergeDrawing(held, drawingOf(scene), [], nothing).find((node) => node.id === 'step:act')?.position,
    ).not.toEqual({ x: 7, y: 9 });
  });

  it('SH-32 takes the body along with a frame, and counts only what moved', () => {
    const nodes = mergeDrawing([], drawingOf(scene), [], nothing);
    const frame = nodes.find((node) => node.id === 'loop:fix');
    const to = { x: (frame?.position.x ?? 0) + 120, y: (frame?.position.y ?? 0) + 80 };
    const moved = moveNodes(scene, nodes, [{ type: 'position', id: 'loop:fix', position: to }]);
    const all = ['step:act', 'step:verify', 'step:judge'];
    const { act } = movedPositions(scene, moved, all);
    const before = scene.places.steps.act;
    expect(act).toEqual([Math.round((before?.x ?? 0) + 120), Math.round((before?.y ?? 0) + 80)]);
    expect(movedPositions(scene, nodes, all)).toEqual({});
  });

  it('SH-32 a folded loop is dragged itself, and pins its steps so that it stands there, folded or not', () => {
    const shut = sceneOf(fakeDocument(fixUntilGreen).snapshot(), null, ['fix']);
    const nodes = mergeDrawing([], drawingOf(shut), [], nothing);
    const box = nodes.find((node) => node.id === 'loop:fix');
    const to = { x: Math.round(box?.position.x ?? 0) + 120, y: Math.round(box?.position.y ?? 0) + 80 };
    expect(movedPositions(shut, nodes, draggedNodes(shut, ['loop:fix']))).toEqual({});
    const moved = moveNodes(shut, nodes, [{ type: 'position', id: 'loop:fix', position: to }]);
    const positions = movedPositions(shut, moved, draggedNodes(shut, ['loop:fix']));
    expect(Object.keys(positions)).toEqual(['act', 'verify', 'judge']);
    const flow = { ...(isObject(fixUntilGreen) ? fixUntilGreen : {}), layout: positions };
    const open = sceneOf(fakeDocument(flow).snapshot()).places;
    for (const [id, [x, y]] of Object.entries(positions)) expect(open.steps[id]).toMatchObject({ x, y });
    const { act, judge } = scene.places.steps;
    expect((positions.judge?.[0] ?? 0) - (positions.act?.[0] ?? 0)).toBe((judge?.x ?? 0) - (act?.x ?? 0));
    expect(sceneOf(fakeDocument(flow).snapshot(), null, ['fix']).places.loops.fix).toMatchObject(to);
  });

  it('leaves out routes to steps that do not exist, and draws the others once', () => {
    const lost = sceneOf(
      fakeDocument({
        steps: { a: { kind: 'work', next: ['b', 'reviewer2'] }, b: { kind: 'work', next: '@complete' } },
      }).snapshot(),
    );
    expect(edgesOf(lost, []).map((edge) => edge.id)).toEqual(['route:a/strong/0', 'route:b/strong/0']);
    const ids = edgesOf(every, []).map((edge) => edge.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toContain('exhausted:fix');
    expect(edgesOf(every, []).find((edge) => edge.data?.route === 'approve/choice/no')?.ariaLabel).toBe(
      'no from approve to Stop',
    );
  });

  it('shows one line for each named way out, also for an answer that leads nowhere yet', () => {
    const step = { id: 'q', kind: 'ask', title: 'q', path: ['steps', 'q'] };
    const flow = {
      steps: { q: { kind: 'ask', question: 'Go on?', choices: ['yes', 'no'], routes: { yes: '@complete' } } },
    };
    const routes = sceneOf(fakeDocument(flow).snapshot()).graph.routes;
    const face = faceOf(step, flow, routes);
    expect(face.detail).toBe('Go on?');
    expect(face.rows.map((row) => [row.label, row.route])).toEqual([
      ['yes', 'q/choice/yes'],
      ['no', null],
    ]);
  });

  it('draws what is half typed or of an unknown kind without failing', () => {
    const odd = {
      start: 3,
      steps: { a: null, b: { kind: 'gate', next: 7, cases: 'x' }, c: [] },
      loops: { l: { head: 'a' } },
      layout: { a: ['x'], b: [1, 2] },
    };
    const drawn = sceneOf(fakeDocument(odd as never).snapshot());
    expect(
      drawingOf(drawn)
        .filter((node) => node.type === 'step')
        .map((node) => node.id),
    ).toEqual(['step:a', 'step:b', 'step:c']);
    expect(pinned(odd.layout as never)).toEqual({ b: [1, 2] });
  });

  it('rounds the corners of a line', () => {
    const points = [
      { x: 0, y: 0 },
      { x: 0, y: 100 },
      { x: 50, y: 100 },
    ];
    expect(roundedPath(points, 10)).toBe('M0 0L0 90Q0 100 10 100L50 100');
  });
});

describe('what an issue is about', () => {
  it('is the route, else the step, else the loop, else nothing on the canvas', () => {
    const about = (...path: (string | number)[]) => aboutOf(every.graph, issue('error', 'x', path, 'x'));
    expect(about('steps', 'plan', 'routes', 'failed')).toBe('route:plan/outcome/failed');
    expect(about('steps', 'sort', 'cases', 0, 'to')).toBe('route:sort/case/0');
    expect(about('steps', 'plan', 'prompt')).toBe('plan');
    expect(about('loops', 'fix', 'maxPasses')).toBe('loop:fix');
    expect(about('goal')).toBeNull();
    expect(about('steps', 'gone')).toBeNull();
  });
});
