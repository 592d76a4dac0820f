import * as assert from 'node:assert';
import { existsSync, readdirSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import type { Json } from '../../engine/json';
import type { SimulationShown } from '../../webview/protocol';
import { until } from '../until';
import type { Designer } from './flows';
import { flowFiles, openDesigner, workspaceFolder } from './flows';

const looping = (maxPasses: number) => `{
  "converge": 1,
  "id": "looping",
  "start": "act",
  "workers": { "agent": { "use": "command", "run": ["node", "-e", "require('fs').writeFileSync('ran', '')"] } },
  "steps": {
    "act": { "kind": "work", "worker": "agent", "prompt": "Do it", "next": "look" },
    "look": { "kind": "verify", "commands": [{ "run": ["node", "-e", "require('fs').writeFileSync('ran', '')"] }], "next": "judge" },
    "judge": { "kind": "judge", "worker": "agent", "next": "@complete" }
  },
  "loops": { "fix": { "type": "until", "head": "act", "tail": "judge", "maxPasses": ${maxPasses}, "onExhausted": "@stop" } }
}
`;
const calling = (flow: string) => `{
  "converge": 1, "id": "caller", "start": "sub",
  "steps": { "sub": { "kind": "call", "flow": "${flow}", "next": "@complete" } }
}
`;

const met: Json = { steps: { judge: { '2': { judgment: 'met' } } } };

const simulate = (designer: Designer, script: Json, mode: 'autonomous' | 'supervised' = 'autonomous') =>
  designer.intent({ type: 'simulate', mode, script });

async function shown(designer: Designer): Promise<SimulationShown> {
  const { simulation } = await designer.snapshot();
  assert.ok(simulation, 'there is no simulation');
  return simulation;
}
async function played(designer: Designer) {
  const { result } = await shown(designer);
  assert.ok(result.ok, JSON.stringify(result));
  return result;
}
const type = async ({ document }: Designer, from: string, to: string) => {
  const start = document.getText().indexOf(from);
  const edit = new vscode.WorkspaceEdit();
  const range = new vscode.Range(document.positionAt(start), document.positionAt(start + from.length));
  edit.replace(document.uri, range, to);
  assert.ok(start >= 0 && (await vscode.workspace.applyEdit(edit)));
};

const runFolders = (): readonly string[] => {
  const folder = path.join(workspaceFolder(), '.converge/runs');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('a simulation in the window', () => {
  const flows = flowFiles();
  afterEach(flows.clear);

  it('plays the flow as its document stands, unsaved too, and executes and writes nothing', async () => {
    const before = runFolders();
    const designer = await openDesigner(await flows.write('looping', looping(3)));
    await simulate(designer, {});
    assert.strictEqual((await played(designer)).passes.length, 3);
    assert.strictEqual(designer.document.isDirty, false);
    await type(designer, '"maxPasses": 3', '"maxPasses": 4');
    await simulate(designer, {});
    const { passes, end, moments } = await played(designer);
    assert.strictEqual(passes.length, 4);
    assert.strictEqual(end.reason, 'pass-cap');
    assert.ok(moments.length > 20);
    assert.strictEqual(await flows.bytes('looping'), looping(3));
    assert.strictEqual(existsSync(path.join(workspaceFolder(), 'ran')), false);
    assert.deepStrictEqual(runFolders(), before);
  });

  it('is stale once the flow is another one, and not by a step that was moved', async () => {
    const designer = await openDesigner(await flows.write('looping', looping(3)));
    await simulate(designer, met);
    assert.strictEqual((await played(designer)).end.outcome, 'complete');
    await designer.edit({ type: 'move', positions: { look: [300, 90] } });
    assert.strictEqual((await shown(designer)).stale, false);
    await type(designer, '"maxPasses": 3', '"maxPasses": 1');
    await until('stale', async () => (await shown(designer)).stale);
    await simulate(designer, met);
    assert.strictEqual((await shown(designer)).stale, false);
    assert.strictEqual((await played(designer)).end.reason, 'pass-cap');
  });

  it('gives way to a newer request, and one without an end is cut', async () => {
    const designer = await openDesigner(await flows.write('looping', looping(100_000)));
    const older = simulate(designer, {});
    await simulate(designer, met);
    assert.strictEqual((await played(designer)).end.outcome, 'complete');
    await older;
    assert.deepStrictEqual((await shown(designer)).script, met);
    await simulate(designer, {});
    const { end, moments } = await played(designer);
    assert.strictEqual(end.outcome, 'cut');
    assert.ok(moments.length <= 2001);
  });

  it('plays called flows as they stand in their documents, and says which are not there', async () => {
    const designer = await openDesigner(await flows.write('caller', calling('called')));
    await simulate(designer, {});
    const missing = (await shown(designer)).result;
    assert.ok(!missing.ok && missing.issues[0]?.path.join() === 'steps,sub', JSON.stringify(missing));

    const text = looping(3).replace('"id": "looping"', '"id": "called"');
    const called = await vscode.workspace.openTextDocument(await flows.write('called', text));
    await vscode.commands.executeCommand('converge.refresh');
    await simulate(designer, { steps: { 'sub/judge': { '2': { judgment: 'met' } } } });
    assert.strictEqual((await played(designer)).passes.length, 2);
    await until('the limits of what it calls', async () =>
      (await designer.snapshot()).limits?.autonomous.includes('each call of called: at most 3 passes'),
    );
    const edit = new vscode.WorkspaceEdit();
    const start = called.getText().indexOf('"maxPasses": 3') + '"maxPasses": '.length;
    edit.replace(called.uri, new vscode.Range(called.positionAt(start), called.positionAt(start + 1)), '1');
    await vscode.workspace.applyEdit(edit);
    await until('stale', async () => (await shown(designer)).stale);
    await simulate(designer, {});
    assert.strictEqual((await played(designer)).passes.length, 1);
    await called.save();
  });

  it('of a flow with errors, or with outcomes that do not fit, says what is wrong and where', async () => {
    const designer = await openDesigner(await flows.write('looping', looping(3)));
    await simulate(designer, { steps: { judge: { '1': { commands: 'red' } } } });
    const unfit = (await shown(designer)).result;
    assert.ok(!unfit.ok && unfit.issues[0]?.path.join() === 'steps,judge,1,commands', JSON.stringify(unfit));
    await type(designer, '"maxPasses": 3,', '');
    await simulate(designer, {});
    const errors = (await shown(designer)).result;
    assert.ok(!errors.ok && errors.issues[0]?.code === 'flow-errors', JSON.stringify(errors));
  });

  it('is where the command leads: the designer is open, and is asked to show it', async () => {
    const uri = await flows.write('looping', looping(3));
    await vscode.commands.executeCommand('converge.simulate', uri);
    const designer = await openDesigner(uri);
    const { focus } = await designer.snapshot();
    assert.strictEqual(focus?.tab, 'simulate');
    await vscode.commands.executeCommand('converge.simulate', uri);
    assert.ok(((await designer.snapshot()).focus?.count ?? 0) > focus.count);
  });
});
