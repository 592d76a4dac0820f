import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { graphOf } from '../../engine/flow/graph';
import { parseFlow } from '../../engine/flow/parse';
import { pictureOf } from '../../engine/flow/picture';
import { svgOf } from '../../engine/flow/svg';

const folder = 'media/templates';
const templates = readdirSync(folder).filter((name) => name.endsWith('.converge.json'));

describe('pictures of the templates', () => {
  it.each(templates)('%s shows every step, and has no ground of its own', (name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    const picture = pictureOf(text);
    expect(svgOf(parseFlow(text).value ?? {})).toContain('class="page"');
    expect(picture).not.toContain('class="page"');
    for (const { id } of graphOf(parseFlow(text).value).steps) expect(picture).toContain(`data-step="${id}"`);
    expect(picture.length).toBeLessThan(40_000);
  });
});
