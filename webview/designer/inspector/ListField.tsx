import type { ReactNode } from 'react';
import { useId } from 'react';
import type { JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { Suggestions, TextField } from '../../controls/TextField';
import { useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import type { Parsed } from './codecs';
import { jsonCodec, textCodec } from './codecs';
import { FieldGroup } from './FieldGroup';
import { parseName } from './names';
import { RowButtons } from './RowButtons';
import { suggestionsFor } from './sources';
import type { Source } from './specs/spec';
import { useDraft } from './useField';
import type { Rows } from './useRows';
import { useRows } from './useRows';
import type { ValueProps } from './values';
import { Value } from './values';

interface ListFieldProps extends ValueProps {
  readonly suggest?: Source;
  readonly names?: 'env';
}

/** Texts in an order, each in a row of its own; the last row adds one. */
export function ListField({ path, label, hint, required, suggest, names }: ListFieldProps): ReactNode {
  const scene = useScene();
  const rows = useRows(path);
  const id = useId();
  const value = at(scene.flow, path);
  // What is no list is shown as it is written, not hidden.
  if (value !== undefined && !Array.isArray(value))
    return <Value path={path} label={label} hint={hint} codec={jsonCodec('list')} rows={2} code />;
  const list = suggest === undefined ? undefined : id;
  return (
    <FieldGroup path={path} label={label} hint={hint} required={required}>
      <div className="rows" ref={rows.ref}>
        {rows.indexes.map((index) => (
          <Row key={index} path={path} label={label} index={index} rows={rows} list={list} names={names} />
        ))}
      </div>
      {suggest !== undefined && <Suggestions id={id} items={suggestionsFor(scene, suggest, path)} />}
    </FieldGroup>
  );
}

interface RowProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly index: number;
  readonly rows: Rows;
  readonly list: string | undefined;
  readonly names: 'env' | undefined;
}

/** The row behind the last one is the one to add: typing into it makes it an entry, clearing an entry takes it away. */
function Row({ path, label, index, rows, list, names }: RowProps): ReactNode {
  const { flow } = useScene();
  const item = at(flow, [...path, index]);
  const fresh = item === undefined;
  const { typing, ...notes } = useDraft(
    [...path, index],
    textCodec.format(item),
    (text) => parsed(text, names),
    (designer, { value }) => {
      if (value === undefined) {
        if (!fresh) rows.remove(index);
        else designer.draft([...path, index], null);
        return false;
      }
      return designer.edit({ type: 'set', path: [...path, index], value });
    },
  );
  const name = fresh ? inspectorTexts.addTo(label) : inspectorTexts.itemOf(label, index + 1);
  return (
    <div className="row" data-row={index}>
      <TextField
        {...typing}
        {...notes}
        bare
        label={label}
        name={name}
        list={list}
        placeholder={fresh ? inspectorTexts.add : undefined}
        onKey={fresh ? undefined : rows.keysOf(index)}
      />
      {!fresh && <RowButtons rows={rows} index={index} name={name} />}
    </div>
  );
}

function parsed(text: string, names: 'env' | undefined): Parsed {
  if (text.trim() === '') return { ok: true };
  return names === undefined ? textCodec.parse(text) : parseName(text, null, [], names);
}
