import type { ActId } from '../acts/acts';
import { stepOf } from '../acts/situation';
import type { Scene } from '../scene';
import { selectedOf } from '../selection';

/** What a context menu offers, in groups. */
export type Entries = readonly (readonly ActId[])[];

const STEP: Entries = [
  ['add', 'connect', 'rename', 'inspect'],
  ['wrap', 'takeOut', 'fold', 'align'],
  ['breakpoint', 'editBreakpoint'],
  ['cut', 'copy', 'paste', 'duplicate', 'remove'],
];
const LOOP: Entries = [
  ['connect', 'rename', 'inspect'],
  ['fold', 'takeOut'],
  ['cut', 'copy', 'duplicate', 'remove'],
  ['fixes', 'showText'],
];
const ROUTE: Entries = [['add', 'connect', 'inspect'], ['remove'], ['fixes', 'showText']];
const FLOW: Entries = [
  ['add', 'paste'],
  ['selectAll', 'find', 'tidy', 'fit'],
  ['outline', 'showText', 'exportSvg', 'exportMermaid', 'help'],
];

/** By what the menu was opened on; null is the flow. */
export function entriesFor(scene: Scene, key: string | null): Entries {
  if (key === null) return FLOW;
  switch (selectedOf(key).type) {
    case 'step':
      return [
        ...STEP,
        stepOf(scene, key)?.kind === 'call' ? ['openCalled', 'fixes', 'showText'] : ['fixes', 'showText'],
      ];
    case 'loop':
      return LOOP;
    case 'route':
      return ROUTE;
  }
}
