// npm test: sets up this machine, builds, packs, and runs every test there is, those in a real VS Code included.
// The last line says `N passed, M failed`.
import { rmSync } from 'node:fs';
import path from 'node:path';
import { ensureModules, requireNode } from './modules.mjs';
import { ensurePrograms } from './programs.mjs';

const root = path.resolve(import.meta.dirname, '../..');
let passed = 0;
let failed = 0;
const add = (tally) => {
  passed += tally.passed;
  failed += tally.failed;
};

try {
  requireNode();
  ensureModules(root);
  ensurePrograms({ browser: true });
  // Only now: what follows needs the packages.
  const [{ runChecks, lineFor, LONG }, { local, results, run }, { readReport }, host] = await Promise.all([
    import('./checks.mjs'),
    import('./command.mjs'),
    import('./reports.mjs'),
    import('../vscode-host/setup.mjs'),
  ]);
  rmSync(results, { recursive: true, force: true });
  const desktop = process.env.CONVERGE_VSCODE === 'desktop' || host.whyNoHost();
  if (!desktop) host.ensureHost(console.log);

  const packed = await run(['npm', 'run', '--silent', 'package']);
  const broken = { passed: 0, failed: packed.code === 0 ? 0 : 1, skipped: 0, problems: [] };
  if (broken.failed) console.log(packed.output.trimEnd());
  console.log(lineFor('build and pack', broken, packed.seconds, false));
  add(broken);
  for (const tally of await runChecks()) add(tally);

  const suite = async (name, command, file) => {
    console.log(`\n${name}:`);
    const report = path.join(results, file);
    const { code, seconds } = await run(command, { show: true, env: { CONVERGE_PACKED: '1', NO_COLOR: '1' } });
    const tally = readReport(report, code);
    console.log(lineFor(name, tally, seconds));
    add(tally);
  };
  await suite('tests in VS Code', [process.execPath, 'test/host/run.mjs'], 'host.json');
  const vitest = (file, ...args) =>
    local(
      'vitest',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${path.join(results, file)}`,
      ...args,
    );
  await suite('browser tests', vitest('e2e.json', '--config', 'test/e2e/vitest.config.ts'), 'e2e.json');
  await suite('kills and stories', vitest('long.json', ...LONG), 'long.json');
} catch (error) {
  console.error(`npm test: ${error.message}`);
  failed += 1;
}
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
console.log(`${passed} passed, ${failed} failed`);
