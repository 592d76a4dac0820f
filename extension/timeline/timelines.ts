import * as vscode from 'vscode';
import type { TimelineIntent, TimelineSnapshot } from '../../webview/timelineProtocol';
import { designerPage, designerRoot } from '../designerPage';
import type { Log } from '../log';
import type { Moments } from '../moments';
import { workerMeterLines } from '../rows/meterText';
import type { RowTarget } from '../rows/row';
import type { RunView } from '../rows/runView';
import { traceRows } from '../rows/traceRows';
import type { Runs } from '../runs';
import { createFeed } from './feed';
import { createRunFlows } from './runFlows';
import { timelineIntent } from './timelineIntent';

const TIMELINE_PANEL = 'converge.timeline';

export interface TimelineNeeds {
  readonly extension: vscode.Uri;
  readonly runs: Runs;
  readonly moments: Moments;
  readonly log: Log;
  /** How a run stands, in words. */
  readonly statusOf: (run: RunView) => string;
  readonly open: (target: RowTarget) => Promise<void>;
}

/** Pages that show runs in time, one for each run. */
export interface Timelines extends vscode.Disposable {
  /** One that is there already is brought to the front. */
  readonly show: (folder: string) => void;
  /** Takes over a panel that was open before a reload; `state` is what its page remembered. */
  readonly restore: (panel: vscode.WebviewPanel, state: unknown) => void;
  /** What the page of a run was last sent. */
  readonly shown: (folder: string) => TimelineSnapshot | undefined;
  readonly intent: (folder: string, intent: TimelineIntent) => Promise<void>;
}

/** Milliseconds between two snapshots, and between two of a run that only gets older. */
const SEND_MS = 100;
const AGE_MS = 1000;
/** Until the page has said how wide it is. */
const SOME_PIXELS = 1000;

interface Shown {
  readonly panel: vscode.WebviewPanel;
  readonly snapshot: () => TimelineSnapshot | undefined;
  readonly intent: (intent: TimelineIntent) => Promise<void>;
}

export function createTimelines(needs: TimelineNeeds): Timelines {
  const { extension, log } = needs;
  const all = new Map<string, Shown>();
  const options = { enableScripts: true, localResourceRoots: [designerRoot(extension)] };
  const fill = (panel: vscode.WebviewPanel, folder: string) => {
    const shown = showIn(panel, folder, needs);
    all.set(folder, shown);
    panel.onDidDispose(() => all.get(folder) === shown && all.delete(folder));
    panel.webview.options = options;
    panel.webview.html = designerPage(panel.webview, extension, 'timeline');
  };
  return {
    show: (folder) => {
      const known = all.get(folder);
      if (known) return known.panel.reveal();
      const title = vscode.l10n.t('Timeline');
      fill(vscode.window.createWebviewPanel(TIMELINE_PANEL, title, vscode.ViewColumn.Active, options), folder);
    },
    restore: (panel, state) => {
      const folder = folderIn(state);
      if (folder === '') log.error('timeline: a panel without a run was restored');
      if (all.has(folder)) panel.dispose();
      else fill(panel, folder);
    },
    shown: (folder) => all.get(folder)?.snapshot(),
    intent: async (folder, intent) => all.get(folder)?.intent(intent),
    dispose: () => {
      for (const { panel } of [...all.values()]) panel.dispose();
    },
  };
}

/** What a page remembers comes back from outside. It names a run or it does not. */
const folderIn = (state: unknown): string =>
  typeof state === 'object' && state !== null && 'folder' in state && typeof state.folder === 'string'
    ? state.folder
    : '';

