import type { ReactNode } from 'react';

/** What every field can say about itself. */
export interface FieldText {
  readonly label: string;
  /** One short sentence below the field. */
  readonly hint?: string;
  readonly errors?: readonly string[];
  /** What is worth knowing about the value and is no error. */
  readonly remarks?: readonly string[];
  readonly disabled?: boolean;
}

/** The accessible name: the errors are part of it, because a reference cannot cross into the toolkit's elements. */
export const spokenName = ({ label, errors = [], remarks = [] }: FieldText): string =>
  [label, ...errors, ...remarks].join(', ');

export function FieldNotes({ hint, errors = [], remarks = [] }: FieldText): ReactNode {
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
