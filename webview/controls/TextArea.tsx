import type { ReactNode } from 'react';
import { createElement, useEffect, useId, useRef } from 'react';
import type { FieldText } from './fieldParts';
import { FieldFrame, useSpoken } from './fieldParts';
import type { Typing } from './textInput';
import { blurCommits, inputOf, typingKeys } from './textInput';

interface TextAreaProps extends FieldText, Typing {
  readonly rows?: number;
  /** Code rather than prose. */
  readonly code?: boolean;
}

export function TextArea(props: TextAreaProps): ReactNode {
  const ref = useRef<HTMLElement>(null);
  const id = useId();
  const { focus } = props;
  useEffect(() => {
    if (focus) ref.current?.focus();
  }, [focus]);
  useSpoken(ref, props);
  return (
    <FieldFrame {...props} id={id}>
      {createElement('vscode-text-area', {
        ref,
        id,
        className: props.code ? 'code' : undefined,
        value: props.value,
        placeholder: props.placeholder,
        disabled: props.disabled ?? false,
        rows: props.rows ?? 4,
        resize: 'vertical',
        'aria-label': props.name ?? props.label,
        'aria-invalid': (props.errors ?? []).length > 0 ? 'true' : undefined,
        'data-field': props.label,
        onInput: (event: { readonly target: unknown }) => props.onType(inputOf(event)),
        onBlur: blurCommits(props),
        onKeyDown: typingKeys(props, 'many'),
      } as object)}
    </FieldFrame>
  );
}
