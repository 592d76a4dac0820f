// Runs the in-host suite through @vscode/test-electron: in the workbench for tests, or on the desktop where VS Code
// can be downloaded (CONVERGE_VSCODE=desktop, and wherever the workbench cannot be installed).
//   MOCHA_GREP=words node test/host/run.mjs
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runTests } from '@vscode/test-electron';
import { whyNoHost } from '../vscode-host/setup.mjs';

const root = path.resolve(import.meta.dirname, '../..');
// node test/host/run.mjs [report [file of tests …]]
const [report = path.join(root, 'test-results/host.json'), ...files] = process.argv.slice(2);
// Short: sockets are made below it.
const dir = mkdtempSync(path.join(tmpdir(), 'cvh-'));
const reason = process.env.CONVERGE_VSCODE === 'desktop' ? 'CONVERGE_VSCODE=desktop' : whyNoHost();
const version = process.env.CONVERGE_VSCODE_VERSION ?? 'stable';
const program = reason ? { version } : { vscodeExecutablePath: path.join(root, 'test/vscode-host/code.mjs') };
if (reason) console.log(`in-host tests on the desktop: ${reason}`);

rmSync(report, { force: true });
// Installed as it is: a browser's window develops one extension at a time.
cpSync(path.join(root, 'test/host/models'), path.join(dir, 'x/converge-test.models-1.0.0'), { recursive: true });
let code = 0;
try {
  code = await runTests({
    ...program,
    extensionDevelopmentPath: root,
    extensionTestsPath: path.join(root, 'dist/test/index'),
    launchArgs: [makeWorkspace(), `--user-data-dir=${dir}/u`, `--extensions-dir=${dir}/x`, '--disable-workspace-trust'],
    extensionTestsEnv: {
      CONVERGE_TEST_REPORT: report,
      CONVERGE_TEST_FILES: files.join(','),
      VSCODE_HOST_ARTIFACTS: path.join(root, 'test-results/host'),
    },
  });
} catch (error) {
  console.error(String(error));
  code = 1;
} finally {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}
process.exitCode = agree(code) ? 0 : 1;

/** What the window opens: the sample as a repository of its own, and a second folder that is empty. */
function makeWorkspace() {
  const folder = path.join(dir, 'workspace');
  const sample = path.join(root, 'media/sample');
  mkdirSync(folder);
  if (existsSync(sample)) cpSync(sample, folder, { recursive: true });
  else writeFileSync(path.join(folder, 'README.md'), '# A folder for tests\n');
  const git = (...args) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.invalid', ...args], { cwd: folder });
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message', 'Start');
  mkdirSync(path.join(dir, 'second'));
  const place = path.join(dir, 'both.code-workspace');
  writeFileSync(place, JSON.stringify({ folders: [{ path: 'workspace' }, { path: 'second' }] }));
  return place;
}

/** Never trust an exit code alone: the suite's own report must be there and agree. */
function agree(exitCode) {
  if (!existsSync(report)) {
    console.error('in-host tests: no report came back from the extension host');
    return false;
  }
  const { results } = JSON.parse(readFileSync(report, 'utf8'));
  const count = (state) => results.filter((result) => result.state === state).length;
  console.log(`in-host tests: ${count('passed')} passed, ${count('failed')} failed, ${count('pending')} skipped`);
  return exitCode === 0 && count('failed') === 0 && count('passed') > 0;
}
