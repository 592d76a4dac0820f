import type { ReactNode } from 'react';

/** What every field can say about itself. */
export interface FieldText {
  readonly label: string;
  /** One short sentence below the field. */
  readonly hint?: string;
  readonly errors?: readonly string[];
  readonly disabled?: boolean;
}

/** The accessible name: the errors are part of it, because a reference cannot cross into the toolkit's elements. */
export const spokenName = ({ label, errors = [] }: FieldText): string => [label, ...errors].join(', ');

export function FieldNotes({ hint, errors = [] }: FieldText): ReactNode {
  return (
    <>
      {errors.map((error) => (
        <p key={error} className="field-error">
          {error}
        </p>
      ))}
      {errors.length === 0 && hint && <p className="field-hint">{hint}</p>}
    </>
  );
}
