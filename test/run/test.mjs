// npm test: sets up this machine, builds, packs, and runs every test there is, those in a real VS Code included.
// The last line says `N passed, M failed`.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { ensureModules, requireNode } from './modules.mjs';
import { ensurePrograms } from './programs.mjs';

const root = path.resolve(import.meta.dirname, '../..');
let passed = 0;
let failed = 0;
const problems = [];
const shaky = [];
const add = (tally) => {
  passed += tally.passed;
  failed += tally.failed;
  problems.push(...tally.problems);
  shaky.push(...tally.shaky);
};

try {
  requireNode();
  ensureModules(root);
  ensurePrograms({ browser: true });
  // Only now: what follows needs the packages.
  const [{ runChecks, lineFor, LONG }, { results, run }, { runSuite, vitest }, host] = await Promise.all([
    import('./checks.mjs'),
    import('./command.mjs'),
    import('./suite.mjs'),
    import('../vscode-host/setup.mjs'),
  ]);
  rmSync(results, { recursive: true, force: true });
  const desktop = process.env.CONVERGE_VSCODE === 'desktop' || host.whyNoHost();
  if (!desktop) host.ensureHost(console.log);

  const packed = await run(['npm', 'run', '--silent', 'package']);
  const broken = { passed: 0, failed: packed.code === 0 ? 0 : 1, skipped: 0, problems: [], shaky: [] };
  if (broken.failed) console.log(packed.output.trimEnd());
  console.log(lineFor('build and pack', broken, packed.seconds, false));
  add(broken);
  for (const tally of await runChecks()) add(tally);

  const env = { CONVERGE_PACKED: '1' };
  for (const [name, command] of [
    ['tests in VS Code', (report, files) => [process.execPath, 'test/host/run.mjs', report, ...files]],
    ['browser tests', vitest('--config', 'test/e2e/vitest.config.ts')],
    ['kills and stories', (report, files) => vitest('--maxWorkers=2')(report, files.length > 0 ? files : LONG)],
  ]) {
    console.log(`\n${name}:`);
    const tally = await runSuite({ name, command, show: true, env });
    console.log(lineFor(name, tally, tally.seconds));
    add(tally);
  }
} catch (error) {
  problems.push(`npm test: ${error.message}`);
  failed += 1;
}
for (const problem of shaky) console.log(`passed only when tried again: ${problem}`);
for (const problem of problems) console.log(`failed: ${problem}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);
