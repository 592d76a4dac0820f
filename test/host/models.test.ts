import * as assert from 'node:assert';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, workspaceFolder } from './flows';

/** What the model says next. A usage is what VS Code passes on as data of mime `usage`. */
interface Said {
  readonly text?: string;
  readonly calls?: readonly { readonly id: string; readonly name: string; readonly input: object }[];
  readonly usage?: object;
}
interface Model {
  readonly asked: {
    readonly messages: readonly unknown[];
    readonly options: { readonly tools?: readonly unknown[] };
  }[];
  answer: (messages: readonly unknown[], token: vscode.CancellationToken) => Promise<Said>;
}

const root = () => path.join(workspaceFolder(), 'models-root');
const flow = () => vscode.Uri.file(path.join(root(), 'asked.converge.json'));
const flowFor = (model: string) => `{
  "converge": 1,
  "id": "asked",
  "start": "repair",
  "workers": { "implementer": { "use": "vscode-lm", "model": "${model}" } },
  "steps": {
    "repair": { "kind": "work", "worker": "implementer", "prompt": "Repair sum.cjs.", "next": "check" },
    "check": { "kind": "verify", "commands": [{ "run": ["node", "check.cjs"] }], "next": "@complete" }
  }
}
`;
const usage = { prompt_tokens: 10, completion_tokens: 5, prompt_tokens_details: { cached_tokens: 4 } };

describe('a run whose worker is a language model of VS Code', () => {
  let model: Model;
  before(async function () {
    const provider = await vscode.extensions.getExtension('converge-test.models')?.activate();
    if (provider?.model === undefined) this.skip();
    model = provider.model;
  });
  const begin = async (name: string) => {
    await mkdir(path.join(root(), '.converge'), { recursive: true });
    await writeFile(path.join(root(), 'sum.cjs'), 'exports.sum = (a, b) => a - b;\n');
    await writeFile(path.join(root(), 'check.cjs'), "process.exit(require('./sum.cjs').sum(2, 2) === 4 ? 0 : 1);\n");
    await writeFile(flow().fsPath, flowFor(name));
    model.asked.length = 0;
    const { runs, starter } = await access();
    await vscode.commands.executeCommand('converge.refresh');
    const folder = await starter.begin(flow(), 'autonomous', 'any');
    return { runs, folder, end: () => until('the end', () => runs.get(folder)?.state.end, 40_000) };
  };
  after(() => rm(root(), { recursive: true, force: true, maxRetries: 5 }));

  it('is repaired by it, with the tools that the runner carries out and the usage that it told', async () => {
    const repaired = { path: 'sum.cjs', content: 'exports.sum = (a, b) => a + b;\n' };
    const says: Said[] = [
      { calls: [{ id: '1', name: 'read', input: { path: 'sum.cjs' } }], usage },
      { text: 'A sign.', calls: [{ id: '2', name: 'write', input: repaired }], usage },
      { text: 'Repaired.', usage },
    ];
    model.answer = async () => says[model.asked.length - 1] ?? { text: 'nothing more' };
    const { runs, folder, end } = await begin('repairer');
    const { outcome, confirmed, why } = await end();
    assert.deepStrictEqual([outcome, confirmed], ['complete', 'evidence'], why);
    assert.strictEqual(await readFile(path.join(root(), 'sum.cjs'), 'utf8'), repaired.content);
    assert.strictEqual(model.asked.length, 3);
    assert.ok(JSON.stringify(model.asked[0]?.messages).includes('Repair sum.cjs.'));
    assert.ok(JSON.stringify(model.asked[0]?.options.tools).includes('"write"'));
    assert.ok(JSON.stringify(model.asked[1]?.messages).includes('a - b'), 'what it read did not come back to it');
    const { tokens, turns, unknownTokens } = runs.get(folder)?.state.spend ?? {};
    assert.deepStrictEqual({ tokens, turns, unknownTokens }, { tokens: 45, turns: 1, unknownTokens: 0 });
  });

  it('SH-27 stopped now, what the model is at is aborted', async () => {
    let aborted = false;
    model.answer = (_, token) =>
      new Promise((_resolve, reject) => {
        token.onCancellationRequested(() => {
          aborted = true;
          reject(new Error('aborted'));
        });
      });
    const { runs, folder, end } = await begin('converge-test/repairing');
    await until('the request', () => model.asked.length > 0, 40_000);
    assert.strictEqual(await runs.act(folder, { do: 'cancel' }), true);
    assert.strictEqual((await end()).outcome, 'cancelled');
    await until('the abort', () => aborted);
  });

  it('out of quota, it refused: nothing is tried again, and the run says why', async () => {
    model.answer = async () => {
      const error = new Error('You have no requests left this month.');
      error.name = 'ChatQuotaExceeded';
      throw error;
    };
    const { end } = await begin('repairing');
    const { outcome, why } = await end();
    assert.strictEqual(outcome, 'failed');
    assert.match(why, /refused: You have no requests left this month\./);
    assert.strictEqual(model.asked.length, 1);
  });

  it('that no extension provides leaves the run parked with the reason', async () => {
    const { runs, folder } = await begin('nobody-has-it');
    const [asked] = await until('the question', () => some(runs.get(folder)?.state.asks), 40_000);
    assert.match(asked?.question ?? '', /no language model "nobody-has-it"/);
    assert.deepStrictEqual(asked?.choices, ['again']);
    assert.strictEqual(model.asked.length, 0);
  });
});

const some = <T>(found: Readonly<Record<string, T>> | undefined) => {
  const values = Object.values(found ?? {});
  return values.length > 0 ? values : undefined;
};
