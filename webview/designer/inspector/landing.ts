import type { JsonPath } from '../../../engine/json';
import type { Designer } from '../designer';

/**
 * Calls back once what was typed inside of `path` has landed in the flow: a button that is clicked takes the focus from a
 * field, which commits, and what the button means is meant for the flow with that in it. What was typed and refused is
 * dropped: its place in a list is about to mean another entry.
 */
export function onceLanded(designer: Designer, path: JsonPath, act: () => void): void {
  const { store } = designer;
  const inside = () =>
    Object.keys(store.get().drafts)
      .map((key): JsonPath => JSON.parse(key))
      .filter((draft) => path.every((key, index) => draft[index] === key));
  const waiting = () => inside().some((draft) => designer.isSent(draft));
  // A field commits one turn after it was left.
  setTimeout(() => {
    const go = () => {
      for (const draft of inside()) designer.draft(draft, null);
      act();
    };
    if (!waiting()) return go();
    const stop = store.subscribe(() => {
      if (waiting()) return;
      stop();
      go();
    });
  }, 0);
}
