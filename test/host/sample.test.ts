import * as assert from 'node:assert';
import { readFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { parseFlow } from '../../engine/flow/parse';
import { sha256 } from '../../engine/node/digest';
import { approvalOf } from '../../engine/run/approval';
import type { Row } from '../../extension/rows/row';
import { until } from '../until';
import { access, openDesigner, workspaceFolder } from './flows';

const file = () => path.join(workspaceFolder(), '.converge/flows/fix-until-green.converge.json');

const below = (row: Row): readonly Row[] => [row, ...row.children.flatMap(below)];

describe('the sample, repaired in the window', () => {
  it('nothing runs that was not approved as it is', async () => {
    const { starter } = await access();
    await assert.rejects(starter.begin(vscode.Uri.file(file()), 'autonomous', 'f'.repeat(64)), {
      code: 'not-approved',
    });
  });

  it('ends complete on evidence; trees, canvas and the changes of a pass show how', async () => {
    const { starter, runs, views } = await access();
    const { flow } = parseFlow(await readFile(file(), 'utf8'));
    assert.ok(flow);
    const designer = await openDesigner(vscode.Uri.file(file()));
    const folder = await starter.begin(designer.document.uri, 'autonomous', approvalOf(flow, sha256).hash);
    const end = await until('the end', () => runs.get(folder)?.state.end, 50_000);
    assert.deepStrictEqual([end.outcome, end.confirmed], ['complete', 'evidence'], end.why);

    const row = await until('the run as it ended', () => {
      const found = views.of.runs.row(`run:${folder}`);
      return found?.contextValue === 'run.complete' ? found : undefined;
    });
    const passes = row.children.filter((child) => child.label.startsWith('fix · pass'));
    assert.ok(passes.length >= 2, 'the sample takes several passes');
    assert.ok(passes.at(-1)?.description?.startsWith('confirmed'));
    assert.ok(below(row).some((child) => child.contextValue === 'command.log'));
    const marks = (await designer.snapshot()).run;
    assert.deepStrictEqual(marks?.steps, { act: 'done', verify: 'done', judge: 'done' });

    const changed = passes.find((pass) => pass.target?.open === 'changes');
    assert.ok(changed, 'no pass changed a file');
    await vscode.commands.executeCommand('converge.passDiff', changed.id);
    await until('the changes of the pass', () =>
      vscode.window.tabGroups.all.flatMap((group) => group.tabs).some((tab) => tab.label.includes(`pass`)),
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
