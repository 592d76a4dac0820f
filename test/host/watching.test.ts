import * as assert from 'node:assert';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { parseFlow } from '../../engine/flow/parse';
import { sha256 } from '../../engine/node/digest';
import { approvalOf } from '../../engine/run/approval';
import { startRunner } from '../../engine/runner/start';
import { until } from '../until';
import { access, PLAIN, workspaceFolder } from './flows';
import { done, ELSEWHERE, pressAll } from './pressed';
import { answering } from './stubs';
import { golden, offeredOnRows, sampleRoot, templateRoot, treesOf } from './watched';

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

  /** A flow of its own folder, begun in this window. */
  const begun = async (id: string, flow: object, mode: 'autonomous' | 'supervised') => {
    const root = path.join(workspaceFolder(), `${id}-root`);
    removed.push(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));
    await mkdir(path.join(root, '.converge'), { recursive: true });
    await writeFile(path.join(root, 'kept.txt'), 'as it was');
    const file = path.join(root, `${id}.converge.json`);
    await writeFile(file, JSON.stringify({ converge: 1, id, ...flow }));
    await vscode.commands.executeCommand('converge.refresh');
    return (await access()).starter.begin(vscode.Uri.file(file), mode, 'any');
  };

  it('of a run that goes on can be used: a latch is accepted with a reason, a note is sent, and it is stopped', async () => {
    const { runs, views } = await access();
    // After the baseline: breaks in its first pass what is frozen; from the second on each waits for a file.
    const breaks =
      "const p = process.ppid, f = require('fs'); f.appendFileSync('times', 'x'); const n = f.readFileSync('times').length; if (n === 2) f.writeFileSync('kept.txt', ''); if (n > 2) setInterval(() => f.existsSync('go' + n) ? process.exit(0) : process.ppid === p || process.exit(1), 50)";
    const folder = await begun(
      'carried',
      {
        start: 'break',
        workers: {
          reviewer: { use: 'scripted', turns: [{ structured: { goalMet: false, lesson: 'Go on.', marker: 'one' } }] },
        },
        steps: {
          break: {
            kind: 'verify',
            commands: [{ run: ['node', '-e', breaks] }],
            next: 'judge',
            routes: { fail: 'judge' },
          },
          judge: { kind: 'judge', worker: 'reviewer', next: '@complete' },
        },
        loops: { again: { type: 'until', head: 'break', tail: 'judge', maxPasses: 5, frozen: ['kept.txt'] } },
      },
      'autonomous',
    );
    await until('the second pass', () => runs.get(folder)?.state.loops.again?.pass === 2, 50_000);
    runs.show(folder);
    const latch = await until('the latch', () =>
      views.of.latches.rows().find((row) => row.contextValue.startsWith('latch.open')),
    );
    const { asked } = await answering(() => vscode.commands.executeCommand('converge.acceptLatch', latch.id));
    assert.deepStrictEqual(asked, ['Accept frozen:again']);
    await writeFile(path.join(workspaceFolder(), 'carried-root/go3'), '');
    const accepted = await until('it to be accepted', () =>
      runs.get(folder)?.state.ledger.find(({ state }) => state === 'accepted'),
    );
    assert.match(accepted.history.map((each) => JSON.stringify(each)).join(), /because/);
    await until(
      'the row',
      () => views.of.runs.row(`run:${folder}`)?.contextValue === 'run.running.pausable.passes.notes',
    );
    const pressed = await pressAll(folder);
    assert.ok(pressed.includes('runs run.running.pausable.passes.notes: converge.addNote'), pressed.join('\n'));
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'cancelled', end.why);
  });

  it('of a run that asks are answered: by the row of its flow, its own, and that of the question', async () => {
    const { runs, views } = await access();
    const ask = (next: string) => ({ kind: 'ask', question: 'Go on?', choices: ['yes'], routes: { yes: next } });
    const folder = await begun(
      'asking',
      { start: 'one', steps: { one: ask('two'), two: ask('three'), three: ask('@complete') } },
      'supervised',
    );
    const waits = () => views.of.runs.row(`run:${folder}`)?.contextValue === 'run.waiting.asks';
    await until('the question', waits, 40_000);
    await until('nobody to carry it', () => runs.get(folder)?.held === false);
    const pressed = await pressAll(folder);
    for (const what of ['flows flow.waiting', 'runs run.waiting.asks', 'runs question'])
      assert.ok(pressed.includes(`${what}: converge.answer`), pressed.join('\n'));
    await until('an answer', () => (runs.get(folder)?.state.steps.one?.visits ?? 0) > 0, 40_000);
  });
});

/** Looks back on all that the tests above have pressed: alone it has nothing to look at, and fails. */
describe('what is offered on rows', () => {
  it('was pressed on a row, each command in each view', () => {
    const pressed = new Set([...done].map((what) => what.replace(/^(\w+) [^:]*/, '$1')));
    assert.deepStrictEqual(
      offeredOnRows().filter((pair) => !pressed.has(pair) && !ELSEWHERE.test(pair)),
      [],
    );
  });
});
