import path from 'node:path';
import { build } from 'esbuild';

export interface Bundle {
  readonly script: string;
  readonly style: string;
}

let built: Promise<Bundle> | undefined;

/** The designer as it ships, built once for a test file. */
export function designerBundle(): Promise<Bundle> {
  built ??= bundle();
  return built;
}

async function bundle(): Promise<Bundle> {
  const result = await build({
    absWorkingDir: path.join(import.meta.dirname, '../../..'),
    entryPoints: { designer: 'webview/designer/main.tsx' },
    bundle: true,
    minify: true,
    write: false,
    outdir: 'out',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const text = (ending: string) => result.outputFiles.find((file) => file.path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}
