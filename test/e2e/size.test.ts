import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import { bigFlow } from './bigFlow';
import type { DesignerPage } from './designerPage';
import { useEditor } from './editor';
import { flowsIn, writeFlow } from './flowsIn';
import type { Pace } from './pace';
import { paceOf } from './pace';
import type { Workbench } from './workbench';

/**
 * How much longer things may take than on a machine that does nothing else: ten others may want it at the same time.
 * CONVERGE_SLACK=1 holds the limits themselves, for a quiet machine.
 */
const SLACK = Number(process.env.CONVERGE_SLACK ?? 20);

describe('large flows in a real window', () => {
  const editor = useEditor();
  let window: Workbench;
  let designer: DesignerPage;
  let flows: ReturnType<typeof flowsIn>;
  const big = bigFlow(20);
  const huge = bigFlow(80);

  beforeAll(async () => {
    const folder = editor.makeFolder('repo');
    writeFlow(folder, 'big', big);
    writeFlow(folder, 'huge', huge.replace('"id": "big"', '"id": "huge"').replace('"Big"', '"Huge"'));
    window = await editor.open(folder);
    flows = flowsIn(window, folder);
    designer = flows.designer;
    // The first page of a window is slow for reasons that are not ours.
    await window.openFile('README.md');
  });

  /** Drags a step by its title and back again, in small moves. */
  const dragAbout = async (id: string) => {
    const box = await designer.step(id).locator('.face-title').boundingBox();
    if (!box) throw new Error('nothing to drag');
    const { mouse } = window.page;
    await mouse.move(box.x + 6, box.y + 6);
    await mouse.down();
    await mouse.move(box.x + 9, box.y + 9);
    await mouse.move(box.x + 90, box.y + 70, { steps: 20 });
    await mouse.move(box.x + 66, box.y + 46, { steps: 10 });
    await mouse.up();
  };
  const within = (pace: Pace, most: Partial<Pace>) => {
    for (const [name, limit] of Object.entries({ freeze: 1000, ...most }))
      expect(pace[name as keyof Pace], `${name}: ${JSON.stringify(pace)}`).toBeLessThanOrEqual(limit * SLACK);
  };

  it('SH-39 500 steps, 820 routes and 20 groups: opened, dragged, typed into, connected and checked', async () => {
    const opening = Date.now();
    await flows.open('big', 'Big');
    await designer.step('w0-0').waitFor();
    const opened = Date.now() - opening;
    expect(opened).toBeLessThanOrEqual(3000 * SLACK);
    const frame = await designer.frame();
    await designer.find('w3-0');
    await flows.still();

    const dragged = await paceOf(frame, () => dragAbout('w3-0'));
    await designer.said('1 step moved.').waitFor();
    within(dragged, { frame95: 50 });

    await designer.field('Title').click();
    const typed = await paceOf(frame, () => window.page.keyboard.type('Begin here', { delay: 20 }));
    within(typed, { key: 100 });
    await window.press('Enter');
    await designer.step('w3-0').getByText('Begin here').waitFor();

    const told = Date.now();
    await designer.type('Worker', 'nobody');
    await designer.problems.getByText('"nobody"').first().waitFor();
    const checked = Date.now() - told;
    expect(checked).toBeLessThanOrEqual(500 * SLACK);

    await designer.step('w3-0').press('c');
    await designer.pick('w5-0');
    const text = await flows.save('big');
    expect(JSON.parse(text)).toMatchObject({
      steps: { 'w3-0': { title: 'Begin here', worker: 'nobody', routes: { failed: 'w5-0' } } },
      layout: { 'w3-0': [expect.any(Number), expect.any(Number)] },
    });
    console.log(JSON.stringify({ opened, checked, dragged, typed }));
  });

  it('2,000 steps: opened, dragged, and undone to the same bytes', async () => {
    const before = flows.bytes('huge');
    const opening = Date.now();
    await flows.open('huge', 'Huge');
    await designer.view.locator('.canvas [data-step]').first().waitFor();
    const opened = Date.now() - opening;
    await designer.find('w40-5');
    await flows.still();
    const dragged = await paceOf(await designer.frame(), () => dragAbout('w40-5'));
    await designer.said('1 step moved.').waitFor();
    within(dragged, { frame95: 50 });
    const moved = await flows.save('huge');
    expect(JSON.parse(moved).layout).toEqual({ 'w40-5': [expect.any(Number), expect.any(Number)] });
    await designer.tool('Undo').click();
    expect(await flows.save('huge')).toBe(before);
    await window.runCommand('Redo');
    await until('the move again', () => window.isDirty(flows.tabOf('huge')));
    expect(await flows.save('huge')).toBe(moved);
    await window.screenshot('size/huge');
    console.log(JSON.stringify({ opened, dragged }));
  });
});
