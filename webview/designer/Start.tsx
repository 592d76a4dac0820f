import type { ReactNode } from 'react';
import { STEP_KINDS } from '../../engine/flow/names';
import { carryOut } from './commands';
import { useDesigner, useScene } from './designer';
import { planAdd } from './gestures';
import { Icon, kindIcon } from './icons';
import { insertTemplate } from './palette/insertTemplate';
import { startTexts } from './startTexts';
import { texts } from './texts';

/** What stands in place of a canvas that has nothing to show: a template, or a first step, is one press away. */
export function Start(): ReactNode {
  const designer = useDesigner();
  const { locked, snapshot } = useScene();
  const { templates } = snapshot;
  return (
    <div className="start">
      <h1>{texts.start.title}</h1>
      <p>{texts.start.hint}</p>
      {templates.length > 0 && (
        <section className="start-part" aria-label={startTexts.templates}>
          <h2>{startTexts.templates}</h2>
          <div className="start-templates">
            {templates.map((template) => (
              <button
                key={template.name}
                type="button"
                className="start-template"
                data-template={template.name}
                disabled={locked !== null}
                onClick={() => insertTemplate(designer, template)}
              >
                <span className="start-name">{template.title}</span>{' '}
                <span className="start-does">{template.purpose}</span>
              </button>
            ))}
          </div>
        </section>
      )}
      <section className="start-part" aria-label={startTexts.steps}>
        {templates.length > 0 && <h2>{startTexts.steps}</h2>}
        <div className="start-kinds">
          {STEP_KINDS.map((kind) => (
            <button
              key={kind}
              type="button"
              className={`start-kind kind-${kind}`}
              disabled={locked !== null}
              onClick={() => carryOut(designer, planAdd(null, kind, []))}
            >
              <span className="face-kind">
                <Icon name={kindIcon(kind)} size={22} />
              </span>
              <span className="start-name">{texts.kind(kind)}</span>{' '}
              <span className="start-does">{texts.kinds[kind].does}</span>
            </button>
          ))}
        </div>
      </section>
    </div>
  );
}
