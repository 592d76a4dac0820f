import './limits.css';
import type { ReactNode } from 'react';
import { useId } from 'react';
import { useScene } from '../designer';
import { useSimulating } from '../simulate/useSimulating';
import { limitsTexts as texts } from './limitsTexts';
import { ModeSwitch } from './ModeSwitch';

/** What would really bound a run in the chosen mode, in the engine's own sentences: those of the card before a start. */
export function LimitsCard(): ReactNode {
  const { limits } = useScene().snapshot;
  const mode = useSimulating((state) => state.mode);
  const id = useId();
  if (limits === null) return <p className="field-hint">{texts.none}</p>;
  return (
    <div className="limits">
      <ModeSwitch hint={id} />
      <p className="field-hint" id={id}>
        {texts.hints[mode]}
      </p>
      <ul data-limits={mode}>
        {limits[mode].map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
