import * as vscode from 'vscode';
import type { Mode } from '../engine/trace/control';
import type { RunMarks } from '../webview/protocol';
import type { BesideRegistration } from './beside';
import { registerBeside } from './beside';
import { offerFixes } from './codeActions';
import { offerLenses } from './codeLenses';
import type { Compare } from './compare';
import { registerCompare } from './compare';
import { flowBreakpoints } from './debug/breakpoints';
import { registerDebug } from './debug/registerDebug';
import { debugStanding } from './debug/standing';
import type { Designers } from './designer';
import { registerDesigner } from './designer';
import { designerWorld } from './designerActs';
import { designerFocus } from './designerFocus';
import { reportProblems } from './diagnostics';
import { flowDocuments } from './document';
import { exportFlow } from './exportFlow';
import { markFiles } from './fileMarks';
import type { Filters } from './filters';
import { createFilters, registerFilters } from './filters';
import { registerFindWorkers } from './findWorkers';
import { registerFlowCommands, registering } from './flowCommands';
import { watchFlowFiles } from './flowFiles';
import { flowPathOf } from './flowPath';
import { followInTree } from './flowsTree';
import { COMMANDS, CONTEXT } from './ids';
import { limitsWithCalls } from './limitsWithCalls';
import { createLog } from './log';
import { momentMark } from './momentMark';
import type { Moments } from './moments';
import { createMoments } from './moments';
import { notifyOfRuns } from './notifications';
import { openCalled } from './openCalled';
import type { RowOpener } from './openRow';
import { wakeParked } from './parked';
import { showProgress } from './progress';
import { registerReports } from './reportCommands';
import { registerRowCommands } from './rowCommands';
import { lastRunOf } from './rows/flowsRows';
import { runMarks } from './rows/runMarks';
import { sayRows } from './rows/say';
import { chooseRun } from './runChoice';
import { registerRunCommands } from './runCommands';
import type { Starter } from './runStart';
import type { Runs } from './runs';
import { watchRuns } from './runs';
import { registerSecrets } from './secretCommands';
import { keptSecrets } from './secrets';
import { shareSelections } from './selection';
import { modelServer } from './serveModels';
import { registerSimulate } from './simulateCommand';
import { simulations } from './simulation';
import { lateStarter } from './starter';
import { showStatus } from './statusBar';
import { stringDocuments } from './stringDocuments';
import { offerTasks } from './tasks';
import { templateFiles } from './templateFiles';
import { helpInText } from './textLanguage';
import { outlineText } from './textOutline';
import { renameInText } from './textRename';
import type { TimelineRegistration } from './timeline';
import { registerTimeline } from './timeline';
import { offerTools } from './tools';
import { provideTraceDocuments } from './traceDocuments';
import type { Views } from './trees';
import { showViews } from './viewsOfRuns';

/** What in-host tests reach beside the commands; undefined outside of tests. */
export interface TestAccess {
  readonly designers: Designers;
  readonly runs: Runs;
  readonly views: Views;
  readonly starter: Starter;
  readonly compare: Compare;
  readonly moments: Moments;
  readonly timeline: TimelineRegistration;
  readonly beside: BesideRegistration;
  readonly filters: Filters;
  /** Processor time of activating, without loading the code: on a busy machine time that passed says little. */
  readonly activation: NodeJS.CpuUsage;
}

