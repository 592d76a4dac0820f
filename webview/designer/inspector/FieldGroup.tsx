import type { ReactNode } from 'react';
import { useId } from 'react';
import type { JsonPath } from '../../../engine/json';
import { FieldNotes } from '../../controls/fieldParts';
import { useScene } from '../designer';
import { notesAt } from './notesAt';

interface FieldGroupProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly children: ReactNode;
}

/** Several controls that make up one value, under the value's name; what is wrong with the value as a whole stands below. */
export function FieldGroup({ path, label, hint, required, children }: FieldGroupProps): ReactNode {
  const id = useId();
  const { issues } = useScene().snapshot;
  const notes = notesAt(issues, path);
  const some = hint !== undefined || notes.errors.length + notes.remarks.length > 0;
  return (
    <fieldset className="field-group" aria-describedby={some ? `${id}notes` : undefined}>
      <legend>
        {label}
        {required && (
          <span className="field-required" aria-hidden="true">
            *
          </span>
        )}
      </legend>
      {children}
      <div className="field-notes" id={`${id}notes`}>
        <FieldNotes hint={hint} {...notes} />
      </div>
    </fieldset>
  );
}
