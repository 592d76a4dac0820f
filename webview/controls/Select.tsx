import type { ReactNode } from 'react';
import { useId } from 'react';
import type { FieldText } from './fieldParts';
import { FieldNotes } from './fieldParts';

interface SelectProps extends FieldText {
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChoose: (value: string) => void;
}
export interface SelectOption {
  readonly value: string;
  readonly text: string;
}

/** A value that is none of the options is offered as it stands, so that looking at it does not change it. */
export function Select(props: SelectProps): ReactNode {
  const id = useId();
  const known = props.options.some((option) => option.value === props.value);
  const options = known ? props.options : [{ value: props.value, text: props.value }, ...props.options];
  const faulty = (props.errors ?? []).length > 0;
  return (
    <div className="field">
      <label htmlFor={id}>{props.label}</label>
      <select
        id={id}
        value={props.value}
        disabled={props.disabled}
        aria-invalid={faulty ? 'true' : undefined}
        aria-describedby={faulty || props.hint ? `${id}notes` : undefined}
        data-field={props.label}
        onChange={(event) => props.onChoose(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <div id={`${id}notes`}>
        <FieldNotes {...props} />
      </div>
    </div>
  );
}
