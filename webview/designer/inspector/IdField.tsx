import type { ReactNode } from 'react';
import type { FlowEdit } from '../../../engine/flow/edit';
import type { JsonPath } from '../../../engine/json';
import { TextField } from '../../controls/TextField';
import { inspectorTexts } from '../inspectorTexts';
import { parseName } from './names';
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
export function IdField({ path, id, taken, label = inspectorTexts.fields.id, rename }: IdFieldProps): ReactNode {
  const place = [...path, '#id'];
  const { typing, errors, disabled } = useDraft(
    place,
    id,
    (text) => parseName(text, id, taken),
    (designer, parsed) => {
      if (parsed.value !== id) return designer.edit(rename(String(parsed.value)));
      designer.draft(place, null);
      return false;
    },
  );
  return <TextField {...typing} label={label} errors={errors} disabled={disabled} />;
}
