import * as assert from 'node:assert';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, workspaceFolder } from './flows';

const root = () => path.join(workspaceFolder(), 'controlled-root');
const file = (name: string) => path.join(root(), name);
const flow = () => vscode.Uri.file(file('controlled.converge.json'));

/** Ends once the file `go` is there, or whoever started it is gone. */
const WAIT = [
  'node',
  '-e',
  "const p = process.ppid; setInterval(() => { require('fs').existsSync('go') ? process.exit(0) : process.ppid === p || process.exit(1) }, 50)",
];
const waiting = (after: readonly string[]) =>
  JSON.stringify({
    converge: 1,
    id: 'controlled',
    start: 'wait',
    budget: { usd: 4 },
    steps: {
      wait: { kind: 'verify', commands: [{ run: WAIT }], next: 'last' },
      last: { kind: 'verify', commands: [{ run: after }], next: '@complete' },
    },
  });
const NOTHING = ['node', '-e', '0'];

const NOT_YET = { goalMet: false, lesson: 'Go on.', marker: 'one' };
/** Its judge is never content, so that each pass would lead to another. */
const PASSING = JSON.stringify({
  converge: 1,
  id: 'controlled',
  start: 'wait',
  workers: { reviewer: { use: 'scripted', turns: [{ structured: NOT_YET }] } },
  steps: {
    wait: { kind: 'verify', commands: [{ run: WAIT }], next: 'judge', routes: { fail: 'judge' } },
    judge: { kind: 'judge', worker: 'reviewer', next: '@complete' },
  },
  loops: { again: { type: 'until', head: 'wait', tail: 'judge', maxPasses: 3 } },
});

/** Executes nothing, so that it needs nobody's approval. */
const asking = (more: object) =>
  JSON.stringify({
    converge: 1,
    id: 'asked',
    start: 'sure',
    steps: {
      sure: { kind: 'ask', question: 'Go on?', choices: ['yes', 'no'], routes: { yes: '@complete', no: '@stop' } },
    },
    ...more,
  });

describe('a run that a person controls', () => {
  const write = async (text: string, name = 'controlled') => {
    await mkdir(file('.converge'), { recursive: true });
    await rm(file('go'), { force: true });
    await writeFile(file(`${name}.converge.json`), text);
    await vscode.commands.executeCommand('converge.refresh');
    return access();
  };
  /** Takes what each list and box offers first, until the command is over. */
  const accepting = async <T>(command: Thenable<T>): Promise<T> => {
    let over = false;
    const end = Promise.resolve(command).finally(() => {
      over = true;
    });
    await until('the end of what is asked', async () => {
      if (!over) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return over;
    });
    return end;
  };
  const carried = async (text: string) => {
    const { runs, views, starter } = await write(text);
    const folder = await starter.begin(flow(), 'autonomous', 'any');
    await until('the step', () => Object.keys(runs.get(folder)?.state.doing ?? {}).length > 0, 40_000);
    const row = () => views.of.runs.row(`run:${folder}`);
    const end = () => until('the end', () => runs.get(folder)?.state.end, 40_000);
    return { runs, starter, folder, row, end };
  };
  after(() => rm(root(), { recursive: true, force: true, maxRetries: 5 }));

  it('is given what its flow asks for, each with its default', async () => {
    const inputs = {
      count: { type: 'integer', default: 3 },
      careful: { type: 'boolean', default: false },
      name: { type: 'string' },
    };
    const { runs, starter } = await write(asking({ inputs }));
    const folder = await accepting(starter.run(flow()));
    assert.ok(folder);
    assert.deepStrictEqual(runs.get(folder)?.state.inputs, { count: 3, careful: false, name: '' });
  });

  it('is capped and paused while it is carried, and goes on with its flow as it is now', async () => {
    const { runs, starter, folder, row, end } = await carried(waiting(NOTHING));
    await accepting(vscode.commands.executeCommand('converge.changeCaps', folder));
    await vscode.commands.executeCommand('converge.pause', folder);
    await writeFile(file('go'), '');
    await until('the pause', () => row()?.contextValue === 'run.paused.resumable', 40_000);
    const run = runs.get(folder);
    assert.deepStrictEqual(run?.state.head?.raised, { budget: { usd: 4 } });
    await writeFile(flow().fsPath, waiting(['node', '-e', "require('fs').writeFileSync('changed', '')"]));
    await starter.goOn(run, 'any', { withChanges: true });
    assert.strictEqual((await end()).outcome, 'complete');
    await vscode.workspace.fs.stat(vscode.Uri.file(file('changed')));
  });

  it('stops behind its pass, and is forked into a run that goes on', async () => {
    const { runs, starter, folder, row, end } = await carried(PASSING);
    await vscode.commands.executeCommand('converge.stopAfterPass', folder);
    await writeFile(file('go'), '');
    assert.strictEqual((await end()).reason, 'by-person');
    assert.strictEqual(runs.get(folder)?.state.steps.judge?.visits, 1);
    await until('the row', () => row()?.contextValue === 'run.stopped.resumable');
    const before = new Set(runs.all().map((run) => run.folder));
    await vscode.commands.executeCommand('converge.fork', folder);
    const forked = await until('the fork', () => runs.all().find((run) => !before.has(run.folder)));
    assert.strictEqual(forked.history.acts.at(-1)?.what.type, 'run.forked');
    await starter.goOn(forked, 'any', {});
    const outcome = await until('its end', () => runs.get(forked.folder)?.state.end, 40_000);
    assert.strictEqual(outcome.reason, 'pass-cap', outcome.why);
    assert.strictEqual(runs.get(folder)?.state.end?.reason, 'by-person');
  });

  it('is answered by the row of its question, also of one that a called flow asks', async () => {
    await write(asking({}), 'asked');
    const { runs, views, starter } = await write(
      asking({ id: 'outer', start: 'sub', steps: { sub: { kind: 'call', flow: 'asked', next: '@handoff' } } }),
    );
    const folder = await starter.begin(flow(), 'supervised', 'any');
    const question = await until(
      'the question',
      () => views.of.runs.row(`run:${folder}`)?.children.find((row) => row.contextValue === 'question'),
      40_000,
    );
    await until('nobody to carry it', () => runs.get(folder)?.held === false);
    await accepting(vscode.commands.executeCommand('converge.answer', question.id));
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'handoff', end.why);
  });
});
