import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../engine/flow/graph';
import { parseFlow } from '../../engine/flow/parse';
import { svgOf } from '../../engine/flow/svg';
import type { Json } from '../../engine/json';
import { wellFormed } from './wellFormed';

const folder = path.join(import.meta.dirname, '../../media/templates');
const templates = readdirSync(folder).filter((name) => name.endsWith('.converge.json'));
const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (each) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each] ?? '&#39;');

const rectsOf = (svg: string) =>
  [
    ...svg.matchAll(/<g class="step [^>]*>.*?<rect x="([-\d.]+)" y="([-\d.]+)" width="([\d.]+)" height="([\d.]+)"/g),
  ].map(([, x, y, width, height]) => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height) }));

describe('the picture of a flow', () => {
  it.each(templates)('is well-formed XML with every step of %s, none over another', (name) => {
    const flow = parseFlow(readFileSync(path.join(folder, name), 'utf8')).value ?? {};
    const svg = svgOf(flow);
    expect(wellFormed(svg)).toBeNull();
    const { steps } = graphOf(flow);
    for (const { title } of steps) expect(svg).toContain(`<title>${escaped(title)}`);
    const rects = rectsOf(svg);
    expect(rects).toHaveLength(steps.length);
    for (const [index, a] of rects.entries())
      for (const b of rects.slice(index + 1))
        expect(a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y).toBe(
          true,
        );
  });

  it('escapes what a flow says, wherever it says it, and leaves out what XML cannot hold', () => {
    const odd = `<b a="1">&amp;'\u0000\ud800]]>`;
    const svg = svgOf({
      title: odd,
      purpose: odd,
      start: 'a',
      steps: {
        a: { kind: odd, title: odd, worker: odd, prompt: odd, next: '@complete', branches: { [odd]: '@stop' } },
      },
      loops: { [odd]: { type: odd, head: 'a', tail: 'a' } },
    });
    expect(wellFormed(svg)).toBeNull();
    expect(svg).not.toContain('<b a');
    expect(svg).toContain('&lt;b a=&quot;1&quot;&gt;&amp;amp;&#39;]]&gt;');
  });

  it('is drawn of anything, and light or dark as its reader is', () => {
    const odd: readonly Json[] = [null, 3, {}, { steps: 3 }, { steps: { a: null } }];
    for (const flow of odd) expect(wellFormed(svgOf(flow))).toBeNull();
    expect(svgOf({})).toContain('prefers-color-scheme:dark');
  });

  it('shortens what has no room with an ellipsis and says the whole of it in a title', () => {
    const title = 'A title that is much too long for the face of a step';
    const svg = svgOf({ start: 'a', steps: { a: { kind: 'work', title, worker: 'w', next: '@complete' } } });
    expect(svg).toContain('…</text>');
    expect(svg).toContain(`<title>${title}`);
  });
});
