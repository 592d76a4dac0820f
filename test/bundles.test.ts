import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundles, minified } from '../esbuild.mjs';

const KB = 1000;

/** Built as for production, but in memory: what lies in dist/ may be anyone's. */
async function built(options: BuildOptions) {
  const { metafile, outputFiles } = await build({ ...options, ...minified, metafile: true, write: false });
  const script = outputFiles.find((file) => file.path.endsWith('.js'));
  return { size: script?.contents.byteLength ?? Number.NaN, packages: packagesIn(metafile) };
}

/** The packages whose code reached the output, not only the search for it. */
function packagesIn(metafile: Metafile): ReadonlySet<string> {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.entries(output.inputs));
  const names = inputs.map(([file]) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1]);
  return new Set(names.filter((name) => name !== undefined));
}

describe('bundles', () => {
  it('the extension is at most 400 kB and holds no part of the webviews', async () => {
    const { size, packages } = await built(bundles.extension);
    expect(size).toBeLessThanOrEqual(400 * KB);
    expect([...packages].filter((name) => /^(react|react-dom|reactflow)$/.test(name))).toEqual([]);
  });

  it('the extension loads the expression library late, from a bundle of its own that ships with it', async () => {
    expect((await built(bundles.extension)).packages).not.toContain('@marcbachmann/cel-js');
    const late = await built(bundles.expressions);
    expect([...late.packages]).toEqual(['@marcbachmann/cel-js']);
    expect(readFileSync(path.join(import.meta.dirname, '../.vscodeignore'), 'utf8')).toContain(
      '!dist/expressions.js\n',
    );
  });

  it('the designer is at most 900 kB, without zod and with the production build of React', async () => {
    const { size, packages } = await built(bundles.designer);
    expect(size).toBeLessThanOrEqual(900 * KB);
    expect(packages).not.toContain('zod');
    expect(packages).toContain('react-dom');
  });

  it('a bundle with zod in it is seen', async () => {
    const contents = "import * as z from 'zod'; console.log(z.string().parse('a'));";
    const { entryPoints: _, ...options } = bundles.designer;
    const { packages } = await built({
      ...options,
      stdin: { contents, resolveDir: import.meta.dirname, loader: 'ts' },
    });
    expect(packages).toContain('zod');
  });
});
