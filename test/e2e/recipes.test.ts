import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { facesOn } from './contrast';
import { useEditor } from './editor';
import { flowsIn } from './flowsIn';
import type { Workbench } from './workbench';

const program = path.resolve(import.meta.dirname, '../../dist/converge.js');

/** The folder in which a recipe was shown offline. */
function shown(recipe: string): string {
  const said = execFileSync(process.execPath, [program, 'demo', recipe], { encoding: 'utf8' });
  const folder = /stands in (.+?)\. Its flow/.exec(said)?.[1];
  if (folder === undefined) throw new Error(`the demo does not say where it is:\n${said}`);
  return folder;
}

describe('a recipe with loop groups, shown and looked at', () => {
  const editor = useEditor();
  let window: Workbench;
  let flows: ReturnType<typeof flowsIn>;

  beforeAll(async () => {
    const folder = shown('refine-with-main');
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    await window.openView('Converge');
  });

  it('batches and iterations stand in the tree, and the group on the canvas', async () => {
    await flows.open('refine-with-main', /Refinement/);
    await flows.fit();
    await flows.designer.loop('refinement').waitFor();
    await window.row('Runs', /refine-with-main/).click();
    await window.press('ArrowRight');
    await window.row('Runs', /batch 2/).waitFor();
    await window.screenshot('recipes/refine-with-main');
    expect(await flows.designer.step('revise').getAttribute('aria-label')).toMatch(/in loop refinement/i);
  });

  for (const theme of ['Dark Modern', 'Dark High Contrast', 'Light High Contrast'] as const) {
    it(`${theme}: every face can be read`, async () => {
      await window.chooseTheme(theme);
      await window.screenshot(`recipes/${theme.replaceAll(' ', '-').toLowerCase()}`);
      expect(await facesOn(flows.designer.view)).toEqual([]);
    });
  }
});
