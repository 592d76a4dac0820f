import * as assert from 'node:assert';
import * as vscode from 'vscode';
import { FIRST } from '../../engine/run/align/texts';
import { readFlow } from '../../extension/flowReading';
import { COMMANDS, SCHEME, TASK, TOOLS } from '../../extension/ids';
import { answered, prepared } from '../../extension/tools/tools';
import { until } from '../until';
import { access, flowFiles } from './flows';

/** Executes nothing, so that it needs nobody's approval. */
const ASKED = JSON.stringify({
  converge: 1,
  id: 'noticed',
  start: 'sure',
  steps: {
    sure: { kind: 'ask', question: 'Go on?', choices: ['yes', 'no'], routes: { yes: '@complete', no: '@stop' } },
  },
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
