// Builds everything that ships, and the in-host test suite, into dist/.
//   node esbuild.mjs                development build, with source maps
//   node esbuild.mjs --production   minified; an entry point that is missing is an error
//   node esbuild.mjs --watch        development build, kept up to date
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, context } from 'esbuild';

const root = import.meta.dirname;

const shared = { absWorkingDir: root, bundle: true, outdir: 'dist', logLevel: 'warning' };
const node = {
  ...shared,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  // The `main` of jsonc-parser is a UMD file that cannot be bundled; its `module` can.
  mainFields: ['module', 'main'],
  // CommonJS has no `import.meta.url`.
  define: { 'import.meta.url': '__moduleUrl' },
  banner: { js: "const __moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
};

const CEL = '@marcbachmann/cel-js';

/**
 * Libraries that the extension loads when it first needs them, each from a bundle of its own: activation waits for neither.
 * In their place stands what hands on to them.
 */
const LATE = {
  [CEL]: `
    exports.Environment = function (options) {
      return new (require('./expressions.js').Environment)(options);
    };`,
  picomatch: `
    const library = () => require('./globs.js');
    module.exports = new Proxy(function () {}, {
      apply: (_target, _self, given) => library()(...given),
      get: (_target, key) => (key === '__esModule' ? undefined : library()[key]),
    });`,
};
const librariesLate = {
  name: 'libraries late',
  setup({ onResolve, onLoad }) {
    const namespace = 'late';
    onResolve({ filter: new RegExp(`^(${Object.keys(LATE).join('|')})$`) }, ({ path: name }) => ({
      path: name,
      namespace,
    }));
    onResolve({ filter: /./, namespace }, ({ path: file }) => ({ path: file, external: true }));
    onLoad({ filter: /./, namespace }, ({ path: name }) => ({ contents: LATE[name] }));
  },
};

/**
 * A page tries an edit only to know whether it will be refused, and no edit is refused for what an expression says: it does
 * without the expression library. To the engine every expression then is one that it cannot read, and leaves alone.
 */
const noExpressions = {
  name: 'no expressions',
  setup({ onResolve, onLoad }) {
    const namespace = 'no-expressions';
    onResolve({ filter: new RegExp(`^${CEL}$`) }, ({ path: name }) => ({ path: name, namespace }));
    onLoad({ filter: /./, namespace }, () => ({
      contents: `
        export class Environment {
          registerVariable() { return this; }
          registerOperator() { return this; }
          parse() { throw new Error('expressions are not read in a page'); }
        }`,
    }));
  },
};

/** Modules that the extension imports when they are first asked for, by the bundle that they share. */
export const LATE_MODULES = {
  designing: [
    'engine/run/simulated/playShown',
    'engine/flow/editing',
    'engine/flow/language/textHelp',
    'engine/flow/exported',
    'extension/compare/comparing',
  ],
  watching: [
    'extension/drawTrees',
    'extension/filters/choosing',
    'extension/secrets/asking',
    'engine/runner/fork',
    'engine/runner/runSecrets',
    'extension/reporting/reporting',
    'extension/noticing/noticing',
    'extension/tasks/flowTerminal',
    'extension/tools/tools',
    'extension/timeline/timelines',
    'extension/debug/debugging',
    'extension/beside/besideCode',
    'extension/models/serving',
    'extension/choosing/findWorkers',
    'extension/runStart',
    'extension/runQuestions',
  ],
};
const modulesLate = {
  name: 'modules late',
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ kind, path: file, resolveDir }) => {
      if (kind !== 'dynamic-import') return undefined;
      const module = path.relative(root, path.resolve(resolveDir, file)).split(path.sep).join('/');
      const [name] = Object.entries(LATE_MODULES).find(([, modules]) => modules.includes(module)) ?? [];
      return name === undefined ? undefined : { path: `./${name}.js`, external: true };
    });
  },
};
/** All that the modules of a bundle export, under one roof: no two of them may export the same name. */
const late = (name) => ({
  ...node,
  stdin: {
    contents: LATE_MODULES[name].map((module) => `export * from './${module}';`).join('\n'),
    resolveDir: root,
    sourcefile: `${name}.ts`,
    loader: 'ts',
  },
  outdir: undefined,
  outfile: `dist/${name}.js`,
  external: ['vscode'],
  plugins: [librariesLate],
});

/**
 * What ships.
 * @type {Record<'extension' | 'expressions' | 'globs' | 'designing' | 'watching' | 'converge' | 'runner' | 'debugAdapter' | 'designer', import('esbuild').BuildOptions>}
 */
