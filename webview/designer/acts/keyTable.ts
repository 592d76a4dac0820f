import { t } from '../../l10n';
import { problemsTexts } from '../problems/problemsTexts';
import type { ActId } from './acts';

/** What a key does that is no act of a menu: moving about, nudging, and what belongs to VS Code. */
export type MoveId =
  | 'next'
  | 'previous'
  | 'extendNext'
  | 'extendPrevious'
  | 'focusNext'
  | 'focusPrevious'
  | 'toggle'
  | 'first'
  | 'last'
  | 'nextRoute'
  | 'previousRoute'
  | 'nextLoop'
  | 'previousLoop'
  | 'leave'
  | 'menu'
  | 'moveUp'
  | 'moveDown'
  | 'moveLeft'
  | 'moveRight'
  | 'alignLeft'
  | 'alignRight'
  | 'alignTop'
  | 'alignBottom'
  | 'undo'
  | 'redo'
  | 'save';

/** What only the outline does with a key. */
export type LineId = 'lineNext' | 'linePrevious' | 'unfold' | 'foldUp' | 'extendDown' | 'extendUp' | 'letters';

/**
 * Where a key is the designer's: anywhere in it; in the flow, which is the canvas or the outline; on one of these two. In a
 * field only those of `anywhere` are. `clipboard`: brought by the clipboard's own events.
 */
export type KeyRoom = 'anywhere' | 'flow' | 'canvas' | 'outline' | 'clipboard';

export interface KeyRow {
  readonly room: KeyRoom;
  readonly id: ActId | MoveId | LineId;
  /** Any of these. */
  readonly chords: readonly string[];
  readonly does: string;
}

