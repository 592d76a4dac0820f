import './limits.css';
import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Mode } from '../../../engine/trace/control';
import { useDesigner } from '../designer';
import { useSimulating } from '../simulate/useSimulating';
import { limitsTexts as texts } from './limitsTexts';

const MODES: readonly Mode[] = ['autonomous', 'supervised'];

/** One mode for what is simulated and what is started from here. `hint`: the id of what tells what it changes. */
export function ModeSwitch({ hint }: { readonly hint?: string | undefined }): ReactNode {
  const { simulator } = useDesigner();
  const mode = useSimulating((state) => state.mode);
  const name = useId();
  return (
    <fieldset className="mode-switch" aria-describedby={hint}>
      <legend>{texts.mode}</legend>
      <div className="mode-choices">
        {MODES.map((each) => (
          <label key={each}>
            <input
              type="radio"
              name={name}
              value={each}
              checked={each === mode}
              onChange={() => simulator.setMode(each)}
            />
            <span>{texts.modes[each]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
