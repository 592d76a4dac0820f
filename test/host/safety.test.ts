import * as assert from 'node:assert';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { until } from '../until';
import { access, flowFiles, workspaceFolder } from './flows';

/** A message with buttons, or a modal one, as it was shown. */
interface Shown {
  readonly text: string;
  readonly detail: string;
  readonly buttons: readonly unknown[];
}

/** Runs something with a person in the window who chooses these buttons where they are shown, and types what `typed` says. */
async function withPerson(chosen: readonly string[], act: () => unknown, typed: readonly string[] = []) {
  const shown: Shown[] = [];
  const lists: (readonly unknown[])[] = [];
  const boxes: vscode.InputBoxOptions[] = [];
  const left = [...typed];
  const message = async (text: string, ...rest: readonly unknown[]) => {
    const { detail = '' }: { detail?: string } = typeof rest[0] === 'object' ? Object(rest[0]) : {};
    shown.push({ text, detail, buttons: rest });
    return rest.find((each) => typeof each === 'string' && chosen.includes(each));
  };
  const stubs = {
    showInformationMessage: message,
    showWarningMessage: message,
    showErrorMessage: message,
    showInputBox: async (options: vscode.InputBoxOptions) => {
      boxes.push(options);
      return left.shift();
    },
    showQuickPick: async (items: readonly unknown[]) => {
      lists.push(items);
      return items[0];
    },
  };
  const before = Object.keys(stubs).map((name) => [name, Reflect.get(vscode.window, name)] as const);
  for (const [name, stub] of Object.entries(stubs)) Reflect.set(vscode.window, name, stub);
  try {
    await act();
  } finally {
    for (const [name, real] of before) Reflect.set(vscode.window, name, real);
  }
  return { shown, lists, boxes };
}

const node = (script: string) => JSON.stringify(['node', '-e', script]);

