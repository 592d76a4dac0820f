import { t } from '../../l10n';

/** What is said of breakpoints, and of a run that a debugger holds. */
export const debugTexts = {
  set: t('Set a breakpoint'),
  remove: t('Remove the breakpoint'),
  edit: t('Condition of the breakpoint…'),
  kinds: { plain: t('breakpoint'), conditional: t('breakpoint with a condition'), log: t('log point') },
  disabled: (what: string) => t('{0}, switched off', what),
  about: (what: string, text: string) => t('{0}: {1}', what, text),
  held: t('held here'),
  heldWhy: (why: string) => t('held here: {0}', why),
  heldAt: (steps: string) => t('held at {0}', steps),
  nothingDue: t('nothing is due'),
  why: {
    noStep: t('A breakpoint stands on a step. Select a step first.'),
    one: t('Select one step alone first.'),
    unread: t('The text cannot be read, so no breakpoint can be put in it. Mend the text first.'),
  },
  said: {
    set: (steps: string) => t('Breakpoint set: {0}.', steps),
    removed: (steps: string) => t('Breakpoint removed: {0}.', steps),
    held: (steps: string, why: string) => t('Held at {0}: {1}.', steps, why),
    on: t('The run goes on.'),
  },
} as const;
