import type { KeyboardEvent } from 'react';
import { useRef } from 'react';
import { meaningOf } from '../acts/keys';
import type { LineId } from '../acts/keyTable';
import { goTo } from '../commands';
import { useDesigner } from '../designer';
import { keyAt } from '../focus';
import { isLineId } from '../moves';
import type { Line } from './tree';

/** How long letters belong to the ones before them, in ms. */
const TOGETHER = 700;

/**
 * Arrows, and letters that no command is on, within the tree. A letter with Shift always begins a search; while one goes on,
 * every letter belongs to it. All other keys are those of the flow.
 */
export function useTreeKeys(lines: readonly Line[], setOpen: (line: Line, open: boolean) => void) {
  const designer = useDesigner();
  const searched = useRef({ text: '', at: Number.NEGATIVE_INFINITY });

  const go = (line: Line | undefined, extend = false) => {
    if (line) goTo(designer, line.key, extend);
  };
  const search = (event: KeyboardEvent, index: number) => {
    const { text, at } = searched.current;
    const wanted = (event.timeStamp - at < TOGETHER ? text : '') + event.key.toLowerCase();
    searched.current = { text: wanted, at: event.timeStamp };
    // A word that goes on may still be the line that it has found.
    const from = wanted.length > 1 ? index : index + 1;
    const round = lines.map((_, step) => lines[(from + step) % lines.length]);
    go(round.find((line) => line?.text.toLowerCase().startsWith(wanted)));
  };
  const carry: Readonly<Record<LineId, (line: Line | undefined, index: number) => void>> = {
    lineNext: (_line, index) => go(lines[index + 1]),
    linePrevious: (_line, index) => go(lines[index - 1]),
    extendDown: (_line, index) => go(lines[index + 1], true),
    extendUp: (_line, index) => go(lines[index - 1], true),
    unfold: (line, index) => {
      if (line?.open === false) setOpen(line, true);
      else if (line?.open) go(lines[index + 1]);
    },
    foldUp: (line) => {
      if (line?.open) setOpen(line, false);
      else go(lines.find((each) => each.key === line?.parent));
    },
    letters: () => undefined,
  };

  return (event: KeyboardEvent): void => {
    const key = keyAt(event.target);
    const index = lines.findIndex((line) => line.key === key);
    const isLetter = /^[\p{L}\p{N}]$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey;
    const going = event.timeStamp - searched.current.at < TOGETHER;
    const id = meaningOf(event, ['outline', 'flow']);
    if (isLetter && (event.shiftKey || going || id === undefined)) search(event, index);
    else if (id === 'first') go(lines[0]);
    else if (id === 'last') go(lines.at(-1));
    else if (id !== undefined && isLineId(id)) carry[id](lines[index], index);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
}
