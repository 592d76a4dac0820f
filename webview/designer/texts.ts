import { t } from '../l10n';
import { canvasTexts } from './canvas/canvasTexts';
import { inspectorTexts } from './inspectorTexts';
import { kindName, kinds, loopWords } from './kindTexts';
import { forbiddenTexts, saidTexts, wrapTexts } from './saidTexts';

const errorCount = (count: number): string => (count === 1 ? t('{0} error', count) : t('{0} errors', count));
const warningCount = (count: number): string => (count === 1 ? t('{0} warning', count) : t('{0} warnings', count));

/** Every word that the designer shows or says. Each goes through `t`, so that it can be translated. */
export const texts = {
  kinds,
  states: { running: t('running'), done: t('done'), failed: t('failed'), due: t('due next') },
  kind: kindName,
  loop: loopWords,
  problems: (errors: number, warnings: number): string => {
    if (warnings === 0) return errors === 0 ? '' : errorCount(errors);
    return errors === 0 ? warningCount(warnings) : t('{0}, {1}', errorCount(errors), warningCount(warnings));
  },
  terminals: {
    '@complete': t('Complete'),
    '@stop': t('Stop'),
    '@handoff': t('Hand off'),
    '@escalate': t('Escalate'),
  } as Readonly<Record<string, string>>,

  canvas: canvasTexts,
  said: saidTexts,
  wrap: wrapTexts,
  forbidden: forbiddenTexts,
  inspector: inspectorTexts,

  toolbar: {
    label: t('Designer'),
    undo: t('Undo'),
    redo: t('Redo'),
    outline: t('Outline'),
    text: t('Open the text'),
  },

  palette: {
    label: t('Add a step'),
    add: (kind: string) => t('Add {0} step', kind),
  },

  outline: {
    label: t('Outline of the flow'),
    heading: t('Outline'),
    to: (target: string) => t('to {0}', target),
    strong: t('next'),
  },

  start: {
    title: t('New flow: add your first step'),
    hint: t('A flow usually starts with a work step, is verified by commands, and is judged.'),
  },

  picker: {
    add: t('What to add?'),
    connect: (from: string) => t('Connect “{0}” to …', from),
    find: t('Find a step'),
    none: t('Nothing fits.'),
    forbidden: (why: string) => t('not possible: {0}', why),
  },

  broken: {
    title: t('This text cannot be read as a flow.'),
    line: (line: number) => t('Line {0}.', line),
    shown: t('The last good state is shown, read-only.'),
    nothing: t('There is no earlier good state to show.'),
    open: t('Open the text'),
  },
  readOnly: (why: string) => t('Read-only: {0}', why),

  problemsPanel: {
    label: t('Problems'),
    none: t('No problems'),
    fix: t('Fix'),
    expand: t('Show problems'),
    collapse: t('Hide problems'),
    severity: { error: t('Error'), warning: t('Warning'), info: t('Info') },
  },

  run: {
    label: t('Run'),
    run: t('Run'),
    stop: t('Stop'),
    status: (id: string, status: string) => t('Run {0}: {1}', id, status),
    pass: (pass: string) => t('pass {0}', pass),
    latches: (count: number) => (count === 1 ? t('{0} open latch', count) : t('{0} open latches', count)),
    none: t('Not run yet'),
    mend: t('Mend the errors first: a flow with errors is not run.'),
  },
} as const;
