import * as assert from 'node:assert';
import { rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { STOPPING } from '../../engine/cli/signals';
import { parseFlow } from '../../engine/flow/parse';
import { sha256 } from '../../engine/node/digest';
import { FIRST } from '../../engine/run/align/texts';
import { approvalOf } from '../../engine/run/approval';
import { approve } from '../../engine/runner/approvals';
import { readFlow } from '../../extension/flowReading';
import { COMMANDS, SCHEME, SETTINGS, TASK, TOOLS } from '../../extension/ids';
import { newestFirst } from '../../extension/rows/runView';
import { flowTerminal } from '../../extension/tasks/flowTerminal';
import { answered, prepared } from '../../extension/tools/tools';
import { until } from '../until';
import { access, flowFiles, workspaceFolder } from './flows';
import { choosing, untrusted } from './stubs';

/** Executes nothing, so that it needs nobody's approval. */
const ASKED = JSON.stringify({
  converge: 1,
  id: 'noticed',
  start: 'sure',
  steps: {
    sure: { kind: 'ask', question: 'Go on?', choices: ['yes', 'no'], routes: { yes: '@complete', no: '@stop' } },
  },
});

/** Goes on until the file `noticed-go` is there, somebody ends it, or whoever started it is gone. */
const WAIT =
  "const p = process.ppid; setInterval(() => { require('fs').existsSync('noticed-go') ? process.exit(0) : process.ppid === p || process.exit(1) }, 50)";
const STOPPED = JSON.stringify({
  converge: 1,
  id: 'stopped',
  start: 'wait',
  steps: {
    wait: { kind: 'verify', commands: [{ run: ['node', '-e', WAIT] }], next: 'after' },
    after: { kind: 'verify', commands: [{ run: ['node', '--version'] }], next: '@complete' },
  },
});
const GO = path.join(workspaceFolder(), 'noticed-go');

const readable = (uri: vscode.Uri) => ({
  all: () => new Map([[uri.toString(), readFlow(ASKED)]]),
  refresh: async () => undefined,
});

describe('what is told of runs', () => {
  const flows = flowFiles();
  const folders: string[] = [];
  const ended = async (choice: 'yes' | 'no') => {
    const { runs, starter } = await access();
    const uri = flows.uri('noticed');
    const folder = await starter.begin(uri, 'supervised', 'any');
    await until('the question', () => Object.keys(runs.get(folder)?.state.asks ?? {}).length > 0, 40_000);
    await until('nobody to carry it', () => runs.get(folder)?.held === false, 40_000);
    const [ask = ''] = Object.keys(runs.get(folder)?.state.asks ?? {});
    const run = runs.get(folder);
    assert.ok(run);
    await starter.goOn(run, 'any', { acts: [{ do: 'answer', ask, choice }] });
    await until('the end', () => runs.get(folder)?.state.end && runs.get(folder)?.held === false, 40_000);
    folders.push(folder);
  };
  before(async () => {
    await flows.write('noticed', ASKED);
    await vscode.commands.executeCommand(COMMANDS.refresh);
    await ended('yes');
    await ended('no');
  });
  after(() => flows.clear());

  it('a report is a new Markdown document, and no success where there is none', async () => {
    await vscode.commands.executeCommand(COMMANDS.exportReport, `run:${folders[1]}`, [`run:${folders[1]}`]);
    const editor = vscode.window.activeTextEditor;
    assert.strictEqual(editor?.document.languageId, 'markdown');
    assert.strictEqual(editor.document.isUntitled, true);
    assert.match(editor.document.getText(), /^# Run of `noticed`: not complete, stopped \(route\)\n\n> \*\*/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('two selected runs stand side by side, at the first difference', async () => {
    const [first = '', second = ''] = folders;
    await vscode.commands.executeCommand(COMMANDS.compareRuns, `run:${second}`, [`run:${second}`, `run:${first}`]);
    const input = await until('the editor', () => {
      const active = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return active instanceof vscode.TabInputTextDiff ? active : undefined;
    });
    assert.deepStrictEqual([input.original.scheme, input.modified.scheme], [SCHEME, SCHEME]);
    const [before, after] = await Promise.all(
      [input.original, input.modified].map((uri) => vscode.workspace.openTextDocument(uri)),
    );
    assert.match(before?.getText() ?? '', new RegExp(`yes${FIRST}`));
    assert.match(after?.getText() ?? '', new RegExp(`no${FIRST}`));
    const line = await until('the place', () => vscode.window.activeTextEditor?.selection.active.line);
    assert.ok(after?.lineAt(line).text.endsWith(FIRST), `line ${line}`);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('a task runs a flow as the program does, with its exit code', async () => {
    const tasks = await vscode.tasks.fetchTasks({ type: TASK });
    const task = tasks.find(({ definition }) => definition.flow === 'noticed.converge.json');
    assert.ok(task, tasks.map(({ name }) => name).join(', '));
    assert.deepStrictEqual(task.problemMatchers, []);
    const code = new Promise<number | undefined>((resolve) => {
      const ends = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (execution.task.name !== task.name) return;
        ends.dispose();
        resolve(exitCode);
      });
    });
    await vscode.tasks.executeTask(task);
    assert.strictEqual(await code, 5);
    const { runs } = await access();
    assert.strictEqual(runs.all().filter((run) => run.state.head?.flow.id === 'noticed').length, 3);
  });

  it('Ctrl+C in the terminal of a task stops at the next boundary, a second one at once', async () => {
    const { runs, starter } = await access();
    const uri = await flows.write('stopped', STOPPED);
    await vscode.commands.executeCommand(COMMANDS.refresh);
    const { flow } = parseFlow(STOPPED);
    assert.ok(flow);
    await approve(workspaceFolder(), approvalOf([flow], sha256, {}).hash);
    const file = vscode.workspace.asRelativePath(uri, false);
    const task = (await vscode.tasks.fetchTasks({ type: TASK })).find(({ definition }) => definition.flow === file);
    assert.ok(task);
    const code = new Promise<number | undefined>((resolve) => {
      const ends = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
        if (execution.task.name !== task.name) return;
        ends.dispose();
        resolve(exitCode);
      });
    });
    await vscode.tasks.executeTask(task);
    const going = () => newestFirst(runs.all()).find((run) => run.state.head?.flow.id === 'stopped');
    await until('the step', () => going()?.history.stretches[0]?.steps.length === 1, 40_000);
    const terminal = await until('its terminal', () =>
      vscode.window.terminals.find(({ name }) => name.includes(task.name)),
    );
    terminal.sendText('\u0003', false);
    terminal.sendText('\u0003', false);
    assert.strictEqual(await code, 130);
    await until('its end', () => going()?.state.end?.outcome === 'cancelled');
    terminal.dispose();

    // One of them: what is running goes on to its end, and nothing follows.
    const own = flowTerminal(uri, 'supervised', { runs, starter });
    const written: string[] = [];
    own.onDidWrite((text) => written.push(text));
    const end = new Promise((resolve) => own.onDidClose?.(resolve));
    own.open(undefined);
    await until(
      'the other step',
      () => (going()?.history.stretches[0]?.steps.length ?? 0) > 0 && going()?.held,
      40_000,
    );
    own.handleInput?.('\u0003');
    await until('the word of it', () => written.join('').includes(STOPPING));
    await writeFile(GO, '');
    assert.strictEqual(await end, 6);
    assert.deepStrictEqual(
      going()?.history.stretches.flatMap(({ steps }) => steps.map(({ step }) => step)),
      ['wait'],
    );
    await rm(GO);
  });

  it('in a workspace that is not trusted tasks and tools start nothing, and say so', async () => {
    const { runs } = await access();
    const begun: unknown[] = [];
    const starter = { run: async (...given: unknown[]) => void begun.push(given) };
    const needs = { flows: { all: () => new Map(), refresh: async () => undefined }, runs, starter };
    await untrusted(async () => {
      const start = { flow: 'noticed', mode: 'autonomous' };
      assert.match(await answered('converge_start_run', start, needs), /^Refused: this workspace is not trusted/);
      const { starter: own } = await access();
      const terminal = flowTerminal(flows.uri('noticed'), 'supervised', { runs, starter: { ...own, ...starter } });
      const written: string[] = [];
      terminal.onDidWrite((text) => written.push(text));
      const code = new Promise((resolve) => terminal.onDidClose?.(resolve));
      terminal.open(undefined);
      assert.strictEqual(await code, 2);
      assert.match(written.join(''), /not trusted, so nothing in it is run/);
    });
    assert.deepStrictEqual(begun, []);
    // The same where it is trusted gets as far as the start.
    await answered('converge_start_run', { flow: 'noticed' }, { ...needs, flows: readable(flows.uri('noticed')) });
    assert.strictEqual(begun.length, 1);
  });

  it('a kind of notification that is not to be shown again is silenced on this machine, and nothing more is said of it', async () => {
    const configuration = () => vscode.workspace.getConfiguration();
    const silenced = (): readonly string[] => configuration().get(SETTINGS.silenced) ?? [];
    const before = silenced();
    const once = (told: readonly string[]) =>
      choosing("Don't Show Again", async (said) => {
        await ended('no');
        for (const start of told) await until(start, () => said.some((text) => text.startsWith(start)));
      });
    try {
      await once(['noticed asks', 'noticed: ']);
      await until('both to be silenced', () => silenced().includes('question') && silenced().includes('badEnd'));
      assert.deepStrictEqual(
        (await once([])).filter((text) => text.startsWith('noticed')),
        [],
      );
    } finally {
      await configuration().update(SETTINGS.silenced, before, vscode.ConfigurationTarget.Global);
    }
  });

  it('language models are told of flows and runs, and of what is not there', async () => {
    const known = vscode.lm.tools.map(({ name }) => name);
    for (const name of TOOLS) assert.ok(known.includes(name), name);
    const told = async (name: (typeof TOOLS)[number], input: object) => {
      const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
      return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
    };
    assert.match(await told('converge_list_flows', {}), /\bnoticed\.converge\.json: noticed, 0 errors, last run /m);
    assert.match(await told('converge_validate_flow', { flow: 'noticed' }), /./);
    assert.match(await told('converge_validate_flow', { flow: 'nowhere' }), /There is no flow "nowhere"/);
    const id = folders[1]?.split(/[\\/]/).at(-1);
    assert.match(await told('converge_explain_run', { run: id }), /not complete, stopped/);
  });

  it('a start by a language model is confirmed with the limits, and is a start as any other', async () => {
    const { runs } = await access();
    const reading = readFlow(ASKED);
    const asked: unknown[] = [];
    const needs = {
      flows: { all: () => new Map([[flows.uri('noticed').toString(), reading]]), refresh: async () => undefined },
      runs,
      starter: { run: async (...given: unknown[]) => void asked.push(given) },
    };
    const start = { flow: 'noticed', mode: 'autonomous' };
    const message = (await prepared('converge_start_run', start, needs))?.confirmationMessages;
    assert.strictEqual(message?.title, 'Run noticed, autonomous?');
    assert.match(
      message.message instanceof vscode.MarkdownString ? message.message.value : '',
      /^- `nothing bounds what it costs`$/m,
    );
    assert.strictEqual(await prepared('converge_list_flows', {}, needs), undefined);
    assert.match(await answered('converge_start_run', start, needs), /^Nothing was started/);
    assert.strictEqual(asked.length, 1);
  });

  it('what can be done to a run is a list, the first of which shows it', async () => {
    let over = false;
    const listed = vscode.commands.executeCommand(COMMANDS.runActions, folders[0]).then(() => {
      over = true;
    });
    await until('the end of the list', async () => {
      if (!over) await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return over;
    });
    await listed;
    const { runs } = await access();
    assert.strictEqual(runs.shown()?.folder, folders[0]);
  });
});
