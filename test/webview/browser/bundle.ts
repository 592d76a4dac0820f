import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { builtOnce } from '../../built';

export interface Bundle {
  readonly script: string;
  readonly style: string;
}

/** The designer as it ships. */
export async function designerBundle(): Promise<Bundle> {
  const folder = await builtOnce('designer', bundle);
  const text = (name: string) => readFileSync(path.join(folder, name), 'utf8');
  return { script: text('designer.js'), style: text('designer.css') };
}

const bundle = (outdir: string) =>
  build({
    absWorkingDir: path.join(import.meta.dirname, '../../..'),
    entryPoints: { designer: 'webview/designer/main.tsx' },
    bundle: true,
    minify: true,
    outdir,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
