import * as assert from 'node:assert';
import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, workspaceFolder } from './flows';

const root = () => path.join(workspaceFolder(), 'parked-root');
const flow = () => vscode.Uri.file(path.join(root(), 'parked.converge.json'));

/** Executes nothing, so that it needs nobody's approval. */
const ASKING = `{
  "converge": 1,
  "id": "parked",
  "start": "sure",
  "steps": {
    "sure": {
      "kind": "ask", "question": "Go on?", "choices": ["yes", "no"], "deadline": "2s", "default": "yes",
      "routes": { "yes": "@handoff", "no": "@stop" }
    }
  }
}
`;
const WATCHING = `{
  "converge": 1,
  "id": "parked",
  "start": "wait",
  "steps": {
    "wait": {
      "kind": "watch", "interval": "1s", "routes": { "activity": "@handoff", "terminal": "@handoff" },
      "poll": { "run": ["node", "-e", "require('fs').appendFileSync('polls', '.'); console.log('{\\"outcome\\":\\"idle\\"}')"] }
    }
  }
}
`;

describe('a run that is parked until a time', () => {
  const begin = async (text: string) => {
    await mkdir(path.join(root(), '.converge'), { recursive: true });
    await writeFile(flow().fsPath, text);
    const { runs, starter, moments } = await access();
    await vscode.commands.executeCommand('converge.refresh');
    const folder = await starter.begin(flow(), 'supervised', 'any');
    const lines = async () => {
      const recorded = await moments.recorded(folder);
      return recorded.page(1, recorded.lines());
    };
    return { runs, folder, lines };
  };
  after(() => rm(root(), { recursive: true, force: true, maxRetries: 5 }));

  it('SH-23 goes on by itself when its time has come, once, and no process runs before', async () => {
    const { runs, folder, lines } = await begin(ASKING);
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'handoff');
    const resumed = (await lines()).filter((line) => 'entry' in line && line.entry.type === 'run.resumed');
    assert.strictEqual(resumed.length, 1);
  });

  it('SH-23 does not go on where nobody approved what it executes, however long it is due', async () => {
    const { runs, folder, lines } = await begin(WATCHING);
    const { starter } = await access();
    const run = await until(
      'it to be parked',
      () => (runs.get(folder)?.held === false ? runs.get(folder) : null),
      40_000,
    );
    assert.strictEqual(run.state.end, null);
    await assert.rejects(starter.wake(run), { code: 'not-approved' });
    assert.strictEqual(runs.get(folder)?.held, false);
    assert.ok(existsSync(path.join(root(), 'polls')));
    const { length } = await lines();
    await until('two more seconds', () => Date.now() > Date.parse(run.history.lastAt ?? '') + 3000);
    assert.strictEqual((await lines()).length, length);
  });
});
