import type { ReactNode, RefObject } from 'react';
import { useEffect } from 'react';
import { t } from '../l10n';

/** What every field can say about itself. */
export interface FieldText {
  readonly label: string;
  /** The accessible name where the label alone does not tell enough, as in a list. */
  readonly name?: string;
  /** Without a visible label: what stands around it says what it is. */
  readonly bare?: boolean;
  /** A short sentence or two below the field. */
  readonly hint?: string;
  readonly errors?: readonly string[];
  /** What is worth knowing about the value and is no error. */
  readonly remarks?: readonly string[];
  readonly disabled?: boolean;
  readonly required?: boolean;
  /** A button beside the label. */
  readonly action?: ReactNode;
}

interface FrameProps extends FieldText {
  /** The id of the control inside. */
  readonly id: string;
  readonly children: ReactNode;
}

/** Label above, control, and what is to be said about it below. */
export function FieldFrame(props: FrameProps): ReactNode {
  const { id, label, bare, required, action, children } = props;
  return (
    <div className="field">
      {!bare && (
        <div className="field-head">
          <label htmlFor={id}>
            {label}
            {required && (
              <span className="field-required" title={t('required')} aria-hidden="true">
                *
              </span>
            )}
          </label>
          {action}
        </div>
      )}
      {children}
      <div id={notesId(id)} className="field-notes">
        <FieldNotes {...props} />
      </div>
    </div>
  );
}

/** What a control of the page's own tree says of itself. */
export function spoken(id: string, props: FieldText) {
  const { label, name, bare, errors = [], required } = props;
  return {
    id,
    disabled: props.disabled ?? false,
    'data-field': label,
    'aria-label': bare || name !== undefined ? (name ?? label) : undefined,
    'aria-invalid': errors.length > 0 ? ('true' as const) : undefined,
    'aria-required': required ? ('true' as const) : undefined,
    'aria-describedby': said(props).length > 0 ? notesId(id) : undefined,
  };
}

/**
 * The same for an element of the toolkit. What it wraps stands in a tree of its own, where no id of this page is known: so
 * the words themselves are handed in. Once it is in the page it names itself, in English, after what it is: our name comes
 * after that.
 */
export function useSpoken(ref: RefObject<HTMLElement | null>, props: FieldText): void {
  const description = said(props).join(' ');
  const { required = false, label, name = label } = props;
  useEffect(() => {
    ref.current?.setAttribute('aria-label', name);
    const inner = ref.current?.shadowRoot?.querySelector('input, textarea') ?? ref.current;
    if (description === '') inner?.removeAttribute('aria-description');
    else inner?.setAttribute('aria-description', description);
    if (required) inner?.setAttribute('aria-required', 'true');
    else inner?.removeAttribute('aria-required');
  }, [ref, name, description, required]);
}

const notesId = (id: string): string => `${id}notes`;

function said({ hint, errors = [], remarks = [] }: FieldText): readonly string[] {
  const found = [...errors, ...remarks];
  return found.length > 0 ? found : hint === undefined ? [] : [hint];
}

export function FieldNotes({ hint, errors = [], remarks = [] }: Omit<FieldText, 'label'>): ReactNode {
  return (
    <>
      {errors.map((error) => (
        <p key={error} className="field-error">
          {error}
        </p>
      ))}
      {remarks.map((remark) => (
        <p key={remark} className="field-remark">
          {remark}
        </p>
      ))}
      {errors.length + remarks.length === 0 && hint && <p className="field-hint">{hint}</p>}
    </>
  );
}
