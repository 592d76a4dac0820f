import type { ReactNode } from 'react';
import type { Played } from './marks';
import { simulateTexts } from './simulateTexts';
import { useSimulating } from './useSimulating';

const texts = simulateTexts.result;

/** What each step came to and where it led, in order: all that there is to see of a run without a loop. */
export function StepsTable({ played }: { readonly played: Played }): ReactNode {
  const at = useSimulating((state) => state.moment);
  const decided = played.moments.flatMap(({ what, steps }, moment) =>
    what === 'running' ? [] : steps.map((step) => ({ ...step, here: moment === at })),
  );
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{texts.steps.step}</th>
          <th scope="col">{texts.steps.outcome}</th>
          <th scope="col">{texts.steps.to}</th>
        </tr>
      </thead>
      <tbody>
        {decided.map(({ name, visit, outcome, to = [], here }) => (
          <tr key={`${name} ${visit}`} aria-current={here ? 'step' : undefined} className={here ? 'here' : ''}>
            <th scope="row">{visit > 1 ? texts.steps.visit(name, visit) : name}</th>
            <td>{outcome}</td>
            <td>{to.join(', ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
