import * as assert from 'node:assert';
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { entered, opened, pass, start } from '../extension/traces';
import { trace } from '../fakes/trace';
import { until } from '../until';
import { access, PLAIN, workspaceFolder } from './flows';
import { closeAll, pressAll } from './pressed';
import { answering } from './stubs';
import { titleCommands } from './watched';

describe('the trees of a run that stands in the workspace', () => {
  const entries = trace(
    start,
    entered,
    ...pass(1, { usd: 0.4, clean: false, met: true, marker: '1', decision: 'again', more: [opened(1)] }),
    ...pass(2, { usd: 0.2, clean: false, met: false, marker: '2', decision: 'again' }),
  );
  const folder = () => path.join(workspaceFolder(), '.converge/runs/20260301-120000-eeee');
  const make = async (count: number) => {
    await mkdir(path.join(folder(), 'logs'), { recursive: true });
    await writeFile(path.join(folder(), 'flow.json'), PLAIN);
    await writeFile(path.join(folder(), 'trace.ndjson'), textOf(entries.slice(0, count)));
    const { runs } = await access();
    await runs.refresh();
    runs.show(folder());
    return access();
  };
  const textOf = (list: readonly object[]) => list.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  afterEach(async () => {
    await rm(folder(), { recursive: true, force: true });
    await vscode.commands.executeCommand('converge.showAllRuns');
    await vscode.commands.executeCommand('converge.showAllTrace');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await (await access()).runs.refresh();
  });

  it('a latch opens as a diff of its claim and its evidence', async () => {
    const { views } = await make(entries.length);
    const row = await until('the latch', () =>
      views.of.latches.rows().find(({ id }) => id.startsWith(`latch:${folder()}/`)),
    );
    assert.strictEqual(row.contextValue, 'latch.open.code');
    await vscode.commands.executeCommand('converge.compareClaim', row.id);
    const tab = await until('the diff', () => {
      const input = vscode.window.tabGroups.all.flatMap((group) => group.tabs).find((each) => each.isActive)?.input;
      return input instanceof vscode.TabInputTextDiff ? input : undefined;
    });
    const texts = await Promise.all([tab.original, tab.modified].map((uri) => vscode.workspace.openTextDocument(uri)));
    assert.strictEqual(texts[0]?.getText(), 'src/units.js was changed\n');
    assert.match(texts[1]?.getText() ?? '', /^src\/units\.js is as it was before the step started\n/);
    // Nobody goes on with a trace that no runner has written.
    await pressAll(folder(), /resume|accept/i);
  });

  it('filters hide what they say, say so in the view, and are taken away', async () => {
    const { views } = await make(entries.length);
    await until('the run', () => views.of.runs.row(`run:${folder()}`));
    const { filters } = await access();
    filters.setRuns({ only: 'running' });
    assert.strictEqual(views.of.runs.row(`run:${folder()}`), undefined);
    assert.strictEqual(views.of.runs.view.message, 'Only runs that are going on');
    await vscode.commands.executeCommand('converge.showAllRuns');
    assert.ok(views.of.runs.row(`run:${folder()}`));
    assert.strictEqual(views.of.runs.view.message, undefined);
    const whole = await until('the trace', () => views.of.trace.rows().length);
    filters.setTrace({ kind: 'checks', step: null, problems: true, text: '' });
    await until('two checks', () => views.of.trace.rows().length === 2);
    assert.strictEqual(views.of.trace.view.message, 'Checks and commands · only problems');
    await vscode.commands.executeCommand('converge.showAllTrace');
    await until('the whole trace', () => views.of.trace.rows().length === whole);
    await answering(() => vscode.commands.executeCommand('converge.filterRuns'));
    await answering(() => vscode.commands.executeCommand('converge.filterTrace'));
  });

  it('every button in the title of a view can be pressed, with a run that is shown', async () => {
    await make(entries.length);
    const wrong: string[] = [];
    for (const command of titleCommands()) {
      const { errors } = await answering(() => vscode.commands.executeCommand(command));
      wrong.push(...errors.map((error) => `${command}: ${error}`));
    }
    await vscode.commands.executeCommand('converge.showAllFlows');
    await closeAll();
    assert.deepStrictEqual(wrong, []);
  });

  it('a pass that is looked back at shows the run as it was, everywhere, and the present comes back', async () => {
    const { views, moments, runs } = await make(entries.length);
    const run = await until('the run', () => runs.get(folder()));
    const key = run.history.stretches.find((each) => each.pass === 1)?.key;
    await vscode.commands.executeCommand('converge.lookBack', `run:${folder()}/${key}`);
    const moment = moments.now();
    assert.strictEqual(moment?.view.state.loops.fix?.pass, 2);
    assert.strictEqual(views.of.notes.rows().length, 1);
    assert.match(views.of.notes.view.description ?? '', /as it was at line \d+/);
    await vscode.commands.executeCommand('converge.backToPresent');
    assert.strictEqual(moments.now(), null);
    assert.strictEqual(views.of.notes.rows().length, 2);
  });

  it('while 50 entries a second arrive, draws are gathered and what is not concerned is never drawn', async () => {
    const { views } = await make(3);
    await until('the run', () => views.of.runs.row(`run:${folder()}`));
    const drawn: ('all' | readonly string[])[] = [];
    const listening = views.of.runs.onDidDraw((again) => drawn.push(again));
    const others = views.of.flows.onDidDraw((again) => drawn.push(again));
    const began = Date.now();
    let written = 3;
    await until('all of it', async () => {
      const due = Math.min(entries.length, 3 + Math.floor((Date.now() - began) / 20));
      if (due > written) await appendFile(path.join(folder(), 'trace.ndjson'), textOf(entries.slice(written, due)));
      written = due;
      return written === entries.length;
    });
    await until('the last line', () => views.of.trace.rows().length === entries.length);
    listening.dispose();
    others.dispose();
    const most = 2 + Math.ceil((Date.now() - began) / 150);
    assert.ok(drawn.length > 0 && drawn.length <= 2 * most, `${drawn.length} draws where ${most} are enough`);
    assert.deepStrictEqual(
      drawn.filter(
        (again) => again === 'all' || again.some((id) => id.startsWith('run:') && !id.startsWith(`run:${folder()}`)),
      ),
      [],
    );
  });
});
