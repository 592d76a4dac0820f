import * as assert from 'node:assert';
import { appendFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { cleared, ended, entered, opened, pass, start } from '../extension/traces';
import { trace } from '../fakes/trace';
import { until } from '../until';
import { access, PLAIN, workspaceFolder } from './flows';

const entries = trace(
  start,
  entered,
  ...pass(1, { usd: 0.4, clean: false, met: true, marker: '1', decision: 'again', more: [opened(1)] }),
  ...pass(2, {
    usd: 0.2,
    clean: true,
    met: true,
    marker: '2',
    decision: 'confirmed',
    more: [cleared(2)],
    last: [ended('complete', null)],
  }),
);
const lines = entries.map((entry) => JSON.stringify(entry));

/** A run folder as a runner leaves it, without a runner. */
async function runFolder(id: string, text: string): Promise<string> {
  const folder = path.join(workspaceFolder(), '.converge', 'runs', id);
  await mkdir(path.join(folder, 'logs'), { recursive: true });
  await writeFile(path.join(folder, 'flow.json'), PLAIN);
  await writeFile(path.join(folder, 'trace.ndjson'), text);
  return folder;
}

describe('runs that stand in the workspace', () => {
  const made: string[] = [];
  const make = async (id: string, text: string) => {
    const { runs } = await access();
    const folder = await runFolder(id, text);
    made.push(folder);
    await runs.refresh();
    return folder;
  };
  afterEach(async () => {
    for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
    await (await access()).runs.refresh();
  });

  it('are shown as trees, from their folder alone', async () => {
    const { runs, views } = await access();
    const folder = await make('20260301-100000-aaaa', `${lines.join('\n')}\n`);
    runs.show(folder);
    const row = await until('the run', () => views.of.runs.row(`run:${folder}`));
    assert.ok(row.description?.startsWith('complete (evidence) · pass 2 · $0.60'), row.description);
    await until('the trace', () => views.of.trace.rows().length === entries.length);
    assert.deepStrictEqual(
      views.of.latches.rows().map((each) => each.contextValue),
      ['latch.cleared.code'],
    );
    assert.strictEqual(views.of.latches.view.badge, undefined);
    assert.strictEqual(views.of.notes.rows().length, 2);
  });

  it('SH-14 one damaged line hides only itself, and looking leaves the file as it is', async () => {
    const { runs, views } = await access();
    const text = `${[...lines.slice(0, 2), lines[2]?.slice(0, 20), ...lines.slice(3, 5)].join('\n')}\n`;
    const folder = await make('20260301-100001-bbbb', text);
    runs.show(folder);
    const rows = await until('five lines', () => {
      const shown = views.of.trace.rows();
      return shown.length === 5 && shown[0]?.id.includes(folder) ? shown : undefined;
    });
    assert.deepStrictEqual(
      rows.map((each) => each.contextValue === 'damaged'),
      [false, false, true, false, false],
    );
    assert.strictEqual(await readFile(path.join(folder, 'trace.ndjson'), 'utf8'), text);
  });

  it('are followed while they grow; without a holder they are interrupted and nothing else', async () => {
    const { runs, views } = await access();
    const folder = await make('20260301-100002-cccc', `${lines.slice(0, 8).join('\n')}\n`);
    const described = () => views.of.runs.row(`run:${folder}`)?.description ?? '';
    await until('the interrupted run', () => described().startsWith('interrupted · pass 1'));
    await appendFile(path.join(folder, 'trace.ndjson'), `${lines.slice(8, 15).join('\n')}\n`);
    await until('pass 2', () => described().startsWith('interrupted · pass 2'));
    runs.show(folder);
    await until('the badge', () => views.of.latches.view.badge?.value === 1);
  });

  it('open what a row is about: an entry as read-only text', async () => {
    const folder = await make('20260301-100003-dddd', `${lines.join('\n')}\n`);
    await vscode.commands.executeCommand('converge.openRow', { open: 'entry', folder, seq: 0 });
    const editor = await until('the entry', () =>
      vscode.window.visibleTextEditors.find((each) => each.document.uri.scheme === 'converge-run'),
    );
    assert.strictEqual(JSON.parse(editor.document.getText()).type, 'run.started');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
