import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import { useEditor } from './editor';
import { flowsIn, writeFlow } from './flowsIn';
import { newestRun, runFile, traceOf } from './runFolders';
import type { Workbench } from './workbench';

const look = (next: string) =>
  `{ "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "${next}" }`;
const STEPS = `{
  "converge": 1,
  "id": "steps",
  "start": "one",
  "steps": {
    "one": ${look('two')},
    "two": ${look('three')},
    "three": ${look('@complete')}
  }
}
`;

describe('debugging a flow in VS Code’s own debugger', () => {
  // A busy machine may take longer to load a window anew than a run waits for one.
  const editor = useEditor({ settings: { 'converge.orphanGrace': 600 } });
  let folder: string;
  let window: Workbench;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    folder = editor.makeFolder('repo');
    writeFlow(folder, 'steps', STEPS);
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    await flows.open('steps');
  });

  const stack = (text: string) => window.page.locator('.debug-call-stack .monaco-list-row', { hasText: text });
  const variables = (text: string) => window.page.locator('.debug-variables .monaco-list-row', { hasText: text });
  const dot = (step: string) => flows.designer.step(step).locator('[data-breakpoint="plain"]');
  const heldAt = async (step: string) => {
    await stack(`${step} (visit 1)`).waitFor({ timeout: 60_000 });
    await flows.designer.step(step).locator('[data-held]').waitFor({ timeout: 60_000 });
  };
  /** Some page of the window shows the run in time. */
  const timeline = () =>
    until('the timeline', async () => {
      const boards = await Promise.all(window.page.frames().map((frame) => frame.locator('.timeline canvas').count()));
      return boards.some((count) => count > 0);
    });
  const started = () => traceOf(newestRun(folder)).filter(({ type }) => type === 'step.started').length;

  it('F9 on the canvas is a dot there and in the gutter of the text, and the other way round', async () => {
    await flows.designer.select('two');
    await window.press('F9');
    await dot('two').waitFor();
    await flows.designer.tool('Open the text').click();
    const inGutter = window.page.locator('.glyph-margin-widgets .codicon-debug-breakpoint');
    await inGutter.waitFor();
    await window.page.locator('.monaco-editor .view-line', { hasText: '"three": {' }).click();
    await window.press('F9');
    await dot('three').waitFor();
    await window.press('F9');
    await dot('three').waitFor({ state: 'detached' });
    expect(await inGutter.count()).toBe(1);
  });

  it('F5 runs it under the debugger: asked as any start, held, shown, stepped, and complete', async () => {
    await flows.designer.select('one');
    await window.press('F5');
    await window.quickInput.locator('.monaco-list-row', { hasText: 'Supervised' }).click();
    await window.dialog('Run steps?').getByRole('button', { name: 'Approve and Run' }).click();
    await flows.designer.said('Held at one').waitFor({ state: 'attached', timeout: 60_000 });
    await window.openView('Run and Debug');
    await heldAt('one');
    expect(started()).toBe(0);
    await window.screenshot('debugging/01-entry');

    await flows.designer.select('one');
    await window.press('F5');
    await heldAt('two');
    expect(started()).toBe(1);
    await variables('Outputs').waitFor();
    await window.page.locator('.monaco-editor .debug-top-stack-frame-line').first().waitFor();
    await window.screenshot('debugging/02-breakpoint');

    await window.press('F10');
    await heldAt('three');
    await window.press('F5');
    await until('the result', () => runFile(newestRun(folder), 'result.json')?.outcome === 'complete', 60_000);
    await flows.designer.view.locator('.is-held').waitFor({ state: 'detached' });
    await window.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
  });

  it('a held run and its timeline survive a reload of the window: its debugger is offered again, and it goes on', async () => {
    await flows.designer.select('one');
    await window.press('F5');
    await window.quickInput.locator('.monaco-list-row', { hasText: 'Supervised' }).click();
    await heldAt('one');
    await window.runCommand('Debug: Continue');
    await heldAt('two');
    const run = newestRun(folder);
    const before = traceOf(run).length;
    await window.runCommand('Converge: Show Timeline');
    await timeline();
    await window.reload();

    expect(traceOf(run)).toHaveLength(before);
    const offer = window.toast('is held, and no debugger');
    await offer.getByRole('button', { name: 'Attach Debugger' }).click({ timeout: 180_000 });
    await window.openView('Run and Debug');
    await stack('two (visit 1)').waitFor({ timeout: 60_000 });
    expect(started()).toBe(1);
    await timeline();
    await window.screenshot('debugging/03-reloaded');
    await window.runCommand('Debug: Continue');
    await until('the result', () => runFile(run, 'result.json')?.outcome === 'complete', 60_000);
    expect(newestRun(folder)).toBe(run);
  }, 300_000);
});
