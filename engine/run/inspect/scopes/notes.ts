import { counted } from '../../../counted';
import type { Variable } from '../variable';
import { fact, groupVariable } from '../variable';
import type { Here } from './here';
import { inFileOrder } from './here';

/** By loop, what its steps are told in the pass that runs: the lessons of passes before, and the steers. */
export const notesScope = ({ view, plan }: Here): readonly Variable[] =>
  inFileOrder(view.loops, Object.keys(plan?.flow.loops ?? {})).flatMap(([id, { notes, steers }]) =>
    notes.length + steers.length === 0
      ? []
      : [
          groupVariable(id, `${counted(notes.length, 'note')}, ${counted(steers.length, 'steer')}`, [
            ...notes.map(({ pass, from, text }, at) => fact(`${at + 1}: pass ${pass}, ${from}`, text)),
            ...steers.map((text, at) => fact(`steer ${at + 1}`, text)),
          ]),
        ],
  );
