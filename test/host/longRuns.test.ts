import * as assert from 'node:assert';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { sha256 } from '../../engine/node/digest';
import { longTrace } from '../fakes/longTrace';
import { until } from '../until';
import { access, PLAIN, workspaceFolder } from './flows';

const FOLDER = () => path.join(workspaceFolder(), '.converge', 'runs', '20260301-120000-10ea');

/** A run of 40,000 entries and 12 MB, as its folder shows it. */
async function writeRun(): Promise<number> {
  const lines: string[] = [];
  let now = Date.UTC(2026, 2, 1, 12);
  const ports = {
    clock: { now: () => (now += 10), every: () => () => {} },
    digest: sha256,
    trace: { append: async (more: readonly string[]) => void lines.push(...more) },
  };
  await longTrace(ports, 40_000);
  await mkdir(FOLDER(), { recursive: true });
  await writeFile(path.join(FOLDER(), 'flow.json'), PLAIN);
  await writeFile(path.join(FOLDER(), 'trace.ndjson'), `${lines.join('\n')}\n`);
  return lines.length;
}

describe('a long run in the workspace', () => {
  let lines = 0;
  before(async () => {
    lines = await writeRun();
    const { runs } = await access();
    await runs.refresh();
    runs.show(FOLDER());
  });
  after(async () => {
    await rm(FOLDER(), { recursive: true, force: true });
    await (await access()).runs.refresh();
  });

  it('is listed with its end, and says where the rest is', async () => {
    const { runs, views } = await access();
    assert.strictEqual(runs.get(FOLDER())?.earlier, true);
    const row = await until('the run', () => views.of.runs.row(`run:${FOLDER()}`));
    assert.strictEqual(row.children[0]?.label, 'Earlier passes are in the timeline');
    assert.ok(row.children.length > 10, `${row.children.length} rows`);
    assert.ok(row.children.length < 2000, `${row.children.length} rows`);
  });

  it('shows the last page of its trace, and a page more when it is asked for', async () => {
    const { views } = await access();
    const id = `trace:${FOLDER()}/${lines}`;
    await until('the last line', () => views.of.trace.row(id));
    assert.strictEqual(views.of.trace.rows().length, 501);
    views.showEarlier();
    await until('a page more', () => views.of.trace.rows().length === 1001);
    assert.strictEqual(views.of.trace.rows()[0]?.description, `${(lines - 1000).toLocaleString('en-US')} above`);
  });

  it('is scrubbed through: the last moment that was asked for is shown, and its documents are found', async () => {
    const { moments, runs } = await access();
    const seen: number[] = [];
    const listening = moments.onDidChange((moment) => moment && seen.push(moment.line));
    const asked = [3, 39_000, 100, 20_000, 777, 31_234];
    await Promise.all(asked.map((line) => moments.look(FOLDER(), line)));
    listening.dispose();
    assert.strictEqual(moments.now()?.line, 31_234);
    assert.ok(seen.length < asked.length, `all of them were drawn: ${seen}`);
    const recorded = await moments.recorded(FOLDER());
    assert.strictEqual(moments.now()?.view.state.nextSeq, 31_234);
    assert.strictEqual(moments.shown(runs.get(FOLDER())!).history.lastAt, moments.now()?.view.history.lastAt);
    assert.ok((await recorded.commit(31_234, 'after'))! > 31_234);
    await moments.look(FOLDER(), null);
    assert.strictEqual(moments.now(), null);
    assert.strictEqual(moments.shown(runs.get(FOLDER())!), runs.get(FOLDER()));
  });

  it('takes its moment with it when it is gone', async () => {
    const { moments, runs } = await access();
    await moments.look(FOLDER(), 500);
    assert.strictEqual(moments.now()?.line, 500);
    await rm(FOLDER(), { recursive: true, force: true });
    await vscode.commands.executeCommand('converge.refresh');
    await until('the run to be gone', () => runs.get(FOLDER()) === undefined);
    await until('the present', () => moments.now() === null);
  });
});
