import type { KeyboardEvent, ReactNode } from 'react';
import { createElement, useEffect, useId, useRef } from 'react';
import type { FieldText } from './fieldParts';
import { FieldFrame, useSpoken } from './fieldParts';

interface CheckBoxProps extends FieldText {
  readonly checked: boolean;
  readonly onCheck: (checked: boolean) => void;
}

/**
 * The toolkit's element ticks itself, and says so also where it is set from outside: so its own event is not listened to,
 * and after each drawing it shows again what is.
 */
export function CheckBox(props: CheckBoxProps): ReactNode {
  const ref = useRef<HTMLElement>(null);
  const id = useId();
  const { checked, disabled } = props;
  useEffect(() => {
    if (ref.current && 'checked' in ref.current) ref.current.checked = checked;
  });
  useSpoken(ref, props);
  const toggle = () => {
    if (!disabled) props.onCheck(!checked);
  };
  return (
    <FieldFrame {...props} id={id} bare>
      {createElement(
        'vscode-checkbox',
        {
          ref,
          id,
          disabled: disabled ?? false,
          'aria-label': props.label,
          'aria-invalid': (props.errors ?? []).length > 0 ? 'true' : undefined,
          'data-field': props.label,
          onClick: toggle,
          onKeyDown: (event: KeyboardEvent) => {
            if (event.key !== ' ') return;
            event.preventDefault();
            toggle();
          },
        } as object,
        props.label,
      )}
    </FieldFrame>
  );
}
