import * as assert from 'node:assert';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { COMMANDS } from '../../extension/ids';
import type { TimelineIntent, TimelineSnapshot } from '../../webview/timelineProtocol';
import { cleared, ended, entered, opened, pass, start } from '../extension/traces';
import { trace } from '../fakes/trace';
import { until } from '../until';
import { access, flowFiles, openDesigner, PLAIN, workspaceFolder } from './flows';

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
const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
const panels = () =>
  vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(({ input }) => input instanceof vscode.TabInputWebview && input.viewType.endsWith('converge.timeline'));

describe('a run in time', () => {
  const flows = flowFiles();
  const made: string[] = [];
  const make = async (id: string, lines: string): Promise<string> => {
    const { runs } = await access();
    const folder = path.join(workspaceFolder(), '.converge', 'runs', id);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'flow.json'), PLAIN);
    await writeFile(path.join(folder, 'trace.ndjson'), lines);
    made.push(folder);
    await runs.refresh();
    await until('the run', () => runs.get(folder));
    return folder;
  };
  const shown = async (folder: string, what: string, right: (snapshot: TimelineSnapshot) => boolean = () => true) => {
    const { timeline } = await access();
    return until(what, () => {
      const snapshot = timeline.timelines()?.shown(folder);
      return snapshot && right(snapshot) ? snapshot : undefined;
    });
  };
  const intend = async (folder: string, intent: TimelineIntent) =>
    (await access()).timeline.timelines()?.intent(folder, intent);
  afterEach(async () => {
    await flows.clear();
    for (const folder of made.splice(0)) await rm(folder, { recursive: true, force: true });
    await (await access()).runs.refresh();
  });

  it('opens on a row, says passes, latches and spend, and every view follows its scrubber and goes back', async () => {
    const { moments, views, runs } = await access();
    const folder = await make('20260301-100000-time', text);
    runs.show(folder);
    await vscode.commands.executeCommand(COMMANDS.showTimeline, `run:${folder}/anything`);
    const whole = await shown(folder, 'the timeline', ({ whole: { indexed } }) => indexed === 1);
    assert.deepStrictEqual(
      whole.sections.map(({ label, decided }) => `${label} ${decided}`.trim()),
      ['pass 1 again', 'pass 2 confirmed'],
    );
    assert.deepStrictEqual([whole.spend.now.usd, whole.latches.map(({ look }) => look)], [0.6, ['cleared']]);
    assert.strictEqual(whole.moment, null);
    assert.deepStrictEqual(whole.workers, ['implementer: 2 turns · $0.60 (act: no token counts)']);
    await until('its title', () => panels()[0]?.label === `Timeline: ${whole.run?.flow}`);
    await vscode.commands.executeCommand(COMMANDS.showTimeline, folder);
    assert.strictEqual(panels().length, 1);

    const latch = () => views.of.latches.rows()[0]?.contextValue ?? '';
    assert.match(latch(), /^latch\.cleared/);
    const firstEnd = whole.sections[0]?.to ?? 0;
    await intend(folder, { type: 'scrub', at: firstEnd });
    const past = await shown(folder, 'the past', ({ moment }) => moment !== null);
    assert.deepStrictEqual(past.workers, ['implementer: 1 turn · $0.40 (act: no token counts)']);
    assert.match(past.moment?.text ?? '', /^pass 1, after commit \d+, .*, \$0\.40$/);
    assert.strictEqual(moments.now()?.line, past.moment?.line);
    await until('the latch as it was then', () => latch().startsWith('latch.open'));

    await intend(folder, { type: 'step', to: 'last' });
    await until('the last commit', () => latch().startsWith('latch.cleared'));
    await intend(folder, { type: 'step', to: 'before', by: 'pass' });
    await shown(folder, 'where pass 2 began', ({ moment }) => moment?.text.includes('commit') === true);
    await intend(folder, { type: 'moment', line: null });
    await shown(folder, 'the present', ({ moment }) => moment === null);
    assert.strictEqual(moments.now(), null);
  });

  it('follows a moment that another view sets; the designer says that it draws the past', async () => {
    const { moments } = await access();
    const uri = await flows.write('fix', PLAIN);
    const folder = await make('20260301-100000-past', text);
    await vscode.commands.executeCommand(COMMANDS.showTimeline, folder);
    await shown(folder, 'the timeline', ({ whole: { indexed } }) => indexed === 1);
    await moments.look(folder, 3);
    const past = await shown(folder, 'line 3', ({ moment }) => moment?.line === 3);
    assert.ok(past.moment?.text);
    const { snapshot } = await openDesigner(uri);
    assert.match(
      await until('the mark of the past', async () => (await snapshot()).run?.moment),
      /^as it was (before|after) /,
    );
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await moments.look(folder, null);
  });

  it('a panel that was open before a reload shows its run again; a page that remembers nothing says that it is gone', async () => {
    const { timeline } = await access();
    const folder = await make('20260301-100000-back', text);
    const panel = (state: unknown) => {
      const restored = vscode.window.createWebviewPanel('converge.timeline', 'Timeline', vscode.ViewColumn.Active);
      timeline.timelines()?.restore(restored, state);
    };
    panel({ folder, view: null });
    const whole = await shown(folder, 'the run again', ({ whole: { indexed } }) => indexed === 1);
    assert.strictEqual(whole.run?.id, '20260301-100000-back');
    panel('nonsense');
    await shown('', 'that there is no run', ({ run }) => run === null);
  });

  it('a run that is not there any more, and one of which nothing can be read, are told as that', async () => {
    const folder = await make('20260301-100000-torn', 'no trace\n');
    await vscode.commands.executeCommand(COMMANDS.showTimeline, folder);
    const torn = await shown(folder, 'the timeline', ({ whole: { indexed } }) => indexed === 1);
    assert.deepStrictEqual([torn.whole.hidden, torn.lanes.length], [1, 0]);
    await rm(folder, { recursive: true, force: true });
    await (await access()).runs.refresh();
    await shown(folder, 'that it is gone', ({ run }) => run === null);
  });
});
