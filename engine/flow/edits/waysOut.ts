import { isTerminal } from '../graph';
import { loopKeys } from '../graph/loopKeys';
import type { Draft } from './draft';
import { hasStep } from './draft';
import { cutRoute } from './routes';

/** Cuts what would join copies to steps of the flow that they are put into, before they have their new names. */
export function cutWaysOut(copy: Draft, into: Draft): void {
  const terminal = into.graph().terminal;
  const byTerminalOnly = terminal !== null && hasStep(into, terminal);
  const joins = (to: string): boolean =>
    isTerminal(to) ? byTerminalOnly && to === '@complete' : !hasStep(copy, to) && hasStep(into, to);
  const { routes, loops } = copy.graph();
  // From the back, so that indexes of lists still mean what they meant.
  for (const route of [...routes].reverse()) {
    if (!joins(route.to)) continue;
    // The condition of a case is kept: only where it leads is to be said anew.
    if (route.kind === 'case') copy.remove(route.path);
    else cutRoute(copy, route);
  }
  const main = into.graph().main;
  for (const loop of loops) {
    const out = [...loop.path, loopKeys(loop.type).onExhausted];
    if (copy.value(out) !== undefined && joins(loop.onExhausted)) {
      // A group cannot be without a step that is handed control; any other loop then runs out to an end.
      const toMain = loop.type === 'group' && main !== null && hasStep(into, main);
      if (!toMain) copy.remove(out);
      else if (loop.onExhausted !== main) copy.set(out, main);
    }
    if (loop.onConverged !== null && joins(loop.onConverged)) copy.remove([...loop.path, 'onConverged']);
  }
}
