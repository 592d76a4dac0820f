import type { Plan } from '../gestures';
import { actsTexts } from './actsTexts';
import type { Situation } from './situation';
import { stepsOf } from './situation';

export const ALIGNMENTS = ['left', 'centre', 'right', 'top', 'middle', 'bottom', 'across', 'down'] as const;
export type Alignment = (typeof ALIGNMENTS)[number];

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Lines the selected steps up as one `move`. All of them are pinned, those too that stand right already: the layout would
 * carry them off from the others otherwise.
 */
export function planAlign(now: Situation, how: Alignment): Plan {
  const ids = stepsOf(now).filter((id) => now.scene.places.steps[id] !== undefined);
  const spread = how === 'across' || how === 'down';
  if (ids.length < 2) return { ok: false, why: actsTexts.why.two };
  if (spread && ids.length < 3) return { ok: false, why: actsTexts.why.three };
  const boxes = ids.flatMap((id): (Box & { id: string })[] => {
    const box = now.scene.places.steps[id];
    return box ? [{ id, x: box.x, y: box.y, width: box.width, height: box.height }] : [];
  });
  const placed = spread ? spreadOut(boxes, how === 'across' ? 'x' : 'y') : boxes.map((box) => lined(box, boxes, how));
  const positions = Object.fromEntries(
    placed.map(({ id, x, y }) => [id, [Math.round(x), Math.round(y)] as const] as const),
  );
  const still = boxes.every(({ id, x, y }) => {
    const [toX, toY] = positions[id] ?? [x, y];
    return Math.round(x) === toX && Math.round(y) === toY;
  });
  if (still) return { ok: false, why: actsTexts.why.aligned };
  return {
    ok: true,
    edit: { type: 'move', positions },
    said: actsTexts.said.aligned(actsTexts.align[how], ids.length),
  };
}

function lined<B extends Box>(box: B, all: readonly Box[], how: Alignment): B {
  const left = Math.min(...all.map((each) => each.x));
  const right = Math.max(...all.map((each) => each.x + each.width));
  const top = Math.min(...all.map((each) => each.y));
  const bottom = Math.max(...all.map((each) => each.y + each.height));
  switch (how) {
    case 'left':
      return { ...box, x: left };
    case 'centre':
      return { ...box, x: (left + right - box.width) / 2 };
    case 'right':
      return { ...box, x: right - box.width };
    case 'top':
      return { ...box, y: top };
    case 'middle':
      return { ...box, y: (top + bottom - box.height) / 2 };
    case 'bottom':
      return { ...box, y: bottom - box.height };
    case 'across':
    case 'down':
      return box;
  }
}

/** Equal gaps; the first and the last stay. */
function spreadOut<B extends Box>(boxes: readonly B[], axis: 'x' | 'y'): readonly B[] {
  const size = axis === 'x' ? 'width' : 'height';
  const sorted = [...boxes].sort((a, b) => a[axis] - b[axis]);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return boxes;
  const room = last[axis] + last[size] - first[axis] - sorted.reduce((sum, box) => sum + box[size], 0);
  const gap = room / (sorted.length - 1);
  let at = first[axis];
  return sorted.map((box) => {
    const placed = { ...box, [axis]: at };
    at += box[size] + gap;
    return placed;
  });
}
