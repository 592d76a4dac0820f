import type { ReactNode } from 'react';
import { createElement, useEffect, useId, useRef } from 'react';
import type { FieldText } from './fieldParts';
import { FieldFrame, spoken, useSpoken } from './fieldParts';
import type { Typing } from './textInput';
import { blurCommits, inputOf, typingKeys } from './textInput';

interface TextFieldProps extends FieldText, Typing {
  /** Offered while typing; anything else may be typed too. */
  readonly suggestions?: readonly string[];
  /** The same, where several fields share one list of this id. */
  readonly list?: string;
}

export function TextField(props: TextFieldProps): ReactNode {
  const ref = useRef<HTMLElement>(null);
  const id = useId();
  const { focus, suggestions, list } = props;
  useEffect(() => {
    if (focus) ref.current?.focus();
  }, [focus]);
  useSpoken(ref, props);
  const shared = {
    ref,
    id,
    value: props.value,
    placeholder: props.placeholder,
    disabled: props.disabled ?? false,
    'data-field': props.label,
    onInput: (event: { readonly target: unknown }) => props.onType(inputOf(event)),
    onBlur: blurCommits(props),
    onKeyDown: typingKeys(props, 'one'),
  };
  // A list of suggestions must stand in the same tree as its input, which the toolkit's own field does not allow.
  return (
    <FieldFrame {...props} id={id}>
      {suggestions || list ? (
        <>
          {createElement('input', {
            ...shared,
            ...spoken(id, props),
            type: 'text',
            list: list ?? `${id}list`,
            autoComplete: 'off',
            onChange: () => {},
          } as object)}
          {suggestions && <Suggestions id={`${id}list`} items={suggestions} />}
        </>
      ) : (
        createElement('vscode-text-field', {
          ...shared,
          'aria-label': props.name ?? props.label,
          'aria-invalid': (props.errors ?? []).length > 0 ? 'true' : undefined,
        } as object)
      )}
    </FieldFrame>
  );
}

export function Suggestions({ id, items }: { readonly id: string; readonly items: readonly string[] }): ReactNode {
  return (
    <datalist id={id}>
      {items.map((item) => (
        <option key={item} value={item} />
      ))}
    </datalist>
  );
}
