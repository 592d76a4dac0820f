import type { KeyboardEvent, ReactNode } from 'react';
import { useId, useState } from 'react';
import type { FieldText } from './fieldParts';
import { FieldFrame, spoken } from './fieldParts';

interface SelectProps extends FieldText {
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChoose: (value: string) => void;
  /** Keys that a list has no use for; true where this one was used. */
  readonly onKey?: (event: KeyboardEvent) => boolean;
}
export interface SelectOption {
  readonly value: string;
  readonly text: string;
}

/** More than these are only drawn once somebody is about to choose: many lists of many steps would be slow. */
const DRAWN_AT_ONCE = 200;

/** A value that is none of the options is offered as it stands, so that looking at it does not change it. */
export function Select(props: SelectProps): ReactNode {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const own = props.options.find((option) => option.value === props.value);
  const all = own ? props.options : [{ value: props.value, text: props.value }, ...props.options];
  const few = all.length <= DRAWN_AT_ONCE || opened;
  const options = few ? all : [own ?? { value: props.value, text: props.value }];
  return (
    <FieldFrame {...props} id={id}>
      <select
        {...spoken(id, props)}
        value={props.value}
        onFocus={() => setOpened(true)}
        onPointerDown={() => setOpened(true)}
        onChange={(event) => props.onChoose(event.target.value)}
        onKeyDown={(event) => {
          if (!props.onKey?.(event)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
