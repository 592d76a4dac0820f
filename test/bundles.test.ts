import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BuildOptions, Metafile } from 'esbuild';
import { build } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { bundles, LATE_MODULES, minified } from '../esbuild.mjs';

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

  it('the extension loads two libraries late, each from a bundle of its own that ships with it', async () => {
    const { packages } = await built(bundles.extension);
    const shipped = readFileSync(path.join(import.meta.dirname, '../.vscodeignore'), 'utf8').split('\n');
    for (const [name, library] of [
      ['expressions', '@marcbachmann/cel-js'],
      ['globs', 'picomatch'],
    ] as const) {
      expect(packages).not.toContain(library);
      expect([...(await built(bundles[name])).packages]).toEqual([library]);
      expect(shipped).toContain(`!dist/${name}.js`);
    }
  });

  it.each(['designing', 'watching'] as const)('what the extension imports late ships whole: %s', async (name) => {
    const shipped = readFileSync(path.join(import.meta.dirname, '../.vscodeignore'), 'utf8').split('\n');
    expect(shipped).toContain(`!dist/${name}.js`);
    const exportsOf = async (options: BuildOptions) =>
      Object.values((await build({ ...options, format: 'esm', metafile: true, write: false })).metafile.outputs)
        .flatMap((output) => output.exports)
        .sort();
    const each = LATE_MODULES[name].map((module) => {
      const { stdin: _, outfile: __, ...options } = bundles[name];
      return exportsOf({ ...options, entryPoints: [`${module}.ts`], outdir: 'out' });
    });
    // Of two that export the same name, neither would be there.
    expect(await exportsOf(bundles[name])).toEqual((await Promise.all(each)).flat().sort());
  });

  it('what stands in for a late library does as it does, and loads it when it is used', async () => {
    const contents = `
      import { Environment } from '@marcbachmann/cel-js';
      import picomatch from 'picomatch';
      export const loaded = () => Object.keys(require.cache).map((file) => file.split(/[\\\\/]/).at(-1));
      export const matches = () => [picomatch.isMatch('a/b', 'a/*'), picomatch('a/*')('c'), picomatch.scan('a/*').base];
      export const sum = () => Number(new Environment().parse('1 + 2')());`;
    const outdir = mkdtempSync(path.join(tmpdir(), 'converge-late-'));
    try {
      const { entryPoints: _, ...options } = bundles.extension;
      const stdin = { contents, resolveDir: import.meta.dirname, loader: 'ts' } as const;
      await build({ ...options, stdin, outdir: undefined, outfile: path.join(outdir, 'probe.js') });
      await Promise.all([bundles.expressions, bundles.globs].map((late) => build({ ...late, outdir })));
      const probe = createRequire(import.meta.url)(path.join(outdir, 'probe.js'));
      const late = () => probe.loaded().filter((file: string) => file === 'globs.js' || file === 'expressions.js');
      expect(late()).toEqual([]);
      expect(probe.matches()).toEqual([true, false, 'a']);
      expect(late()).toEqual(['globs.js']);
      expect(probe.sum()).toBe(3);
    } finally {
      rmSync(outdir, { recursive: true, force: true });
    }
  });

  it('the designer is at most 900 kB, without zod and the expression library and with the production build of React', async () => {
    const { size, packages } = await built(bundles.designer);
    expect(size).toBeLessThanOrEqual(900 * KB);
    expect(packages).not.toContain('zod');
    expect(packages).not.toContain('@marcbachmann/cel-js');
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
