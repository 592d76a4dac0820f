import * as assert from 'node:assert';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
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

  it('waits for an answer, is the only one of its root, and can be stopped', async () => {
    const runs = await write(ASKING);
    const { starter } = await access();
    const folder = await starter.begin(flow(), 'supervised', 'any');
    await until('the question', () => Object.keys(runs.get(folder)?.state.asks ?? {}).length > 0, 40_000);
    const [ask = ''] = Object.keys(runs.get(folder)?.state.asks ?? {});
    if (!(await runs.act(folder, { do: 'answer', ask, choice: 'yes' }))) {
      const run = runs.get(folder);
      assert.ok(run);
      await starter.resume(run, [{ do: 'answer', ask, choice: 'yes' }]);
    }
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'complete', end.why);
  });
});
