import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../until';
import type { DesignerPage } from './designerPage';
import { designerIn } from './designerPage';
import { useEditor } from './editor';
import { decisionsOf, newestRun, runFile, runsOf, traceOf } from './runFolders';
import type { Workbench } from './workbench';

const FLOW = 'fix-until-green.converge.json';
const PROMPT = 'Make the failing tests pass. Change nothing but the code in src.';

describe('Fix until green, from the drawing to the result', () => {
  // A reload on a busy machine takes longer than a run waits for its window.
  const editor = useEditor({ settings: { 'converge.orphanGrace': 600 } });
  let folder: string;
  let window: Workbench;
  let designer: DesignerPage;
  let pictures = 0;
  const picture = (name: string) => window.screenshot(`story/${String(++pictures).padStart(2, '0')}-${name}`);
  const badge = (text: string) =>
    window.page.locator('.activitybar .action-item:has(a[aria-label*="Converge"]) .badge-content', { hasText: text });
  const flowPath = () => path.join(folder, '.converge/flows', FLOW);
  const run = () => window.row('Runs', 'fix-until-green');
  /** How long the worker takes over its turns of a pass. */
  const delay = (pass: number, delayMs: number) => {
    const file = path.join(folder, '.converge/workers/implementer.json');
    const script = JSON.parse(readFileSync(file, 'utf8'));
    for (const turn of script.turns) if (turn.pass === pass) turn.delayMs = delayMs;
    writeFileSync(file, JSON.stringify(script, null, 2));
  };
  const startRun = async () => {
    await window.titleAction('Run Flow…').click();
    await window.quickInput.locator('.monaco-list-row', { hasText: 'Autonomous' }).click();
  };
  const runners = () => editor.processes().filter(({ command }) => command.some((part) => part.endsWith('runner.js')));
  const actStarts = (folder: string, pass: number) =>
    traceOf(folder).filter((entry) => entry.type === 'step.started' && entry.step === 'act' && entry.pass === pass);
  /** A look at what passes by: the runner is halted while the worker is at work in that pass, however slow the window is. */
  const haltedIn = async (pass: number, look: () => Promise<void>) => {
    await until(`pass ${pass}`, () => actStarts(newestRun(folder), pass).length > 0, 60_000);
    const halted = runners();
    expect(halted).not.toEqual([]);
    for (const { pid } of halted) process.kill(pid, 'SIGSTOP');
    try {
      await look();
    } finally {
      for (const { pid } of halted) process.kill(pid, 'SIGCONT');
    }
  };

  beforeAll(async () => {
    folder = editor.makeFolder('sample', 'media/sample');
    for (const pass of [2, 3]) delay(pass, 3000);
    editor.git(folder, 'commit', '--quiet', '--all', '--message', 'A worker that takes its time');
    window = await editor.open(folder);
    designer = designerIn(window);
  });

  it('shows the flow: its steps, the loop around them and where it can end', async () => {
    await window.openView('Converge');
    await window.row('Flows', 'Fix until green').click();
    await designer.shown();
    await until('the steps', async () => (await designer.steps()).join() === 'act,judge,verify');
    await designer.loop('fix').getByText('at most 5 passes').waitFor();
    for (const end of ['@complete', '@stop']) await designer.terminal(end).waitFor();
    for (const exit of ['goal confirmed', 'exhausted', 'next pass'])
      await designer.view.locator('.route-label', { hasText: exit }).waitFor();
    await picture('designer');
  });

  it('edits one step, and that is all that is saved', async () => {
    await designer.select('act');
    await designer.field('Prompt').fill(PROMPT);
    await picture('edited');
    // Saved out of the field: what was typed is part of it.
    await window.save();
    await until('the text on the disk', () => readFileSync(flowPath(), 'utf8').includes(PROMPT));
    await until('a clean tab', async () => !(await window.isDirty(FLOW)));
    const changed = editor
      .git(folder, 'diff', '--unified=0')
      .split('\n')
      .filter((line) => /^[-+](?![-+])/.test(line));
    expect(changed).toEqual([
      expect.stringMatching(/^-\s+"prompt": "Make/),
      expect.stringMatching(/^\+\s+"prompt": "Make/),
    ]);
    expect(editor.git(folder, 'status', '--porcelain').trim()).toBe(`M .converge/flows/${FLOW}`);
    await picture('saved');
  });

  it('asks how to run and shows what would be executed and which limits hold', async () => {
    await startRun();
    const card = window.dialog('Run Fix until green?');
    for (const said of ['npm test', 'implementer', 'reviewer', 'at most 5 passes', folder])
      await card.getByText(said).waitFor();
    await picture('approval');
    expect(runsOf(folder)).toEqual([]);
    await card.getByRole('button', { name: 'Approve and Run' }).click();
  });

  it('shows the passes as they come, and the latch that opens', async () => {
    await haltedIn(2, async () => {
      await window.row('Runs', 'number 0').waitFor();
      await window.statusBar('fix-until-green · pass 2').waitFor();
      await window.row('Latches', /open · claim/).waitFor();
      await badge('1').waitFor();
      await window
        .row('Runs', /fix · pass 1/)
        .filter({ hasText: 'another pass' })
        .waitFor();
      await window.row('Runs', /fix · pass 2/).waitFor();
      await designer.step('act').and(designer.view.locator('[aria-label*="open latch"]')).waitFor();
      await designer.runStrip.getByText('1 open latch').waitFor();
      expect(runFile(newestRun(folder), 'result.json')).toBeUndefined();
      await picture('latch-open');
    });
    await haltedIn(3, async () => {
      await window.statusBar('fix-until-green · pass 3').waitFor();
      await window.row('Latches', /open · frozen/).waitFor();
      await badge('2').waitFor();
      await picture('drift');
    });
  });

  it('ends complete, with both latches cleared on evidence', async () => {
    await run().filter({ hasText: 'complete (evidence) · pass 3' }).waitFor();
    const [claim, drift] = [window.row('Latches', /cleared · claim/), window.row('Latches', /cleared · frozen/)];
    await claim.waitFor();
    await drift.waitFor();
    await badge('2').waitFor({ state: 'hidden' });
    await window.statusBar('fix-until-green').waitFor({ state: 'detached' });
    await designer.runStrip.getByText('complete (evidence)').waitFor();
    await picture('complete');

    const result = runFile(newestRun(folder), 'result.json');
    expect(result).toMatchObject({ outcome: 'complete', reason: null, confirmed: 'evidence', openLatches: [] });
    const decisions = decisionsOf(newestRun(folder)).map((decision) => decision.type);
    expect(decisions.filter((type) => type === 'latch.opened')).toHaveLength(2);
    expect(decisions.filter((type) => type === 'latch.cleared')).toHaveLength(2);
    expect(editor.git(folder, 'diff', '--name-only').trim().split('\n')).toEqual([
      `.converge/flows/${FLOW}`,
      'src/quantity.js',
      'src/shopping.js',
    ]);
    // A good end in front of the person's eyes is not announced.
    expect(await window.toast('fix-until-green').count()).toBe(0);
  });

  it('keeps the lessons as they were, and every entry of the trace', async () => {
    await window.openPane('Notes');
    await window.row('Notes', /fix · pass 1/).waitFor();
    await window.row('Notes', /a lesson|parseQuantity|Both faults|claims/).waitFor();
    await picture('notes');
    await window.openPane('Trace');
    await window.row('Trace', 'Run started').waitFor();
    await picture('trace');
    await window.row('Trace', 'Run started').click();
    await window.tab('entry-0.json').waitFor();
    await window.page.locator('.monaco-editor .view-line', { hasText: '"run.started"' }).waitFor();
    await window.tab('entry-0.json').click({ button: 'middle' });
  });

  it('shows what a pass changed', async () => {
    await window.runCommand('Converge: Show Changes of a Pass');
    await window.quickInput.locator('.monaco-list-row', { hasText: 'pass 2' }).click();
    const [others, tests] = [window.tab(/: pass 2(?!: tests)/), window.tab(/: pass 2: tests/)];
    await others.and(window.page.locator('.active')).waitFor();
    await tests.waitFor();
    const files = window.page.locator('.multiDiffEntry .label-name:visible');
    await files.filter({ hasText: 'quantity.js' }).first().waitFor();
    await picture('changes');

    // Back again, both say what they said.
    await window.reload();
    await others.and(window.page.locator('.active')).waitFor();
    await window.page.locator('.multiDiffEntry .view-line:visible', { hasText: 'Number' }).first().waitFor();
    await picture('changes-again');
    for (const tab of [tests, others]) await tab.click({ button: 'middle' });
    await designer.shown();
  });

  it('finds a running run again after the window was reloaded', async () => {
    editor.git(folder, 'checkout', '--quiet', 'src', 'test');
    delay(2, 600_000);
    await startRun();
    await until('a second run', () => runsOf(folder).length === 2);
    await until('the slow turn', () => actStarts(newestRun(folder), 2).length > 0, 60_000);
    const baseline = window.row('Runs', /fix · number 0/).first();
    // Rows come and go while the run goes on: a click may fall on another one.
    await until('the row to be unfolded', async () => {
      if ((await baseline.getAttribute('aria-expanded')) === 'false') await baseline.click();
      return (await baseline.getAttribute('aria-expanded')) === 'true';
    });
    await window.reload();
    await window.openView('Converge');
    // What was unfolded is so again.
    await baseline.and(window.page.locator('[aria-expanded="true"]')).waitFor();
    await run().filter({ hasText: 'running · pass 2' }).waitFor();
    await window.statusBar('fix-until-green · pass 2').waitFor();
    await window.row('Latches', /open · claim/).waitFor();
    await designer.runStrip.getByText('running').waitFor();
    await picture('reloaded');
  });

  it('SH-27 stopped now, it says cancelled everywhere, and its processes are gone', async () => {
    await window.contextMenu(run(), 'Stop Run Now');
    await run().filter({ hasText: 'cancelled' }).waitFor();
    await until('the result', () => runFile(newestRun(folder), 'result.json')?.outcome === 'cancelled');
    await until('no runner', () => runners().length === 0);
    await window.toast(/fix-until-green: cancelled/).waitFor();
    expect(await window.toast('fix-until-green').count()).toBe(1);
    await window.row('Latches', /open · claim/).waitFor();
    await picture('cancelled');
  });

  it('goes on where it was, stops at a boundary, and survives a killed runner', async () => {
    const before = actStarts(newestRun(folder), 2).length;
    await window.rowAction(run(), 'Resume Run…');
    await run().filter({ hasText: 'running' }).waitFor();
    await until('pass 2 again', () => actStarts(newestRun(folder), 2).length > before);
    expect(runsOf(folder)).toHaveLength(2);

    const [runner] = runners();
    expect(runner).toBeDefined();
    process.kill(runner?.pid ?? 0, 'SIGKILL');
    await run().filter({ hasText: 'interrupted' }).waitFor();
    expect(runFile(newestRun(folder), 'result.json')?.outcome).not.toBe('complete');
    await window.toast(/interrupted/).waitFor();
    await picture('interrupted');

    delay(2, 3000);
    await window.rowAction(run(), 'Resume Run…');
    await run().filter({ hasText: 'running' }).waitFor();
    await until('pass 2 once more', () => actStarts(newestRun(folder), 2).length > before + 1);
    await window.titleAction('Stop Run').click();
    await run().filter({ hasText: 'stopped: by-person' }).waitFor();
    await until('the result', () => runFile(newestRun(folder), 'result.json')?.reason === 'by-person');

    await window.rowAction(run(), 'Resume Run…');
    await run().filter({ hasText: 'complete (evidence) · pass 3' }).waitFor();
    await until('the result', () => runFile(newestRun(folder), 'result.json')?.outcome === 'complete');
    const passes = decisionsOf(newestRun(folder)).flatMap((one) => (one.type === 'pass.started' ? [one.pass] : []));
    expect(passes).toEqual([1, 2, 3]);
    await picture('resumed');
  });
});