/** Every key of the designer: what is pressed, what is shown by `?` and what the manual lists. */
export const KEYS: readonly { readonly title: string; readonly rows: readonly KeyRow[] }[] = [
  {
    title: t('Moving about'),
    rows: [
      {
        room: 'canvas',
        id: 'next',
        chords: ['ArrowRight', 'ArrowDown'],
        does: t('The next step; from a route its target'),
      },
      {
        room: 'canvas',
        id: 'previous',
        chords: ['ArrowLeft', 'ArrowUp'],
        does: t('The step before; from a route its source'),
      },
      { room: 'flow', id: 'first', chords: ['Home'], does: t('The first step') },
      { room: 'flow', id: 'last', chords: ['End'], does: t('The last step') },
      { room: 'flow', id: 'nextRoute', chords: ['R'], does: t('The next route that leaves the step') },
      { room: 'flow', id: 'previousRoute', chords: ['Shift+R'], does: t('The route before that') },
      { room: 'flow', id: 'nextLoop', chords: ['P'], does: t('The loop around the step, then the one around that') },
      { room: 'flow', id: 'previousLoop', chords: ['Shift+P'], does: t('The loops from the outside in') },
      { room: 'anywhere', id: 'find', chords: ['Ctrl+F'], does: t('Find a step') },
      { room: 'flow', id: 'inspect', chords: ['Enter'], does: t('The fields of what is selected') },
      { room: 'flow', id: 'showText', chords: ['Shift+Enter'], does: t('What is selected, in the text') },
      { room: 'flow', id: 'openCalled', chords: ['Ctrl+Enter'], does: t('The flow that a call step runs') },
      { room: 'anywhere', id: 'leave', chords: ['Escape'], does: t('Back to the flow; there, select nothing') },
    ],
  },
  {
    title: t('Selecting'),
    rows: [
      {
        room: 'canvas',
        id: 'extendNext',
        chords: ['Shift+ArrowRight', 'Shift+ArrowDown'],
        does: t('Select the next step, too'),
      },
      {
        room: 'canvas',
        id: 'extendPrevious',
        chords: ['Shift+ArrowLeft', 'Shift+ArrowUp'],
        does: t('Select the step before, too'),
      },
      {
        room: 'canvas',
        id: 'focusNext',
        chords: ['Ctrl+ArrowRight', 'Ctrl+ArrowDown'],
        does: t('Go on without selecting'),
      },
      {
        room: 'canvas',
        id: 'focusPrevious',
        chords: ['Ctrl+ArrowLeft', 'Ctrl+ArrowUp'],
        does: t('Go back without selecting'),
      },
      { room: 'flow', id: 'toggle', chords: ['Space'], does: t('Select what has the focus, or no longer') },
      { room: 'flow', id: 'selectAll', chords: ['Ctrl+A'], does: t('Select all steps') },
    ],
  },
  {
    title: t('Editing'),
    rows: [
      {
        room: 'flow',
        id: 'add',
        chords: ['A'],
        does: t('Add a step, a loop or a template: on the selected route, behind the selected step'),
      },
      {
        room: 'flow',
        id: 'connect',
        chords: ['C'],
        does: t('Connect the selected step; lead the selected route, or running out of the selected loop, elsewhere'),
      },
      { room: 'flow', id: 'wrap', chords: ['L'], does: t('Wrap the selected steps in a loop') },
      {
        room: 'flow',
        id: 'takeOut',
        chords: ['U'],
        does: t('Take the selected steps out of their loop; remove the selected loop'),
      },
      { room: 'flow', id: 'fixes', chords: ['Ctrl+.'], does: problemsTexts.does },
      {
        room: 'flow',
        id: 'breakpoint',
        chords: ['F9'],
        does: t('Set a breakpoint on the selected steps, or remove it'),
      },
      { room: 'flow', id: 'rename', chords: ['F2'], does: t('Rename the selected step or loop everywhere') },
      { room: 'flow', id: 'remove', chords: ['Delete', 'Backspace'], does: t('Delete what is selected') },
      { room: 'clipboard', id: 'copy', chords: ['Ctrl+C'], does: t('Copy the selected steps and loops') },
      { room: 'clipboard', id: 'cut', chords: ['Ctrl+X'], does: t('Cut them') },
      { room: 'clipboard', id: 'paste', chords: ['Ctrl+V'], does: t('Paste steps, also those of another flow') },
      { room: 'flow', id: 'duplicate', chords: ['Ctrl+D'], does: t('Duplicate the selected steps and loops') },
      { room: 'anywhere', id: 'undo', chords: ['Ctrl+Z'], does: t('Undo') },
      { room: 'anywhere', id: 'redo', chords: ['Ctrl+Y', 'Ctrl+Shift+Z'], does: t('Redo') },
      { room: 'anywhere', id: 'save', chords: ['Ctrl+S'], does: t('Save') },
    ],
  },
  {
    title: t('Placing'),
    rows: [
      { room: 'canvas', id: 'moveUp', chords: ['Alt+ArrowUp'], does: t('Move the selected steps up') },
      { room: 'canvas', id: 'moveDown', chords: ['Alt+ArrowDown'], does: t('Move them down') },
      { room: 'canvas', id: 'moveLeft', chords: ['Alt+ArrowLeft'], does: t('Move them to the left') },
      { room: 'canvas', id: 'moveRight', chords: ['Alt+ArrowRight'], does: t('Move them to the right') },
      { room: 'flow', id: 'align', chords: ['G'], does: t('Align the selected steps: choose how') },
      { room: 'canvas', id: 'alignLeft', chords: ['Ctrl+Shift+ArrowLeft'], does: t('Align their left edges') },
      { room: 'canvas', id: 'alignRight', chords: ['Ctrl+Shift+ArrowRight'], does: t('Align their right edges') },
      { room: 'canvas', id: 'alignTop', chords: ['Ctrl+Shift+ArrowUp'], does: t('Align their top edges') },
      { room: 'canvas', id: 'alignBottom', chords: ['Ctrl+Shift+ArrowDown'], does: t('Align their bottom edges') },
      { room: 'flow', id: 'tidy', chords: ['T'], does: t('Tidy: forget placed positions') },
    ],
  },
  {
    title: t('Looking'),
    rows: [
      { room: 'flow', id: 'fold', chords: ['F'], does: t('Fold the loop, or unfold it') },
      { room: 'flow', id: 'fit', chords: ['1'], does: t('Fit the flow into the view') },
      { room: 'flow', id: 'zoomIn', chords: ['Ctrl+Plus'], does: t('Zoom in') },
      { room: 'flow', id: 'zoomOut', chords: ['Ctrl+Minus'], does: t('Zoom out') },
      { room: 'flow', id: 'outline', chords: ['O'], does: t('The outline in place of the canvas, and back') },
      { room: 'flow', id: 'menu', chords: ['Shift+F10', 'ContextMenu'], does: t('The menu of what is selected') },
      { room: 'flow', id: 'help', chords: ['?'], does: t('This list of keys') },
    ],
  },
  {
    title: t('In the outline'),
    rows: [
      { room: 'outline', id: 'lineNext', chords: ['ArrowDown'], does: t('The next line') },
      { room: 'outline', id: 'linePrevious', chords: ['ArrowUp'], does: t('The line before') },
      { room: 'outline', id: 'unfold', chords: ['ArrowRight'], does: t('Unfold the line, or go into it') },
      { room: 'outline', id: 'foldUp', chords: ['ArrowLeft'], does: t('Fold the line, or go to the one it is in') },
      { room: 'outline', id: 'extendDown', chords: ['Shift+ArrowDown'], does: t('Select the next line, too') },
      { room: 'outline', id: 'extendUp', chords: ['Shift+ArrowUp'], does: t('Select the line before, too') },
      {
        room: 'outline',
        id: 'letters',
        chords: [],
        does: t('Go to the next line that begins so: any letter that is not listed here, or Shift with a letter first'),
      },
    ],
  },
];
