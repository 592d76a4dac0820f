/** Every id that `package.json` contributes and code uses. A test holds the two together. */
export const EDITOR = 'converge.designer';
export const LANGUAGE = 'converge';
export const CONTAINER = 'converge';
/** File name pattern of flows, everywhere in a workspace. */
export const FLOW_GLOB = '**/*.converge.json';
/** Read-only documents about runs: entries of a trace, files as a run recorded them. */
export const SCHEME = 'converge-run';
/** Long texts of flows, such as prompts, each as a document of its own. */
export const TEXT_SCHEME = 'converge-text';

/** The type of tasks that run a flow. */
export const TASK = 'converge';

/** Tools for language models. */
export const TOOLS = [
  'converge_list_flows',
  'converge_validate_flow',
  'converge_explain_run',
  'converge_start_run',
] as const;
export type ToolName = (typeof TOOLS)[number];

export const VIEWS = {
  flows: 'converge.flows',
  runs: 'converge.runs',
  latches: 'converge.latches',
  notes: 'converge.notes',
  trace: 'converge.trace',
} as const;

export const COMMANDS = {
  newFlow: 'converge.newFlow',
  openDesigner: 'converge.openDesigner',
  openText: 'converge.openText',
  exportSvg: 'converge.exportSvg',
  exportMermaid: 'converge.exportMermaid',
  run: 'converge.run',
  simulate: 'converge.simulate',
  stop: 'converge.stop',
  stopNow: 'converge.stopNow',
  pause: 'converge.pause',
  stopAfterPass: 'converge.stopAfterPass',
  changeCaps: 'converge.changeCaps',
  resume: 'converge.resume',
  resumeWithChanges: 'converge.resumeWithChanges',
  fork: 'converge.fork',
  debug: 'converge.debug',
  attachDebugger: 'converge.attachDebugger',
  replay: 'converge.replay',
  restartFromHere: 'converge.restartFromHere',
  answer: 'converge.answer',
  openRun: 'converge.openRun',
  showLog: 'converge.showLog',
  passDiff: 'converge.passDiff',
  /** The files of a workspace since a run began. */
  changesOfRun: 'converge.changesOfRun',
  restorePass: 'converge.restorePass',
  applyRun: 'converge.applyRun',
  undoRestore: 'converge.undoRestore',
  findWorkers: 'converge.findWorkers',
  toggleMarks: 'converge.toggleMarks',
  acceptLatch: 'converge.acceptLatch',
  addNote: 'converge.addNote',
  exportReport: 'converge.exportReport',
  compareRuns: 'converge.compareRuns',
  /** What can be done to a run, as a list. */
  runActions: 'converge.runActions',
  storeSecret: 'converge.storeSecret',
  forgetSecret: 'converge.forgetSecret',
  refresh: 'converge.refresh',
  showTimeline: 'converge.showTimeline',
  compareClaim: 'converge.compareClaim',
  showInCode: 'converge.showInCode',
  lookBack: 'converge.lookBack',
  backToPresent: 'converge.backToPresent',
  filterFlows: 'converge.filterFlows',
  showAllFlows: 'converge.showAllFlows',
  filterRuns: 'converge.filterRuns',
  filterLatches: 'converge.filterLatches',
  filterTrace: 'converge.filterTrace',
  showAllRuns: 'converge.showAllRuns',
  showAllLatches: 'converge.showAllLatches',
  showAllNotes: 'converge.showAllNotes',
  showAllTrace: 'converge.showAllTrace',
  compareWithHead: 'converge.compareWithHead',
  compareWithRevision: 'converge.compareWithRevision',
  compareFlows: 'converge.compareFlows',
  compareWithRun: 'converge.compareWithRun',
  /** The sides of a conflict. */
  compareConflict: 'converge.compareConflict',
  /** VS Code's editor for merges. */
  openMerge: 'converge.openMerge',
  /** What an entry of a file's timeline does; not in the palette. */
  compareCommit: 'converge.compareCommit',
  /** What a click on a row does; not in the palette. */
  openRow: 'converge.openRow',
  /** What a quick fix in text does; not in the palette. */
  applyFix: 'converge.applyFix',
} as const;

export const SETTINGS = {
  workers: 'converge.workers',
  defaultWorkers: 'converge.defaultWorkers',
  executables: 'converge.executables',
  prices: 'converge.prices',
  /** Of before `executables`; still read. */
  claudeExecutable: 'converge.claude.executable',
  workerOverrides: 'converge.workerOverrides',
  orphanGrace: 'converge.orphanGrace',
  notifyOnEnd: 'converge.notifyOnEnd',
  silenced: 'converge.silencedNotifications',
  /** Marks on lines that runs wrote. */
  marks: 'converge.marks',
} as const;

export const CONTEXT = {
  /** Flows and runs of the workspace have been looked for: only then is an empty view empty. */
  looked: 'converge.looked',
  /** Some run is carried now. */
  running: 'converge.running',
  /** Paths of the flows whose runs are carried now. */
  runningFlows: 'converge.runningFlows',
  /** A tree leaves something out. */
  filteredFlows: 'converge.filteredFlows',
  filteredRuns: 'converge.filteredRuns',
  filteredLatches: 'converge.filteredLatches',
  filteredTrace: 'converge.filteredTrace',
  /** Notes are shown as they were in a pass. */
  notesThen: 'converge.notesThen',
  /** A moment in a run's past is looked at. */
  past: 'converge.past',
  designerFocused: 'converge.designerFocused',
} as const;
