import * as assert from 'node:assert';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { parseFlow } from '../../engine/flow/parse';
import { sha256 } from '../../engine/node/digest';
import { approvalOf } from '../../engine/run/approval';
import { approve } from '../../engine/runner/approvals';
import { until } from '../until';
import { access, openDesigner, workspaceFolder } from './flows';
import { choosing } from './stubs';

/** A folder with a `.converge/` of its own inside the workspace: a root of its own. */
const root = () => path.join(workspaceFolder(), 'debugged');
const flow = () => vscode.Uri.file(path.join(root(), 'steps.converge.json'));

const look = (next: string) =>
  `{ "kind": "verify", "commands": [{ "run": ["node", "--version"] }], "next": "${next}" }`;
const TEXT = `{
  "converge": 1,
  "id": "steps",
  "inputs": {
    "who": { "type": "string", "default": "me" }
  },
  "start": "one",
  "steps": {
    "one": ${look('two')},
    "two": ${look('three')},
    "three": ${look('@complete')}
  }
}
`;
const LINE = { one: 9, two: 10, three: 11 };

interface Frame {
  readonly id: number;
  readonly name: string;
  readonly line: number;
}

describe('debugging a run', () => {
  let session: vscode.DebugSession | undefined;
  const subscriptions: vscode.Disposable[] = [];
  before(async () => {
    await mkdir(path.join(root(), '.converge'), { recursive: true });
    await writeFile(flow().fsPath, TEXT);
    await access();
    await vscode.commands.executeCommand('converge.refresh');
    const { flow: parsed } = parseFlow(TEXT);
    assert.ok(parsed);
    await approve(root(), approvalOf([parsed], sha256, {}).hash);
    subscriptions.push(
      vscode.debug.onDidStartDebugSession((started) => {
        session = started;
      }),
      vscode.debug.onDidTerminateDebugSession((ended) => {
        if (session === ended) session = undefined;
      }),
    );
  });
  afterEach(async () => {
    if (session) await vscode.debug.stopDebugging(session);
    await until('no session', () => session === undefined);
    vscode.debug.removeBreakpoints(vscode.debug.breakpoints);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  after(async () => {
    for (const each of subscriptions) each.dispose();
    await rm(root(), { recursive: true, force: true, maxRetries: 5 });
  });

  const ask = async <T>(command: string, args: object = {}): Promise<T> => {
    assert.ok(session, 'no session');
    return session.customRequest(command, args);
  };
  const stack = async (): Promise<readonly Frame[]> =>
    (await ask<{ stackFrames: readonly Frame[] }>('stackTrace', { threadId: 1 })).stackFrames;
  /** Waits until it stands at a step. */
  const at = (step: keyof typeof LINE) =>
    until(
      `the debugger at ${step}`,
      async () => {
        const [top] = session ? await stack().catch(() => []) : [];
        return top?.name.startsWith(`${step} `) && top.line === LINE[step] ? top : undefined;
      },
      40_000,
    );
  const breakOn = (step: keyof typeof LINE) =>
    vscode.debug.addBreakpoints([
      new vscode.SourceBreakpoint(new vscode.Location(flow(), new vscode.Position(LINE[step] - 1, 0))),
    ]);
  const launch = (more: object = {}) =>
    vscode.debug.startDebugging(undefined, {
      type: 'converge',
      request: 'launch',
      name: 'steps',
      flow: flow().fsPath,
      mode: 'supervised',
      inputs: { who: 'you' },
      ...more,
    });
  const newest = async () => {
    const { runs } = await access();
    return runs.all().find((run) => runs.rootOf(run) === root());
  };
  const ended = async () => {
    const { runs, starter } = await access();
    const run = await newest();
    if (run?.state.end) return run;
    const folder = await starter.begin(flow(), 'supervised', 'any', { who: 'us' });
    return until('a run that has ended', () => (runs.get(folder)?.state.end ? runs.get(folder) : undefined), 40_000);
  };

  it('holds at a breakpoint in the text, shows variables and values, steps and goes on to the end', async () => {
    const { runs } = await access();
    breakOn('two');
    assert.ok(await launch({ stopOnEntry: false }));
    const top = await at('two');
    const run = await until('the run', newest);
    assert.strictEqual(run.held, true);
    await until('where it is held', () => runs.get(run.folder)?.heldAt?.due[0]?.step === 'two');
    assert.strictEqual(runs.get(run.folder)?.state.superStep, 1);

    const { scopes } = await ask<{ scopes: readonly { name: string; variablesReference: number }[] }>('scopes', {
      frameId: top.id,
    });
    const inputs = scopes.find(({ name }) => name === 'Inputs');
    const { variables } = await ask<{ variables: readonly { name: string; value: string }[] }>('variables', {
      variablesReference: inputs?.variablesReference,
    });
    assert.deepStrictEqual(
      variables.map(({ name, value }) => [name, value]),
      [['who', '"you"']],
    );
    const value = await ask<{ result: string }>('evaluate', { expression: 'steps.one.visits', frameId: top.id });
    assert.strictEqual(value.result, '1');

    const { snapshot } = await openDesigner(flow());
    assert.deepStrictEqual((await snapshot()).run?.held?.steps, ['two']);
    assert.deepStrictEqual((await snapshot()).breakpoints, { two: { kind: 'plain', enabled: true, text: '' } });

    await ask('next', { threadId: 1 });
    await at('three');
    assert.strictEqual(runs.get(run.folder)?.state.end, null);
    await ask('continue', { threadId: 1 });
    const end = await until('the end', () => runs.get(run.folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'complete', end.why);
    await until('the session to end', () => session === undefined);
    await until('nothing to be held', async () => (await snapshot()).run?.held === undefined);
  });

  it('attaches to a run that somebody else started, and leaves it going', async () => {
    const { runs, starter } = await access();
    const folder = await starter.begin(flow(), 'supervised', 'any', { who: 'them' }, { hold: true });
    await until('the run to be held', () => runs.get(folder)?.heldAt);
    await vscode.commands.executeCommand('converge.attachDebugger', folder);
    await at('one');
    assert.ok(session);
    await vscode.debug.stopDebugging(session);
    const end = await until('the end', () => runs.get(folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'complete', end.why);
  });

  it('a held run that no debugger holds offers one, once; attached, the values stand behind their names', async () => {
    const { runs, starter } = await access();
    let folder = '';
    const said = await choosing('Attach Debugger', async () => {
      folder = await starter.begin(flow(), 'supervised', 'any', { who: 'them' }, { hold: true });
      await until('the run to be held', () => runs.get(folder)?.heldAt);
      await at('one');
    });
    assert.strictEqual(said.filter((text) => text.includes('is held, and no debugger')).length, 1, said.join('\n'));
    await ask('next', { threadId: 1 });
    const { id } = await at('two');
    const { line } = (await stack())[0] ?? { line: 0 };
    const range = new vscode.Range(0, 0, LINE.three, 0);
    const stopped = new vscode.Range(line - 1, 0, line - 1, 1);
    const values = await vscode.commands.executeCommand<readonly vscode.InlineValueEvaluatableExpression[]>(
      'vscode.executeInlineValueProvider',
      flow(),
      range,
      { frameId: id, stoppedLocation: stopped },
    );
    const document = await vscode.workspace.openTextDocument(flow());
    const told = await Promise.all(
      values.map(async (value) => {
        const shown = await ask<{ result: string }>('evaluate', { expression: value.expression, frameId: id });
        return [document.getText(value.range), shown.result];
      }),
    );
    const [one] = told;
    assert.match(one?.[0] ?? '', /^"?one"?$/);
    assert.strictEqual(one?.[1], '"clean"');
    assert.strictEqual(told.length, 3);
    await ask('continue', { threadId: 1 });
    await until('the end', () => runs.get(folder)?.state.end, 40_000);
  });

  it('replays a recorded run forwards and backwards: everything shows where it stands, and the present after it', async () => {
    const { runs, moments } = await access();
    const run = await ended();
    await vscode.commands.executeCommand('converge.replay', run.folder);
    await until('a moment', () => moments.now()?.folder === run.folder);
    await ask('stepBack', { threadId: 1 });
    await at('three');
    await ask('stepBack', { threadId: 1 });
    await at('two');
    await until('the moment of step two', () => moments.now()?.view.state.superStep === 1);
    const { snapshot } = await openDesigner(flow());
    await until('the mark', async () => (await snapshot()).run?.held?.steps.join() === 'two');
    await ask('next', { threadId: 1 });
    await at('three');
    assert.ok(session);
    await vscode.debug.stopDebugging(session);
    await until('the present', () => moments.now() === null);
    assert.strictEqual((await snapshot()).run?.held, undefined);
    assert.ok(runs.get(run.folder)?.state.end);
  });

  it('restarts from where it stands as a new run, held there', async () => {
    const { runs } = await access();
    const run = await ended();
    await vscode.commands.executeCommand('converge.replay', run.folder);
    await until('a session', () => session);
    await until('the stack', () => stack().catch(() => undefined));
    await ask('stepBack', { threadId: 1 });
    await at('three');
    await vscode.commands.executeCommand('converge.restartFromHere');
    const made = await until('another run', () =>
      runs.all().find((each) => each.folder !== run.folder && each.heldAt?.due[0]?.step === 'three'),
    );
    await at('three');
    await ask('continue', { threadId: 1 });
    const end = await until('its end', () => runs.get(made.folder)?.state.end, 40_000);
    assert.strictEqual(end.outcome, 'complete', end.why);
  });

  it('breakpoints of text and canvas are the same ones, and stay with their step when the canvas changes the text', async () => {
    const { document, intent, edit, snapshot } = await openDesigner(flow());
    const lines = () =>
      vscode.debug.breakpoints.flatMap((each) =>
        each instanceof vscode.SourceBreakpoint ? [each.location.range.start.line + 1] : [],
      );
    assert.deepStrictEqual(await intent({ type: 'toggleBreakpoint', steps: ['two'] }), { ok: true });
    await until('the breakpoint', () => lines().join() === String(LINE.two));
    assert.ok((await snapshot()).breakpoints?.two);
    breakOn('three');
    await until('its dot', async () => (await snapshot()).breakpoints?.three);

    assert.deepStrictEqual(await edit({ type: 'set', path: ['inputs', 'more'], value: { type: 'string' } }), {
      ok: true,
    });
    await until('the moved ones', () => lines().join() === `${LINE.two + 1},${LINE.three + 1}`);
    assert.deepStrictEqual(Object.keys((await snapshot()).breakpoints ?? {}), ['two', 'three']);
    await edit({ type: 'renameStep', from: 'two', to: 'second' });
    await until('the renamed one', async () => (await snapshot()).breakpoints?.second);
    await edit({ type: 'deleteSteps', ids: ['three'] });
    await until('the one to go', () => lines().length === 1);
    await intent({ type: 'toggleBreakpoint', steps: ['second'] });
    await until('none', () => lines().length === 0);
    assert.deepStrictEqual((await snapshot()).breakpoints, {});
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.strictEqual(document.isDirty, false);
  });
});
