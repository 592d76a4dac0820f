import { outputOf } from '../../reads';
import type { Variable } from '../variable';
import { fact, groupVariable, jsonVariable, memberOf } from '../variable';
import type { Here } from './here';
import { inFileOrder } from './here';

/** The last result of each step that was decided, in the order of the file. */
export const outputsScope = ({ view, plan, say }: Here): readonly Variable[] =>
  inFileOrder(view.steps, Object.keys(plan?.flow.steps ?? {})).map(([id, step]) => {
    const cel = memberOf('steps', id);
    const output = jsonVariable('output', outputOf(step.result), `${cel}.output`);
    const number = step.pass > 0 ? [fact(say('pass'), step.pass)] : [];
    const { visits, outcome } = step;
    return groupVariable(id, `${outcome}: ${output.value}`, [
      output,
      { ...fact('outcome', outcome), cel: `${cel}.outcome` },
      { ...fact('visits', visits), cel: `${cel}.visits` },
      ...number,
    ]);
  });
