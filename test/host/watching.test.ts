import * as assert from 'node:assert';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { parseFlow } from '../../engine/flow/parse';
import { sha256 } from '../../engine/node/digest';
import { approvalOf } from '../../engine/run/approval';
import { startRunner } from '../../engine/runner/start';
import type { Row } from '../../extension/rows/row';
import { entered, opened, pass, start } from '../extension/traces';
import { trace } from '../fakes/trace';
import { until } from '../until';
import { access, PLAIN, workspaceFolder } from './flows';
import { answering } from './stubs';
import { below, golden, offeredOn, sampleRoot, templateRoot, titleCommands, treesOf } from './watched';

/** One row of each kind, of all views, of which a run is shown. */
async function kindsOf(folder: string): Promise<readonly (readonly [string, Row])[]> {
  const { views } = await access();
  const ofRun = views.of.runs.row(`run:${folder}`);
  const lists: readonly (readonly [string, readonly Row[]])[] = [
    ['converge.flows', views.of.flows.rows()],
    ['converge.runs', ofRun ? [ofRun] : []],
    ['converge.latches', views.of.latches.rows()],
    ['converge.notes', views.of.notes.rows()],
    ['converge.trace', views.of.trace.rows()],
  ];
  return lists.flatMap(([view, rows]) => {
    const first = new Map(below(rows).map((row) => [row.contextValue, row]));
    return [...first.values()].map((row) => [view, row] as const);
  });
}

const done = new Set<string>();

/** Also what was never saved, such as a report that a command wrote. */
async function closeAll(): Promise<void> {
  for (const document of vscode.workspace.textDocuments.filter((each) => each.isUntitled && !each.isClosed)) {
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}

/** Forking makes another run, and a debugger has tests of its own. */
const NEVER = /fork|replay|debug|restart/i;

/** Clicks each row and presses each command on it; what starts processes asks first, and the person turns away. */
async function pressAll(folder: string, without = NEVER): Promise<readonly string[]> {
  const pressed: string[] = [];
  const wrong: string[] = [];
  const press = async (what: string, act: () => unknown) => {
    // What is offered on a kind of row is the same for each run.
    if (done.has(what)) return;
    done.add(what);
    let over = false;
    const end = answering(act).finally(() => {
      over = true;
    });
    await until(`the end of ${what}`, () => over, 30_000);
    const { errors } = await end;
    pressed.push(what);
    wrong.push(...errors.map((error) => `${what}: ${error}`));
  };
  for (const [view, row] of await kindsOf(folder)) {
    const { target, contextValue } = row;
    const name = `${view.replace('converge.', '')} ${contextValue}`;
    if (target) await press(`${name}: click`, () => vscode.commands.executeCommand('converge.openRow', target));
    for (const command of offeredOn(view, row)) {
      if (NEVER.test(command) || without.test(command)) continue;
      await press(`${name}: ${command}`, () => vscode.commands.executeCommand(command, row.id));
    }
  }
  await vscode.commands.executeCommand('converge.backToPresent');
  await closeAll();
  assert.deepStrictEqual(wrong, []);
  return pressed;
}

describe('the trees, while something runs', function () {
  this.timeout(180_000);
  const removed: (() => Promise<void>)[] = [];
  after(async () => {
    for (const remove of removed) await remove();
    await vscode.commands.executeCommand('converge.refresh');
  });

  it('of the sample are as they should be, and every command on every kind of row does what it says', async () => {
    const { starter, runs, views } = await access();
    const { uri, remove } = await sampleRoot();
    removed.push(remove);
    const { flow } = parseFlow(await readFile(uri.fsPath, 'utf8'));
    assert.ok(flow);
    const folder = await starter.begin(uri, 'autonomous', approvalOf(flow, sha256).hash);
    await until('the end', () => runs.get(folder)?.state.end, 50_000);
    await until('nobody to carry it', () => runs.get(folder)?.held === false);
    await until('the row', () => views.of.runs.row(`run:${folder}`)?.contextValue === 'run.complete');
    golden('sample', await treesOf(folder));
    const pressed = await pressAll(folder);
    for (const what of ['runs pass.changed: converge.passDiff', 'trace entry: converge.lookBack'])
      assert.ok(pressed.includes(what), `${what} is not among ${pressed.join('\n')}`);
  });

  for (const name of ['refine-with-main', 'improve', 'fan-out-and-gate'])
    it(`of the template ${name} are as they should be`, async () => {
      const { starter, runs, views } = await access();
      const { uri, inputs, remove } = await templateRoot(name);
      removed.push(remove);
      const folder = await starter.begin(uri, 'autonomous', 'any', inputs);
      await until('the end', () => runs.get(folder)?.state.end, 50_000);
      await until('nobody to carry it', () => runs.get(folder)?.held === false);
      const outcome = runs.get(folder)?.state.end?.outcome;
      await until('the row', () => views.of.runs.row(`run:${folder}`)?.contextValue.startsWith(`run.${outcome}`));
      golden(name, await treesOf(folder));
      await pressAll(folder);
    });

  it('of a run whose runner was killed say what a resume does again; a latch shows its claim beside the evidence', async () => {
    const { runs, views } = await access();
    const root = path.join(workspaceFolder(), 'killed-root');
    removed.push(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
    await mkdir(path.join(root, '.converge'), { recursive: true });
    const flowPath = path.join(root, 'killed.converge.json');
    const long = ['node', '-e', 'const p = process.ppid; setInterval(() => process.ppid === p || process.exit(), 50)'];
    await writeFile(flowPath, PLAIN.replace('["node", "--version"]', JSON.stringify(long)));
    const runnerPath = path.join(
      vscode.extensions.getExtension('converge.converge')?.extensionPath ?? '',
      'dist/runner.js',
    );
    const spec = { kind: 'start', flowPath, mode: 'autonomous', overrides: {}, workers: {}, executables: {} } as const;
    const { folder, pid } = await startRunner(
      { graceMs: 30_000, spec: { ...spec, approve: 'any', trusted: true, program: 'another window' } },
      { execPath: process.execPath, runnerPath, env: process.env },
    );
    await vscode.commands.executeCommand('converge.refresh');
    await until('the step', () => Object.keys(runs.get(folder)?.state.doing ?? {}).length > 0, 40_000);
    await until('the row', () => views.of.runs.row(`run:${folder}`)?.contextValue === 'run.running.pausable');
    process.kill(pid, 'SIGKILL');
    await until('it to be interrupted', () =>
      views.of.runs.row(`run:${folder}`)?.contextValue.startsWith('run.interrupted'),
    );
    golden('killed', await treesOf(folder));
    await pressAll(folder);
  });
});

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
