import type { ReactNode } from 'react';
import type { FlowEdit } from '../../../engine/flow/edit';
import type { JsonPath } from '../../../engine/json';
import { TextField } from '../../controls/TextField';
import { texts } from '../texts';
import { parseName } from './NamedTargets';
import { useDraft } from './useField';

interface IdFieldProps {
  /** The thing that has the id. */
  readonly path: JsonPath;
  readonly id: string;
  readonly taken: readonly string[];
  readonly label?: string;
  readonly rename: (to: string) => FlowEdit;
}

/** An id: renaming changes every mention in one edit. */
export function IdField({ path, id, taken, label = texts.inspector.fields.id, rename }: IdFieldProps): ReactNode {
  const { typing, errors, disabled } = useDraft(
    [...path, '#id'],
    id,
    (text) => parseName(text, id, taken),
    (designer, parsed) => parsed.value !== id && designer.edit(rename(String(parsed.value))),
  );
  return <TextField {...typing} label={label} errors={errors} disabled={disabled} />;
}
