import type { ReactNode } from 'react';
import { STEP_KINDS } from '../../../engine/flow/names';
import { addStep } from '../commands';
import { useDesigner, useScene } from '../designer';
import { Icon, kindIcon } from '../icons';
import { texts } from '../texts';
import { dragKind } from './dragging';

/** The kinds of step, to be clicked or dragged. */
export function Palette(): ReactNode {
  const designer = useDesigner();
  const { locked } = useScene();
  return (
    <section className="palette" aria-label={texts.palette.label}>
      <h2>{texts.palette.heading}</h2>
      {STEP_KINDS.map((kind) => (
        <button
          key={kind}
          type="button"
          className={`palette-item kind-${kind}`}
          data-kind={kind}
          aria-label={texts.palette.add(texts.kind(kind).toLowerCase())}
          title={texts.kinds[kind].does}
          disabled={locked !== null}
          draggable={locked === null}
          onDragStart={(event) => dragKind(event.dataTransfer, kind)}
          onClick={() => addStep(designer, kind)}
        >
          <span className="face-kind">
            <Icon name={kindIcon(kind)} />
          </span>
          <span className="palette-words">
            <span className="palette-name">{texts.kind(kind)}</span>
            <span className="palette-does">{texts.kinds[kind].does}</span>
          </span>
        </button>
      ))}
      <p className="palette-hint">{texts.palette.hint}</p>
    </section>
  );
}
