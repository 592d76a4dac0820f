import { t } from '../l10n';

/** What the live region says, and why something was not done. */
export const saidTexts = {
  added: (kind: string) => t('{0} step added.', kind),
  connected: (from: string, to: string) => t('Connected {0} to {1}.', from, to),
  notConnected: (why: string) => t('Not connected: {0}', why),
  moved: (count: number) => (count === 1 ? t('{0} step moved.', count) : t('{0} steps moved.', count)),
  deletedSteps: (ids: string) => t('Deleted {0}.', ids),
  deletedRoute: (from: string, to: string) => t('Route from {0} to {1} deleted.', from, to),
  deletedLoop: (id: string) => t('Loop {0} removed; its steps stay.', id),
  nothingSelected: t('Nothing is selected. Select a step, a route or a loop first.'),
  wrapped: (head: string, tail: string) => t('Loop from {0} to {1} declared.', head, tail),
  tidied: t('Placed positions forgotten.'),
  readOnly: (why: string) => t('Nothing can be edited: {0}', why),
  undo: t('Undo.'),
  redo: t('Redo.'),
  draftDropped: t('What was typed is dropped.'),
  connectNeedsStep: t('Select one step first, then press C to connect it.'),
  fixed: (title: string) => t('Fix asked for: {0}.', title),
} as const;

export const wrapTexts = {
  none: t('select the steps that one pass should hold first.'),
  noJudge: t(
    'a loop ends each pass with a judge, and none of the selected steps is one. Add a judge and select it too.',
  ),
  judges: (ids: string) => t('a loop has one judge, and {0} are selected.', ids),
  same: t('the judge is the only step selected. Select the steps that do the work, too.'),
  refused: (why: string) => t('Cannot wrap in a loop: {0}', why),
} as const;

export const forbiddenTexts = {
  exhaustion: t('running out can never lead to Complete.'),
  groupExit: t('a group hands control to a step, not to an end of the flow.'),
  ownBody: (id: string) => t('loop {0} has run out; it cannot lead back into itself.', id),
} as const;
