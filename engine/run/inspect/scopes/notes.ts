import type { Variable } from '../variable';
import { fact, groupVariable } from '../variable';
import { notes as notesText, steers as steersText } from './counts';
import type { Here } from './here';
import { inFileOrder } from './here';

/** By loop, what its steps are told in the pass that runs: the lessons of passes before, and the steers. */
export const notesScope = ({ view, plan, say }: Here): readonly Variable[] =>
  inFileOrder(view.loops, Object.keys(plan?.flow.loops ?? {})).flatMap(([id, { notes, steers }]) =>
    notes.length + steers.length === 0
      ? []
      : [
          groupVariable(id, `${notesText(say, notes.length)}, ${steersText(say, steers.length)}`, [
            ...notes.map(({ pass, from, text }, at) => fact(say('{0}: pass {1}, {2}', at + 1, pass, from), text)),
            ...steers.map((text, at) => fact(say('steer {0}', at + 1), text)),
          ]),
        ],
  );
