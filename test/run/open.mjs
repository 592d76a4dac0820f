// npm run open: opens the sample's newest scratch folder with this extension in VS Code: the desktop's if `code` is
// there, else one in the browser, on 127.0.0.1, until Ctrl-C.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureModules, requireNode } from './modules.mjs';
import { ensurePrograms, onPath } from './programs.mjs';

const root = path.resolve(import.meta.dirname, '../..');

try {
  requireNode();
  ensureModules(root);
  ensurePrograms({ browser: false });
  execFileSync('npm', ['run', '--silent', 'package'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  const folder = scratchFolder();
  if (onPath('code')) openOnDesktop(folder);
  else await serve(folder);
} catch (error) {
  console.error(`npm run open: ${error.message}`);
  process.exitCode = 1;
}

/** The folder of the last `demo`, or a fresh copy of the sample. */
function scratchFolder() {
  const latest = path.join(tmpdir(), 'converge-sample/latest');
  const recorded = () => (existsSync(latest) ? readFileSync(latest, 'utf8').trim() : '');
  if (!existsSync(recorded())) {
    execFileSync(process.execPath, [path.join(root, 'dist/converge.js'), 'demo', '--copy-only'], { stdio: 'inherit' });
  }
  if (!existsSync(recorded())) throw new Error(`there is no copy of the sample; ${latest} should name it`);
  return recorded();
}

function openOnDesktop(folder) {
  console.log(`opening ${folder} in VS Code`);
  const { status } = spawnSync('code', [`--extensionDevelopmentPath=${root}`, folder], { stdio: 'inherit' });
  process.exitCode = status ?? 1;
}

async function serve(folder) {
  const { whyNoHost } = await import('../vscode-host/setup.mjs');
  const reason = whyNoHost();
  if (reason) throw new Error(`there is no \`code\` on PATH to open ${folder} with. ${reason}`);
  const { installVsix, startServer } = await import('../vscode-host/server.mjs');
  const { windowAddress } = await import('../vscode-host/address.mjs');
  const server = await startServer({ trustPrompts: true, settings: { 'git.enabled': true } });
  installVsix({
    vsix: path.join(root, 'dist/converge.vsix'),
    extensionsDir: server.extensionsDir,
    userDataDir: server.userDataDir,
  });
  console.log(`VS Code with Converge, on ${folder}:\n\n  ${windowAddress(server, { folder })}\n\nCtrl-C ends it.`);
  await new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM']) process.once(name, resolve);
  });
  await server.stop();
}