function showIn(panel: vscode.WebviewPanel, folder: string, needs: TimelineNeeds): Shown {
  const { extension, runs, moments, log, statusOf } = needs;
  let wanted: Omit<Extract<TimelineIntent, { type: 'window' }>, 'type'> = { from: null, to: null, pixels: SOME_PIXELS };
  let last: TimelineSnapshot | undefined;
  let sending: NodeJS.Timeout | null = null;
  let sentAt = 0;
  let ready = false;
  let closed = false;
  const icon = (file: string) => vscode.Uri.joinPath(extension, 'media', file);
  panel.iconPath = { light: icon('flow-light.svg'), dark: icon('flow-dark.svg') };

  const flows = createRunFlows(() => send());
  const snapshot = (): TimelineSnapshot => {
    const run = runs.get(folder);
    const live = run?.held === true;
    const timeline = feed.timeline();
    const picture = timeline.picture({ ...wanted, now: live ? Date.now() : null, flows: flows.of(run) });
    const whole = feed.indexed() === 1;
    const now = moments.now();
    const moment = now?.folder === folder ? now : null;
    return {
      type: 'timeline',
      run: run ? { id: run.id, flow: run.state.head?.flow.id ?? '', status: statusOf(run), live, folder } : null,
      ...picture,
      whole: { ...picture.whole, indexed: feed.indexed() },
      // The end of a trace does not know what was spent before it: the state does.
      spend: whole || !run ? picture.spend : { ...picture.spend, points: [], now: run.state.spend },
      workers: workerMeterLines((moment?.view ?? run)?.state.meters ?? { workers: {} }),
      moment: moment && timeline.moment(moment.line),
    };
  };
  const sendNow = () => {
    sending = null;
    if (closed || !ready || !panel.visible) return;
    sentAt = Date.now();
    last = snapshot();
    const { run } = last;
    panel.title = run ? vscode.l10n.t('Timeline: {0}', run.flow || run.id) : vscode.l10n.t('Timeline');
    void panel.webview.postMessage(last);
  };
  const send = () => {
    sending ??= setTimeout(sendNow, Math.max(0, sentAt + SEND_MS - Date.now()));
  };
  const failed = (thrown: unknown) => log.failed(vscode.l10n.t('Timeline'), thrown);
  const feed = createFeed(
    async () => {
      const run = moments.opened(folder);
      // One that is being looked through shows its end meanwhile.
      if (run.indexed() === 1) await run.grow();
      return run;
    },
    send,
    vscode.l10n.t,
  );
  const read = () => {
    if (!closed && panel.visible && runs.get(folder)) feed.read().catch(failed);
    send();
  };

  let looking: Promise<void> | null = null;
  /** Where this page last wanted to look; undefined: it never did. */
  let aim: number | null | undefined;
  let next: { readonly line: number | null } | null = null;
  /** One look at a time, then at the newest place that was asked for: whatever lay between is not looked at. */
  const look = (line: number | null): Promise<void> => {
    next = { line };
    aim = line;
    looking ??= (async () => {
      while (next !== null) {
        const { line: now } = next;
        next = null;
        await moments.look(folder, now);
      }
    })().finally(() => {
      looking = null;
    });
    return looking;
  };
  const here = () => {
    const moment = moments.now();
    const line = looking !== null ? aim : moment?.folder === folder ? moment.line : null;
    return line ?? feed.timeline().lines();
  };
  const act = async (intent: TimelineIntent): Promise<void> => {
    const timeline = feed.timeline();
    switch (intent.type) {
      case 'ready':
        ready = true;
        return read();
      case 'window':
        wanted = { from: intent.from, to: intent.to, pixels: intent.pixels };
        return send();
      case 'moment':
        return look(intent.line);
      case 'scrub':
        return look(timeline.commitAt(intent.at));
      case 'step': {
        const line = intent.by === 'pass' ? timeline.section(here(), intent.to) : timeline.commit(here(), intent.to);
        return line === null ? undefined : look(line);
      }
      case 'open':
        return openLine(folder, intent.line, needs);
      case 'failed':
        log.error(`timeline: ${intent.message}`);
    }
  };
  const age = setInterval(() => (runs.get(folder)?.held || feed.indexed() < 1) && send(), AGE_MS);
  const subscriptions = [
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const parsed = timelineIntent.safeParse(message);
      if (parsed.success) act(parsed.data).catch(failed);
      else log.error('timeline: a message that is no intent was dropped');
    }),
    runs.onDidChange(read),
    moments.onDidChange(send),
    panel.onDidChangeViewState(read),
  ];
  panel.onDidDispose(() => {
    closed = true;
    feed.close();
    clearInterval(age);
    if (sending) clearTimeout(sending);
    for (const each of subscriptions) each.dispose();
    // Whoever looked at the past from here sees no more that it is the past: the present is shown again.
    const moment = moments.now();
    if (moment?.folder === folder && moment.line === aim) void moments.look(folder, null);
  });
  return { panel, snapshot: () => last, intent: act };
}

/** Opens what a line of a run's trace is about. */
async function openLine(folder: string, line: number, { moments, open }: TimelineNeeds): Promise<void> {
  const recorded = await moments.recorded(folder);
  const [found] = await recorded.page(line, 1);
  const target = found && traceRows(folder, [found])[0]?.target;
  if (target) await open(target);
}
