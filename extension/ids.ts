/** Every id that `package.json` contributes and code uses. A test holds the two together. */
export const EDITOR = 'converge.designer';
export const LANGUAGE = 'converge';
export const CONTAINER = 'converge';

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
  run: 'converge.run',
  stop: 'converge.stop',
  stopNow: 'converge.stopNow',
  resume: 'converge.resume',
  answer: 'converge.answer',
  openRun: 'converge.openRun',
  showLog: 'converge.showLog',
  passDiff: 'converge.passDiff',
  acceptLatch: 'converge.acceptLatch',
  addNote: 'converge.addNote',
  refresh: 'converge.refresh',
} as const;

export const SETTINGS = {
  workers: 'converge.workers',
  claudeExecutable: 'converge.claude.executable',
  workerOverrides: 'converge.workerOverrides',
  orphanGrace: 'converge.orphanGrace',
  notifyOnEnd: 'converge.notifyOnEnd',
} as const;

export const CONTEXT = {
  running: 'converge.running',
  designerFocused: 'converge.designerFocused',
} as const;
