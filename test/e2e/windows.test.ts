import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import { useEditor } from './editor';
import type { Workbench } from './workbench';

describe('the installed extension in windows of VS Code', () => {
  const editor = useEditor({ trustPrompts: true });
  let folder: string;
  let window: Workbench;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    window = await editor.open(folder, { ready: false });
    await window.answerTrust('no');
    await window.ready();
  });

  it('is there in a folder that is not trusted', async () => {
    await window.statusBar('Restricted Mode').waitFor();
    await window.openView('Converge');
    await window.screenshot('restricted');
  });

  it('is there after the folder was trusted and the window reloaded', async () => {
    await window.trustFolder();
    await window.statusBar('Restricted Mode').waitFor({ state: 'detached' });
    await window.reload();
    expect(await window.statusBar('Restricted Mode').count()).toBe(0);
  });

  it('a second window on another folder asks again, and the first goes on', async () => {
    const second = await editor.open(editor.makeFolder('other'), { ready: false });
    await second.answerTrust('yes');
    await second.ready();
    await second.close();
    await window.openFile('README.md');
    await window.page.locator('.monaco-editor .view-lines').first().click();
    await window.page.keyboard.type('More. ');
    await until('a dirty file', () => window.isDirty('README.md'));
    await window.save();
    await until('the text on disk', () => readFileSync(path.join(folder, 'README.md'), 'utf8').includes('More. '));
  });

  it('comes back after VS Code was killed', async () => {
    const before = editor.processes();
    expect(before.length).toBeGreaterThan(0);
    await editor.kill();
    await window.close();
    await editor.restart();
    window = await editor.open(folder);
    editor.setTheme('Default High Contrast');
    await window.page.locator('.monaco-workbench.hc-black').waitFor();
    await window.screenshot('high-contrast');
  });
});
