import { useDesignerState } from './designer';
import { tabStopOf } from './walk';

/** Whether this is the one thing in the flow that the Tab key stops at. */
export const useTabStop = (key: string): boolean =>
  useDesignerState((state) => tabStopOf(state.scene, state.collapsed, state.selection) === key);