describe('a run of what somebody else wrote, in the window', () => {
  const flows = flowFiles();
  const places = mkdtempSync(path.join(tmpdir(), 'cvs-'));
  const env = { XDG_CACHE_HOME: process.env.XDG_CACHE_HOME, XDG_CONFIG_HOME: process.env.XDG_CONFIG_HOME };
  before(async () => {
    // Worktrees and approvals of these tests are in no folder of whoever runs them.
    for (const name of Object.keys(env)) process.env[name] = path.join(places, name);
    await access();
  });
  afterEach(flows.clear);
  after(async () => {
    for (const [name, value] of Object.entries(env)) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
    await rm(places, { recursive: true, force: true, maxRetries: 5 });
    execFileSync('git', ['worktree', 'prune'], { cwd: workspaceFolder() });
  });
  const ended = async (uri: vscode.Uri) => {
    const { runs, starter } = await access();
    await vscode.commands.executeCommand('converge.refresh');
    const folder = await starter.begin(uri, 'autonomous', 'any');
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    await until('the runner to be gone', () => runs.get(folder)?.held === false);
    return { folder, end };
  };

  it('SH-26 made in a worktree, it is applied when a person says so, and undone byte for byte', async () => {
    const script =
      "const fs = require('fs'); fs.appendFileSync('package.json', '\\n'); fs.writeFileSync('made.txt', 'made')";
    const uri = await flows.write(
      'apart',
      `{
        "converge": 1, "id": "apart", "start": "make",
        "workspace": { "isolation": "worktree" },
        "workers": { "maker": { "use": "command", "run": ${node(script)} } },
        "steps": {
          "make": { "kind": "work", "worker": "maker", "prompt": "Make it", "next": "look" },
          "look": { "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "@complete" }
        }
      }`,
    );
    const [kept, made] = ['package.json', 'made.txt'].map((name) => path.join(workspaceFolder(), name));
    assert.ok(kept && made);
    const bytes = await readFile(kept);
    const status = () => execFileSync('git', ['status', '--porcelain', '-uno'], { cwd: workspaceFolder() }).toString();
    const before = status();
    const { folder, end } = await ended(uri);
    assert.strictEqual(end.outcome, 'complete', end.why);
    const asItWas = async () => {
      assert.deepStrictEqual(await readFile(kept), bytes);
      assert.strictEqual(existsSync(made), false);
      assert.strictEqual(status(), before);
    };
    await asItWas();

    const apply = () => vscode.commands.executeCommand('converge.applyRun', folder);
    const away = await withPerson([], apply);
    assert.match(
      away.shown.map(({ text }) => text).join('\n'),
      /Write what the run changed to the workspace \(2 files\)\?/,
    );
    await asItWas();

    await withPerson(['Apply to Workspace'], apply);
    assert.strictEqual(await readFile(made, 'utf8'), 'made');
    assert.deepStrictEqual(await readFile(kept), Buffer.concat([bytes, Buffer.from('\n')]));

    const undo = await withPerson(['Restore'], () =>
      vscode.commands.executeCommand('converge.undoRestore', workspaceFolder()),
    );
    assert.match(undo.shown[0]?.detail ?? '', /removes made\.txt\nchanges package\.json/);
    await asItWas();
  });

  it('a secret is stored unseen, reaches the command that names it, stands in no file of the run, and is forgotten', async () => {
    const words = ['planted', 'value', 'of', 'a', 'person'];
    const value = words.join('-');
    const store = await withPerson([], () => vscode.commands.executeCommand('converge.storeSecret'), [
      'HOST_TOKEN',
      value,
    ]);
    assert.deepStrictEqual(
      store.boxes.map(({ password }) => password === true),
      [false, true],
    );
    assert.ok(!JSON.stringify(store).includes(value));
    const script = `const t = process.env.TOLD; console.log('told', t); process.exit(t === ${JSON.stringify(words)}.join('-') ? 0 : 1)`;
    const uri = await flows.write(
      'told',
      `{
        "converge": 1, "id": "told", "start": "look",
        "steps": {
          "look": {
            "kind": "verify", "next": "@complete",
            "commands": [{ "run": ${node(script.replaceAll('"', "'"))}, "env": { "TOLD": { "secret": "HOST_TOKEN" } } }]
          }
        }
      }`,
    );
    const { folder, end } = await ended(uri);
    assert.strictEqual(end.outcome, 'complete', end.why);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
    const texts = files.map((file) => readFileSync(path.join(file.parentPath, file.name), 'utf8'));
    assert.ok(
      texts.some((text) => text.includes('told')),
      'the log of the command is not there',
    );
    assert.deepStrictEqual(
      texts.filter((text) => text.includes(value)),
      [],
    );
    const forget = await withPerson([], () => vscode.commands.executeCommand('converge.forgetSecret'));
    assert.deepStrictEqual(forget.lists, [['HOST_TOKEN']]);
    assert.ok(!JSON.stringify(forget).includes(value));
    const none = await withPerson([], () => vscode.commands.executeCommand('converge.forgetSecret'));
    assert.deepStrictEqual(none.lists, []);
    await vscode.commands.executeCommand('converge.refresh');
    const { starter } = await access();
    await assert.rejects(starter.begin(uri, 'autonomous', 'any'), /HOST_TOKEN/);
  });

  const PAID = `{
    "converge": 1, "id": "paid", "start": "make", "title": "Paid",
    "workspace": { "isolation": "worktree", "sandbox": "preferred" },
    "workers": { "implementer": { "use": "claude-code" } },
    "budget": { "usd": 2 },
    "steps": {
      "make": { "kind": "work", "worker": "implementer", "prompt": "Make it", "next": "look" },
      "look": { "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "@complete" }
    }
  }`;
  const card = async (uri: vscode.Uri) => {
    const { starter, runs } = await access();
    await vscode.commands.executeCommand('converge.refresh');
    const before = runs.all().length;
    const { shown } = await withPerson([], () => starter.run(uri, 'autonomous'));
    assert.strictEqual(runs.all().length, before);
    const found = shown.find(({ buttons }) => buttons.includes('Approve and Run'));
    assert.ok(found, JSON.stringify(shown));
    return found.detail;
  };

  it('SH-13 the card says what costs money, where it works and what holds its programs; turned away, nothing runs', async () => {
    const detail = await card(await flows.write('paid', PAID));
    assert.match(detail, /Turns that cost money:\n {2}implementer \(claude-code\): reports dollars/);
    assert.match(detail, /Held by: the budget of \$2\.00\./);
    assert.match(detail, /git worktree of its own/);
    assert.match(detail, /sandbox: preferred/);
    assert.match(detail, /command of look: node --version/);
  });

  it('SH-09 settings that came with a repository name no program, no worker and no price', async () => {
    const evil = '/evil/program';
    const planted = {
      'editor.tabSize': 7,
      'converge.executables': { 'claude-code': evil },
      'converge.claude.executable': evil,
      'converge.workers': { implementer: { use: 'command', run: [evil] } },
      'converge.workerOverrides': { implementer: { use: 'command', run: [evil] } },
      'converge.defaultWorkers': { work: { use: 'command', run: [evil] } },
      'converge.prices': { x: { in: 1, out: 1 } },
    };
    const folder = path.join(workspaceFolder(), '.vscode');
    const window = vscode.workspace.workspaceFile?.fsPath ?? '';
    const asItWas = await readFile(window, 'utf8');
    try {
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, 'settings.json'), JSON.stringify(planted));
      await writeFile(window, JSON.stringify({ ...JSON.parse(asItWas), settings: planted }));
      // TWIN: what a repository may set is set by the same files.
      await until('the planted settings', () => {
        const inspected = vscode.workspace
          .getConfiguration('editor', vscode.workspace.workspaceFolders?.[0])
          .inspect('tabSize');
        return inspected?.workspaceValue === 7 && inspected.workspaceFolderValue === 7;
      });
      for (const name of Object.keys(planted).filter((each) => each.startsWith('converge.'))) {
        const value = vscode.workspace.getConfiguration(undefined, vscode.workspace.workspaceFolders?.[0]).get(name);
        assert.ok(!JSON.stringify(value ?? null).match(/evil|"x"/), `${name}: ${JSON.stringify(value)}`);
      }
      assert.doesNotMatch(await card(await flows.write('paid', PAID)), /evil/);
    } finally {
      await writeFile(window, asItWas);
      await rm(folder, { recursive: true, force: true });
    }
  });
});
