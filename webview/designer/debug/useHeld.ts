import { useEffect, useRef } from 'react';
import type { Designer } from '../designer';
import { useDesignerState } from '../designer';
import { debugTexts } from './debugTexts';

/** Says where a run comes to be held, once for each time, and that it goes on. */
export function useHeld(designer: Designer): void {
  const held = useDesignerState((state) => state.scene?.snapshot.run?.held ?? null);
  const last = useRef<number | null>(null);
  useEffect(() => {
    if (held === null) {
      if (last.current !== null) designer.say(debugTexts.said.on);
    } else if (held.count !== last.current) {
      const where = held.steps.length > 0 ? held.steps.join(', ') : debugTexts.nothingDue;
      designer.say(debugTexts.said.held(where, held.why));
    }
    last.current = held?.count ?? null;
  }, [designer, held]);
}
