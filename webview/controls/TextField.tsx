import type { ReactNode } from 'react';
import { createElement, useEffect, useId, useRef } from 'react';
import type { FieldText } from './fieldParts';
import { FieldNotes, spokenName } from './fieldParts';
import type { Typing } from './textInput';
import { blurCommits, inputOf, typingKeys } from './textInput';

interface TextFieldProps extends FieldText, Typing {
  /** Offered while typing; anything else may be typed too. */
  readonly suggestions?: readonly string[];
}

export function TextField(props: TextFieldProps): ReactNode {
  const ref = useRef<HTMLElement>(null);
  const id = useId();
  const { focus } = props;
  useEffect(() => {
    if (focus) ref.current?.focus();
  }, [focus]);
  const shared = {
    ref,
    value: props.value,
    placeholder: props.placeholder,
    disabled: props.disabled ?? false,
    'aria-label': spokenName(props),
    'aria-invalid': (props.errors ?? []).length > 0 ? 'true' : undefined,
    'data-field': props.label,
    onInput: (event: { readonly target: unknown }) => props.onType(inputOf(event)),
    onBlur: blurCommits(props),
    onKeyDown: typingKeys(props, 'one'),
  };
  // A list of suggestions must stand in the same tree as its input, which the toolkit's own field does not allow.
  return (
    <div className="field">
      {props.suggestions ? (
        <>
          <label htmlFor={id}>{props.label}</label>
          {createElement('input', { ...shared, id, type: 'text', list: `${id}list`, onChange: () => {} } as object)}
          <datalist id={`${id}list`}>
            {props.suggestions.map((item) => (
              <option key={item} value={item} />
            ))}
          </datalist>
        </>
      ) : (
        createElement('vscode-text-field', shared as object, props.label)
      )}
      <FieldNotes {...props} />
    </div>
  );
}
