import type { ReactNode } from 'react';
import { useId } from 'react';
import type { Issue } from '../../../engine/issue';
import { useDesigner } from '../designer';
import type { Aspect } from './aspects';
import type { Place } from './cells';
import { chosenIn, OTHER, scoreIn, UNSAID, withChoice, withSaid } from './cells';
import { keepUndo } from './ScriptText';
import { simulateTexts } from './simulateTexts';
import { useSimulating } from './useSimulating';

const texts = simulateTexts.outcomes;

interface OutcomeCellProps {
  readonly place: Place;
  readonly aspect: Aspect;
  readonly columnName: string;
  readonly issues: readonly Issue[];
}

/** One thing that a step comes to in one pass. A choice is played at once. */
export function OutcomeCell({ place, aspect, columnName, issues }: OutcomeCellProps): ReactNode {
  const { simulator } = useDesigner();
  const script = useSimulating((state) => state.script);
  const id = useId();
  const value = chosenIn(script, place, aspect);
  const faulty = issues.length > 0;
  const said = issues.map(({ message }) => message).join(' ');
  const common = {
    'aria-label': texts.cell(place.step, aspect.label, columnName),
    'aria-invalid': faulty ? ('true' as const) : undefined,
    'aria-describedby': faulty ? id : undefined,
    'data-cell': `${place.step} ${aspect.key} ${place.column}`,
  };
  return (
    <>
      {aspect.number === 'score' ? (
        <input
          {...common}
          type="number"
          placeholder={aspect.label}
          defaultValue={scoreIn(script, place)}
          key={scoreIn(script, place)}
          onBlur={({ target }) => {
            const score = target.value === '' ? undefined : Number(target.value);
            if (scoreIn(script, place) !== target.value) simulator.play(withSaid(script, place, aspect, { score }));
          }}
          onKeyDown={(event) => {
            keepUndo(event);
            if (event.key === 'Enter') event.currentTarget.blur();
          }}
        />
      ) : (
        <select
          {...common}
          className={value === UNSAID ? 'unsaid' : ''}
          value={value}
          onChange={({ target }) => simulator.play(withChoice(script, place, aspect, target.value))}
        >
          <option value={UNSAID}>{place.column === '*' ? texts.asUsual : texts.asEvery}</option>
          {value === OTHER && <option value={OTHER}>{texts.other}</option>}
          {aspect.choices.map((choice) => (
            <option key={choice.key} value={choice.key}>
              {choice.text}
            </option>
          ))}
        </select>
      )}
      {faulty && (
        <p id={id} className="field-error" title={said}>
          {said}
        </p>
      )}
    </>
  );
}
