import type { ReactNode } from 'react';
import { STEP_KINDS } from '../../engine/flow/names';
import { useDesigner, useScene } from './designer';
import { planAdd } from './gestures';
import { Icon, kindIcon } from './icons';
import { texts } from './texts';

/** What stands in place of a canvas that has nothing to show. */
export function Start(): ReactNode {
  const designer = useDesigner();
  const { locked } = useScene();
  const add = (kind: string) => {
    const plan = planAdd(null, kind, []);
    if (plan.ok) designer.edit(plan.edit, plan.said);
  };
  return (
    <div className="start">
      <h1>{texts.start.title}</h1>
      <p>{texts.start.hint}</p>
      <div className="start-kinds">
        {STEP_KINDS.map((kind) => (
          <button
            key={kind}
            type="button"
            className={`start-kind kind-${kind}`}
            disabled={locked !== null}
            onClick={() => add(kind)}
          >
            <span className="face-kind">
              <Icon name={kindIcon(kind)} size={22} />
            </span>
            <span className="start-name">{texts.kind(kind)}</span>
            <span className="start-does">{texts.kinds[kind].does}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
