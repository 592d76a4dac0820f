import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import { useEditor } from './editor';
import { PLAIN } from './flows';
import { flowsIn, writeFlow } from './flowsIn';
import { newestRun, runFile, runsOf } from './runFolders';
import type { Workbench } from './workbench';

const program = path.resolve(import.meta.dirname, '../../dist/converge.js');
const approve = (window: Workbench) =>
  window.dialog('Run Plain?').getByRole('button', { name: 'Approve and Run' }).click();

describe('folders that are trusted, and folders that are not', () => {
  const editor = useEditor({ trustPrompts: true });
  let folder: string;
  let window: Workbench;
  let flows: ReturnType<typeof flowsIn>;

  /** In the designer: the limits are shown first, beside the mode. */
  const start = async () => {
    await flows.designer.runStrip.locator('vscode-button', { hasText: 'Run' }).click();
    await flows.designer.runStrip.locator('.run-card vscode-button', { hasText: 'Start' }).click();
  };

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'plain', PLAIN);
    // A run of earlier, when somebody trusted it.
    execFileSync(process.execPath, [
      program,
      'run',
      path.join(folder, '.converge/flows/plain.converge.json'),
      '--approve',
      'any',
    ]);
    window = await editor.open(folder, { ready: false });
    await window.answerTrust('no');
    await window.ready();
    flows = flowsIn(window, folder);
  });

  it('where it is not trusted, flows can be drawn and old runs read, and nothing is run', async () => {
    await window.statusBar('Restricted Mode').waitFor();
    await window.openView('Converge');
    await window.row('Runs', 'plain').filter({ hasText: 'complete' }).waitFor();
    await flows.open('plain', 'Plain');
    await flows.designer.select('look');
    await flows.designer.type('Title', 'Look at it');
    expect(await flows.save('plain')).toContain('"Look at it"');
    await window.screenshot('trust/restricted');

    const dock = flows.designer.view.locator('.dock');
    await window.titleAction('Simulate Flow').click();
    await dock.locator('.simulate-head vscode-button', { hasText: 'Simulate' }).click();
    await dock.locator('[data-outcome="complete"]').waitFor();
    await start();
    await window.toast('This workspace is not trusted').waitFor();
    expect(await window.quickInput.count()).toBe(0);
    expect(runsOf(folder)).toHaveLength(1);
    await window.screenshot('trust/refused');
  });

  it('once it is trusted, the same flow runs', async () => {
    await window.toast('This workspace is not trusted').getByRole('button', { name: 'Manage Trust' }).click();
    await window.page
      .locator('.workspace-trust-editor')
      .getByRole('button', { name: 'Trust', exact: true })
      .first()
      .click();
    await window.statusBar('Restricted Mode').waitFor({ state: 'detached' });
    await window.reload();
    expect(await window.statusBar('Restricted Mode').count()).toBe(0);
    await window.tab(flows.tabOf('plain')).click();
    await flows.designer.shown();
    // A backup of the moment before the save may come back as an unsaved edit that says the same.
    if (await window.isDirty(flows.tabOf('plain'))) await flows.save('plain');
    await start();
    await approve(window);
    await until('the second run', () => runsOf(folder).length === 2);
    await until('its end', () => runFile(newestRun(folder), 'result.json')?.outcome === 'complete');
    await flows.designer.runStrip.getByText('complete').waitFor();
  });

  it('comes back after VS Code was killed, with its runs', async () => {
    expect(editor.processes().length).toBeGreaterThan(0);
    await editor.kill();
    await window.close();
    await editor.restart();
    window = await editor.open(folder);
    // At its new address VS Code may ask again, at any time.
    await window.trustWhenAsked();
    await window.openView('Converge');
    await until('both runs', async () => (await window.tree('Runs').filter({ hasText: 'complete' }).count()) === 2);
  });
});

describe('what a machine may lack', () => {
  // Everything that a run needs, but for git.
  const bin = path.join(import.meta.dirname, '../../test-results/e2e/bin');
  rmSync(bin, { recursive: true, force: true });
  mkdirSync(bin, { recursive: true });
  for (const name of ['node', 'npm', 'sh', 'env'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), path.join(bin, name));
  const editor = useEditor({ env: { PATH: bin } });
  let folder: string;
  let window: Workbench;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'plain', PLAIN);
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
  });
  const runPlain = async () => {
    await window.titleAction('Run Flow…').click();
    await window.quickInput.locator('.monaco-list-row', { hasText: 'Autonomous' }).click();
  };
  const clear = () => window.runCommand('Notifications: Clear All Notifications');

  it('without git it says what is missing, where it was looked for and what to do', async () => {
    await flows.open('plain', 'Plain');
    await runPlain();
    await approve(window);
    const toast = window.toast(/git/);
    await toast.filter({ hasText: 'https://git-scm.com' }).waitFor();
    expect(await window.toast(/./).count()).toBe(1);
    expect(runsOf(folder)).toEqual([]);
    await window.screenshot('trust/no-git');
    await clear();
  });

  it('a worker whose program is not there is named, and nothing is started', async () => {
    const missing = `{
  "converge": 1,
  "id": "plain",
  "title": "Plain",
  "start": "act",
  "workers": { "agent": { "use": "command", "run": ["no-such-agent", "--yes"] } },
  "steps": { "act": { "kind": "work", "worker": "agent", "prompt": "Do it", "next": "@complete" } }
}
`;
    flows.write('plain', missing);
    await flows.stepsAre('act');
    symlinkSync(execFileSync('which', ['git'], { encoding: 'utf8' }).trim(), path.join(bin, 'git'));
    await runPlain();
    await approve(window);
    await window.toast(/no-such-agent/).waitFor();
    expect(await window.toast(/./).count()).toBe(1);
    expect(runsOf(folder)).toEqual([]);
    await window.screenshot('trust/no-worker');
    await clear();
  });

  it('a flow that may not be written is shown and says so', async () => {
    chmodSync(flows.file('plain'), 0o444);
    await flows.open('plain', 'Plain');
    await flows.designer.banner.getByText(/read-only/i).waitFor();
    expect(await flows.designer.view.locator('.palette [data-kind="work"]').isDisabled()).toBe(true);
    await window.screenshot('trust/read-only');
  });
});
