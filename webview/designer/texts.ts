import { inspectorTexts } from './inspectorTexts';
import { kindName, kinds, loopWords } from './kindTexts';

const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;

const states = { running: 'running', done: 'done', failed: 'failed', due: 'due next' } as const;

/** Every word that the designer shows or says, in one place, so that it can be translated. */
export const texts = {
  kinds,
  states,
  kind: kindName,
  loop: loopWords,
  plural,
  problems: (errors: number, warnings: number): string =>
    [errors > 0 ? plural(errors, 'error') : '', warnings > 0 ? plural(warnings, 'warning') : '']
      .filter((part) => part !== '')
      .join(', '),
  terminals: {
    '@complete': 'Complete',
    '@stop': 'Stop',
    '@handoff': 'Hand off',
    '@escalate': 'Escalate',
  } as Readonly<Record<string, string>>,

  canvas: {
    label: 'Flow canvas',
    help: 'Arrow keys move along the flow, Enter opens the inspector, A adds a step, C connects, L wraps in a loop, Delete deletes, Control F finds.',
    stepRole: 'step',
    terminal: (name: string) => `${name}, end of the flow`,
    latch: (why: string) => `open latch: ${why}`,
    inLoop: (id: string) => `in loop ${id}`,
    start: 'start',
    stepLabel: (title: string, kind: string) => `${title}, ${kind} step`,
    loopLabel: (id: string, type: string, cap: string) => `${type} loop ${id}, ${cap}`,
    passes: (max: string) => `at most ${max} passes`,
    passesUnset: 'no cap on passes',
    iterations: (max: string) => `${max} iterations in a batch`,
    iterationsUnset: 'no cap on iterations',
    rounds: (max: string) => `at most ${max} rounds`,
    nextRound: 'next round',
    usd: (amount: string) => `$${amount}`,
    tokens: (amount: string) => `${amount} tokens`,
    noProgress: (count: string) => `no progress ${count}`,
    routeLabel: (from: string, to: string, what: string) => `${what || 'route'} from ${from} to ${to}`,
    nextPass: 'next pass',
    confirmed: 'goal confirmed',
    exhausted: 'exhausted',
    minimap: 'Map of the flow',
    noWorker: 'no worker',
    noCommand: 'no command',
    noCases: 'no cases',
    noQuestion: 'no question',
    noEvaluator: 'no evaluator',
    forEach: (step: string) => `${step} for each item`,
    noStep: 'no step to call',
    waits: { all: 'waits for all', any: 'goes on with the first' },
    tasksOf: (channel: string) => `tasks of ${channel}`,
    noChannel: 'no channel',
    noFlow: 'no flow',
    more: (count: number) => `+${count} more`,
    els: 'else',
    choices: (count: number) => plural(count, 'choice'),
  },

  toolbar: {
    label: 'Designer',
    undo: 'Undo',
    redo: 'Redo',
    tidy: 'Tidy: forget placed positions',
    fit: 'Fit the flow into the view',
    zoomIn: 'Zoom in',
    zoomOut: 'Zoom out',
    find: 'Find a step (Ctrl+F)',
    wrap: 'Wrap the selected steps in a loop (L)',
    remove: 'Delete the selection (Delete)',
    outline: 'Outline',
    text: 'Open the text',
  },

  palette: {
    label: 'Add a step',
    heading: 'Steps',
    add: (kind: string) => `Add ${kind} step`,
    hint: 'Click, or drag onto the canvas or a route.',
  },

  outline: {
    label: 'Outline of the flow',
    heading: 'Outline',
    to: (target: string) => `to ${target}`,
    strong: 'next',
    empty: 'No steps yet.',
  },

  start: {
    title: 'New flow: add your first step',
    hint: 'A flow usually starts with a work step, is verified by commands, and is judged.',
  },

  picker: {
    add: 'Which kind of step?',
    connect: (from: string) => `Connect “${from}” to …`,
    find: 'Find a step',
    none: 'Nothing fits.',
    forbidden: (why: string) => `not possible: ${why}`,
    newRoute: (kind: string) => kind,
  },

  said: {
    added: (kind: string) => `${kind} step added.`,
    connected: (from: string, to: string) => `Connected ${from} to ${to}.`,
    notConnected: (why: string) => `Not connected: ${why}`,
    moved: (count: number) => `${plural(count, 'step')} moved.`,
    deletedSteps: (ids: string) => `Deleted ${ids}.`,
    deletedRoute: (from: string, to: string) => `Route from ${from} to ${to} deleted.`,
    deletedLoop: (id: string) => `Loop ${id} removed; its steps stay.`,
    deletedOne: 'One route is deleted at a time: the first of the selected.',
    nothingSelected: 'Nothing is selected. Select a step, a route or a loop first.',
    wrapped: (head: string, tail: string) => `Loop from ${head} to ${tail} declared.`,
    tidied: 'Placed positions forgotten.',
    readOnly: (why: string) => `Nothing can be edited: ${why}`,
    undo: 'Undo.',
    redo: 'Redo.',
    draftDropped: 'What was typed is dropped.',
    selected: (name: string) => `${name} selected.`,
    connectNeedsStep: 'Select one step first, then press C to connect it.',
    fixed: (title: string) => `Fix asked for: ${title}.`,
  },

  wrap: {
    none: 'select the steps that one pass should hold first.',
    noJudge:
      'a loop ends each pass with a judge, and none of the selected steps is one. Add a judge and select it too.',
    judges: (ids: string) => `a loop has one judge, and ${ids} are selected.`,
    same: 'the judge is the only step selected. Select the steps that do the work, too.',
    refused: (why: string) => `Cannot wrap in a loop: ${why}`,
  },

  forbidden: {
    exhaustion: 'running out can never lead to Complete.',
    groupExit: 'a group hands control to a step, not to an end of the flow.',
    ownBody: (id: string) => `loop ${id} has run out; it cannot lead back into itself.`,
  },
  broken: {
    title: 'This text cannot be read as a flow.',
    line: (line: number) => `Line ${line}.`,
    shown: 'The last good state is shown, read-only.',
    nothing: 'There is no earlier good state to show.',
    open: 'Open the text',
  },
  readOnly: (why: string) => `Read-only: ${why}`,

  inspector: inspectorTexts,

  problemsPanel: {
    label: 'Problems',
    none: 'No problems',
    fix: 'Fix',
    expand: 'Show problems',
    collapse: 'Hide problems',
    severity: { error: 'Error', warning: 'Warning', info: 'Info' } as const,
  },

  run: {
    label: 'Run',
    run: 'Run',
    stop: 'Stop',
    status: (id: string, status: string) => `Run ${id}: ${status}`,
    pass: (pass: string) => `pass ${pass}`,
    latches: (count: number) => plural(count, 'open latch', 'open latches'),
    none: 'Not run yet',
    mend: 'Mend the errors first: a flow with errors is not run.',
  },
} as const;
