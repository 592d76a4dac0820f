import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { TextArea } from '../../controls/TextArea';
import { useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { jsonCodec } from './codecs';
import { EntryCards } from './EntryCards';
import { useFields } from './fieldsContext';
import { workerFields, workerUseFields } from './specs/parts';
import { useDraft } from './useField';

const { fields, hints } = inspectorTexts;
const json = jsonCodec('object');

/** The names that steps use, and who stands behind each. */
export function WorkersFields(): ReactNode {
  const Fields = useFields();
  const { flow } = useScene();
  return (
    <EntryCards map="workers" add={inspectorTexts.addWorker} fresh={['worker', { use: 'claude-code' }]}>
      {(name) => {
        const use = at(flow, ['workers', name, 'use']);
        const own = typeof use === 'string' && Object.hasOwn(workerFields, use) ? (workerFields[use] ?? []) : [];
        const all = [...workerUseFields(typeof use === 'string' ? use : ''), ...own];
        const known = all.flat().map((field) => String(field.at[0]));
        return (
          <>
            <Fields base={['workers', name]} fields={all} />
            <OtherOptions path={['workers', name]} known={known} />
          </>
        );
      }}
    </EntryCards>
  );
}

/** What another version, or an adapter that is not known here, takes: as one JSON text. Shown where there is any. */
function OtherOptions({ path, known }: { readonly path: JsonPath; readonly known: readonly string[] }): ReactNode {
  const worker = at(useScene().flow, path);
  const members = isObject(worker) ? Object.entries(worker) : [];
  const mine = members.filter(([key]) => known.includes(key));
  const others = members.filter(([key]) => !known.includes(key));
  const { typing, errors, disabled } = useDraft(
    [...path, '#options'],
    others.length === 0 ? '' : json.format(Object.fromEntries(others)),
    json.parse,
    (designer, { value }) =>
      designer.edit({
        type: 'set',
        path,
        value: { ...Object.fromEntries(mine), ...(isObject(value) ? value : {}) },
      }),
  );
  if (others.length === 0 && known.length > COMMON) return null;
  return (
    <TextArea
      {...typing}
      label={fields.options}
      hint={hints.options}
      errors={errors}
      disabled={disabled}
      rows={2}
      code
    />
  );
}

/** What every worker has: an adapter with no more than these has no fields of its own here. */
const COMMON = workerUseFields().flat().length;