export const bundles = {
  extension: {
    ...node,
    entryPoints: { extension: 'extension/extension.ts' },
    external: ['vscode'],
    plugins: [librariesLate, modulesLate],
    supported: { 'dynamic-import': false },
  },
  designing: late('designing'),
  watching: late('watching'),
  globs: { ...node, entryPoints: { globs: 'node_modules/picomatch/index.js' } },
  expressions: { ...node, entryPoints: { expressions: `node_modules/${CEL}/lib/index.js` } },
  converge: {
    ...node,
    entryPoints: { converge: 'engine/cli/converge.ts' },
    banner: { js: `#!/usr/bin/env node\n${node.banner.js}` },
  },
  runner: { ...node, entryPoints: { runner: 'engine/runner/runner.ts' } },
  debugAdapter: { ...node, entryPoints: { debugAdapter: 'extension/debug/adapter/program.ts' } },
  designer: {
    ...shared,
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    jsx: 'automatic',
    entryPoints: { designer: 'webview/designer/main.tsx' },
    plugins: [noExpressions],
    loader: { '.ttf': 'dataurl', '.svg': 'dataurl' },
    define: { 'process.env.NODE_ENV': '"production"' },
  },
};

export const minified = { minify: true, sourcemap: false };

/** The in-host suite: one file a test file, so that mocha names the file that fails. Mocha itself stays outside. */
function hostSuite() {
  const files = readdirSync(path.join(root, 'test/host'), { recursive: true }).map((f) => f.split(path.sep).join('/'));
  const tests = files.filter((f) => f.endsWith('.test.ts')).map((f) => `test/host/${f}`);
  return {
    ...node,
    entryPoints: ['test/host/index.ts', ...tests],
    outbase: 'test/host',
    outdir: 'dist/test',
    external: ['vscode', 'mocha'],
  };
}

const inputsOf = (options) => Object.values(options.entryPoints ?? {});
const missingIn = (options) => inputsOf(options).filter((file) => !existsSync(path.join(root, file)));

/** Loads a module of the engine, to make with it what ships; undefined where it is not there. */
async function loaded(source, name) {
  if (!existsSync(path.join(root, source))) return undefined;
  const outfile = path.join(root, `dist/build/${name}.cjs`);
  await build({ ...node, outdir: undefined, outfile, entryPoints: [source] });
  return import(`${pathToFileURL(outfile).href}?${Date.now()}`);
}

function writeMade(file, text) {
  const target = path.join(root, file);
  mkdirSync(path.dirname(target), { recursive: true });
  if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
}

/** Writes the JSON Schema of the flow format, made from the same zod schema that the engine parses with. */
async function writeSchema() {
  const source = 'engine/flow/jsonSchema.ts';
  const made = await loaded(source, 'jsonSchema');
  if (!made) return [source];
  writeMade('media/schema/converge-flow.schema.json', `${JSON.stringify(made.flowJsonSchema(), null, 2)}\n`);
  return [];
}

/** Writes the picture of each template beside it, as the canvas would draw it. */
async function writePictures() {
  const source = 'engine/flow/picture.ts';
  const made = await loaded(source, 'picture');
  if (!made) return [source];
  const folder = 'media/templates';
  for (const file of readdirSync(path.join(root, folder))) {
    const [, name] = /^(.+)\.converge\.json$/.exec(file) ?? [];
    if (name) writeMade(`${folder}/${name}.svg`, made.pictureOf(readFileSync(path.join(root, folder, file), 'utf8')));
  }
  return [];
}

async function main(args) {
  const started = Date.now();
  const production = args.includes('--production');
  const mode = production ? minified : { minify: false, sourcemap: 'linked' };
  const wanted = [...Object.values(bundles), hostSuite()];
  const missing = wanted.flatMap(missingIn);
  const ready = wanted.filter((options) => missingIn(options).length === 0).map((options) => ({ ...options, ...mode }));

  if (args.includes('--watch')) {
    await Promise.all([writeSchema(), writePictures()]);
    console.log('build: watching');
    await Promise.all(ready.map(async (options) => (await context({ ...options, logLevel: 'info' })).watch()));
    return;
  }
  const made = Promise.all([writeSchema(), writePictures()]);
  await Promise.all(ready.map((options) => build(options)));
  missing.push(...(await made).flat());
  const program = path.join(root, 'dist/converge.js');
  if (existsSync(program)) chmodSync(program, 0o755);
  for (const file of missing) console.error(`build: ${file} does not exist, left out`);
  if (production && missing.length > 0)
    throw new Error(`a production build needs every entry point (${missing.length} missing)`);
  console.log(`build: ${ready.length} bundles in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

if (process.argv[1] && path.resolve(process.argv[1]) === import.meta.filename) {
  main(process.argv.slice(2)).catch((error) => {
    console.error(`build: ${error.message}`);
    process.exitCode = 1;
  });
}
