import * as assert from 'node:assert';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { startRunner } from '../../engine/runner/start';
import { until } from '../until';
import { access, PLAIN, workspaceFolder } from './flows';

/** A folder with a `.converge/` of its own inside the workspace: a root of its own. */
const root = () => path.join(workspaceFolder(), 'own-root');
const flow = () => vscode.Uri.file(path.join(root(), 'plain.converge.json'));

const ASKING = `{
  "converge": 1,
  "id": "asking",
  "start": "sure",
  "steps": {
    "sure": { "kind": "ask", "question": "Go on?", "choices": ["yes", "no"], "routes": { "yes": "@complete", "no": "@stop" } }
  }
}
`;

/** Ends when whoever started it is gone, so that a killed runner leaves nothing behind. */
const LONG = JSON.stringify([
  'node',
  '-e',
  'const p = process.ppid; setInterval(() => process.ppid === p || process.exit(), 50)',
]);

describe('a run that the window starts', () => {
  const write = async (text: string) => {
    await mkdir(path.join(root(), '.converge'), { recursive: true });
    await writeFile(flow().fsPath, text);
    const { runs } = await access();
    await vscode.commands.executeCommand('converge.refresh');
    return runs;
  };
  after(() => rm(root(), { recursive: true, force: true, maxRetries: 5 }));

  it('SH-37 runs in the root of its flow, and its end is read from its trace', async () => {
    const runs = await write(
      PLAIN.replace('["node", "--version"]', '["node", "-e", "require(\'fs\').writeFileSync(\'here\', \'\')"]'),
    );
    const folder = await (await access()).starter.begin(flow(), 'autonomous', 'any');
    assert.strictEqual(path.dirname(folder), path.join(root(), '.converge', 'runs'));
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'complete', end.why);
    assert.ok(existsSync(path.join(root(), 'here')));
    assert.strictEqual(existsSync(path.join(workspaceFolder(), 'here')), false);
    await until('the runner to be gone', () => runs.get(folder)?.held === false);
    assert.ok((await readFile(path.join(folder, 'result.json'), 'utf8')).includes('"complete"'));
  });

  it('SH-37 runs in its own folder of a workspace with several, whatever has focus', async () => {
    const [first, second] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first && second);
    const uri = vscode.Uri.joinPath(second.uri, 'here.converge.json');
    const check = '["node", "-e", "require(\'fs\').writeFileSync(\'checked\', \'\'); process.exit(1)"]';
    await writeFile(uri.fsPath, PLAIN.replace('["node", "--version"]', check));
    await vscode.window.showTextDocument(vscode.Uri.joinPath(first.uri, 'package.json'));
    const { runs, starter } = await access();
    const folder = await starter.begin(uri, 'autonomous', 'any');
    assert.strictEqual(path.dirname(folder), path.join(second.uri.fsPath, '.converge', 'runs'));
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    assert.notStrictEqual(end.outcome, 'complete');
    assert.ok(existsSync(path.join(second.uri.fsPath, 'checked')));
    assert.strictEqual(existsSync(path.join(first.uri.fsPath, 'checked')), false);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('waits for an answer, and goes on with it', async () => {
    const runs = await write(ASKING);
    const { starter } = await access();
    const folder = await starter.begin(flow(), 'supervised', 'any');
    const [ask = ''] = await until('the question', () => ids(runs.get(folder)?.state.asks), 40_000);
    await until('nobody to carry it while it waits', () => runs.get(folder)?.held === false);
    const run = runs.get(folder);
    assert.ok(run);
    assert.strictEqual(run.state.end, null);
    assert.strictEqual(await runs.act(folder, { do: 'answer', ask, choice: 'yes' }), false);
    assert.strictEqual(
      await starter.goOn(run, 'any', { acts: [{ do: 'answer', ask, choice: 'yes' }], raised: {} }),
      folder,
    );
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'complete', end.why);
  });

  it('SH-25 is the only one of its root, and SH-27 stopped now it says cancelled', async () => {
    const runs = await write(PLAIN.replace('["node", "--version"]', LONG));
    const { starter, views } = await access();
    const folder = await starter.begin(flow(), 'autonomous', 'any');
    await until('the step', () => Object.keys(runs.get(folder)?.state.doing ?? {}).length > 0, 40_000);
    assert.strictEqual(runs.get(folder)?.held, true);
    assert.strictEqual(await starter.run(flow()), undefined);
    await assert.rejects(starter.begin(flow(), 'autonomous', 'any'), { code: 'workspace-held' });
    assert.strictEqual(await runs.act(folder, { do: 'cancel' }), true);
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'cancelled');
    await until('the tree', () => views.of.runs.row(`run:${folder}`)?.description?.startsWith('cancelled'));
  });

  it('carried by another process, it is found, followed and held by this window', async () => {
    const runs = await write(PLAIN.replace('["node", "--version"]', LONG));
    const runnerPath = path.join(
      vscode.extensions.getExtension('converge.converge')?.extensionPath ?? '',
      'dist/runner.js',
    );
    const { folder, pid } = await startRunner(
      {
        graceMs: 30_000,
        spec: {
          kind: 'start',
          flowPath: flow().fsPath,
          mode: 'autonomous',
          overrides: {},
          workers: {},
          executables: {},
          approve: 'any',
          trusted: true,
          program: 'another window',
        },
      },
      { execPath: process.execPath, runnerPath, env: process.env },
    );
    await vscode.commands.executeCommand('converge.refresh');
    await until('the run of the other', () => runs.get(folder)?.held, 40_000);
    process.kill(pid, 'SIGKILL');
    await until('its holder to be gone', () => runs.get(folder)?.held === false);
    const run = runs.get(folder);
    assert.strictEqual(run?.state.end, null);
    const { views } = await access();
    await until('the tree', () => views.of.runs.row(`run:${folder}`)?.description?.startsWith('interrupted'));
  });
});

const ids = (asks: object | undefined) => {
  const found = Object.keys(asks ?? {});
  return found.length > 0 ? found : undefined;
};
