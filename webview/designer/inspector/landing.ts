import type { JsonPath } from '../../../engine/json';
import type { Designer } from '../designer';

/**
 * Calls back once what was typed inside of `path` has landed in the flow: a button that is clicked takes the focus from a
 * field, which commits, and what the button means is meant for the flow with that in it. What was typed and refused is
 * dropped: its place in a list is about to mean another entry.
 */
export function onceLanded(designer: Designer, path: JsonPath, act: () => void): void {
  onceSettled(designer, path, () => {
    for (const draft of draftsInside(designer, path)) designer.draft(draft, null);
    act();
  });
}

/**
 * The same for what stands in an entry of a list, which an edit that is on its way may be about to change. What was
 * refused stays where it is. Anywhere else nothing has to be waited for.
 */
export function onceListLanded(designer: Designer, path: JsonPath, act: () => void): void {
  const index = path.findIndex((key) => typeof key === 'number');
  if (index < 0) act();
  else onceSettled(designer, path.slice(0, index), act);
}

function onceSettled(designer: Designer, path: JsonPath, act: () => void): void {
  const waiting = () => draftsInside(designer, path).some((draft) => designer.isSent(draft));
  // A field commits one turn after it was left.
  setTimeout(() => {
    if (!waiting()) return act();
    const stop = designer.store.subscribe(() => {
      if (waiting()) return;
      stop();
      act();
    });
  }, 0);
}

const draftsInside = (designer: Designer, path: JsonPath): readonly JsonPath[] =>
  Object.keys(designer.store.get().drafts)
    .map((key): JsonPath => JSON.parse(key))
    .filter((draft) => path.every((key, index) => draft[index] === key));
