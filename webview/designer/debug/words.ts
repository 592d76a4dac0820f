import type { BreakpointMark } from '../../protocol';
import { debugTexts } from './debugTexts';

/** Which kind of breakpoint it is, and whether it is switched off. */
export function breakpointText({ kind, enabled }: BreakpointMark): string {
  const name = debugTexts.kinds[kind];
  return enabled ? name : debugTexts.disabled(name);
}

/** The same with its condition or message. */
export const breakpointAbout = (mark: BreakpointMark): string =>
  mark.text === '' ? breakpointText(mark) : debugTexts.about(breakpointText(mark), mark.text);