export function activate(context: vscode.ExtensionContext): TestAccess | undefined {
  const began = process.cpuUsage();
  const extension = context.extensionUri;
  sayRows(vscode.l10n.t);
  const log = createLog();
  const register = registering(log);
  const flows = watchFlowFiles(log);
  const documents = flowDocuments(flows);
  const selections = shareSelections(flows);
  const runs = watchRuns(flows, log, modelServer(context));
  const moments = createMoments(runs);
  const filters = createFilters(context.workspaceState);
  const views = showViews({ flows, runs, moments, filters, log, memory: context.workspaceState });
  const secrets = keptSecrets(context.secrets);
  const starter = lateStarter(extension, flows, runs, secrets);
  const opener: RowOpener = {
    runs,
    selections,
    showEarlier: views.showEarlier,
    revealLatch: views.revealLatch,
    beside: () => beside.code(),
  };
  const runOfFlow = (uri: vscode.Uri) => lastRunOf(uri.fsPath, runs.all(), (run) => flowPathOf(run, runs.rootOf(run)));
  const marksOf = (uri: vscode.Uri): RunMarks | null => {
    // A moment of an older run is shown, too: whoever looks at one does not mean the newest.
    const looked = moments.now()?.view;
    const isOlder = looked !== undefined && flowPathOf(looked, runs.rootOf(looked)) === uri.fsPath;
    const run = isOlder ? looked : runOfFlow(uri);
    if (!run) return null;
    return { ...standing.within(runMarks(moments.shown(run)), run), ...momentMark(moments.now(), run) };
  };
  const run = async (uri: vscode.Uri, mode?: Mode) =>
    void (await vscode.commands.executeCommand(COMMANDS.run, uri, mode));
  const stop = async (uri: vscode.Uri) => void (await vscode.commands.executeCommand(COMMANDS.stop, uri));
  const onDidChangeMarks: vscode.Event<unknown> = (listener) =>
    vscode.Disposable.from(runs.onDidChange(listener), moments.onDidChange(listener));
  const simulated = simulations(flows);
  const focus = designerFocus();
  const limits = limitsWithCalls(flows);
  const templates = templateFiles(extension, documents);
  const strings = stringDocuments(flows, documents);
  const breakpoints = flowBreakpoints(flows);
  const standing = debugStanding(moments, runs);
  const designers = registerDesigner({
    extension,
    flows,
    documents,
    selections,
    log,
    marksOf,
    onDidChangeMarks,
    run,
    stop,
    breakpoints,
    acts: {
      simulate: simulated.simulate,
      editString: strings.open,
      openCalled: (document, step) => openCalled(document, step, flows),
      insertTemplate: templates.insert,
      exportAs: (document, format) => exportFlow(document, format),
    },
    world: focus.within(simulated.within(templates.within(limits.within(designerWorld(flows))))),
  });

  const ofRuns = { flows, runs, views, starter, opener, log, runOfFlow };
  const compare = registerCompare(register, {
    ...{ extension, flows, selections, log, runs, flowsView: views.of.flows },
    chooseRun: (given) =>
      chooseRun(
        ofRuns,
        given,
        () => true,
        vscode.l10n.t('Compare'),
        vscode.l10n.t('There is no run in this workspace.'),
      ),
  });

  const beside = registerBeside(register, {
    ...{ runs, flows, moments, views, log, memento: context.workspaceState },
    chooseRun: (given) =>
      chooseRun(ofRuns, given, () => true, vscode.l10n.t('Run'), vscode.l10n.t('There is no run in this workspace.')),
  });

  const look = () =>
    flows
      .refresh()
      .then(() => runs.refresh())
      .then(() => vscode.commands.executeCommand('setContext', CONTEXT.looked, true))
      .catch((thrown) => log.error(`looking at the workspace: ${thrown}`));
  const looked = look();
  const timeline = registerTimeline(register, {
    ...{ extension, runs, moments, log, opener, looked },
    chooseRun: (given) =>
      chooseRun(
        ofRuns,
        given,
        () => true,
        vscode.l10n.t('Timeline'),
        vscode.l10n.t('There is no run in this workspace.'),
      ),
  });

  context.subscriptions.push(
    log,
    flows,
    selections,
    runs,
    moments,
    views,
    followInTree(views.of.flows, selections),
    simulated,
    focus,
    limits,
    strings,
    breakpoints,
    designers,
    reportProblems(flows, extension),
    offerFixes(flows),
    offerLenses(flows),
    helpInText(flows),
    outlineText(),
    renameInText(),
    provideTraceDocuments(runs, moments, looked),
    showStatus(runs),
    showProgress(runs),
    notifyOfRuns(runs),
    wakeParked(runs, starter, log),
    registerFlowCommands(register, { extension, templates, log, flows, documents, flowsView: views.of.flows, opener }),
    registerSimulate(register, { flows, flowsView: views.of.flows, focus }),
    standing,
    registerRunCommands(register, ofRuns),
    registerReports(register, ofRuns),
    registerSecrets(register, secrets),
    registerFindWorkers(register),
    offerTasks({ flows, runs, starter }),
    offerTools({ flows, runs, starter }),
    registerRowCommands(register, ofRuns, moments),
    registerFilters(register, filters, runs),
    filters,
    markFiles(runs),
    registerDebug(register, { ...ofRuns, moments, flowsView: views.of.flows }),
    compare,
    timeline,
    beside,
  );
  // Watchers miss what came with a new folder; who comes back to the window sees it.
  context.subscriptions.push(vscode.window.onDidChangeWindowState(({ focused }) => focused && void look()));
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(look));
  return context.extensionMode === vscode.ExtensionMode.Test
    ? {
        designers,
        runs,
        views,
        starter,
        compare,
        moments,
        timeline,
        beside,
        filters,
        activation: process.cpuUsage(began),
      }
    : undefined;
}
