import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { IconButton } from '../../controls/IconButton';
import { TextField } from '../../controls/TextField';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { inspectorTexts } from '../inspectorTexts';
import type { Scene } from '../scene';
import { CelField } from './CelField';
import { jsonCodec, secretCodec } from './codecs';
import { FieldGroup } from './FieldGroup';
import { onceLanded } from './landing';
import { parseName } from './names';
import { renaming, setting } from './setting';
import type { MapValue } from './specs/spec';
import { useDraft } from './useField';
import type { ValueProps } from './values';
import { Target, Value } from './values';

interface MapFieldProps extends ValueProps {
  readonly value: MapValue;
  readonly names: 'id' | 'env' | 'any';
  /** Names that may be typed for a new entry. */
  readonly suggestions?: readonly string[];
}

const { fields } = inspectorTexts;

/** Names, each with a value; the last row adds one. */
export function MapField(props: MapFieldProps): ReactNode {
  const { path, label, hint, required, value, suggestions } = props;
  const scene = useScene();
  const ref = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const map = at(scene.flow, path);
  useEffect(() => {
    if (wanted.current === null) return;
    const row = ref.current?.querySelector(`[data-entry="${CSS.escape(wanted.current)}"]`);
    if (!row) return;
    wanted.current = null;
    row.querySelector<HTMLElement>('[data-value] [data-field]')?.focus();
  });
  if (map !== undefined && !isObject(map))
    return <Value path={path} label={label} hint={hint} codec={jsonCodec('object')} rows={2} code />;
  const taken = Object.keys(map ?? {});
  const added = (name: string) => {
    wanted.current = name;
  };
  return (
    <FieldGroup path={path} label={label} hint={hint} required={required}>
      <div className="rows" ref={ref}>
        {taken.map((name) => (
          <Entry key={name} {...props} name={name} taken={taken} />
        ))}
        <Fresh {...props} taken={taken} added={added} initial={initialOf(scene, value)} suggestions={suggestions} />
      </div>
    </FieldGroup>
  );
}

interface EntryProps extends MapFieldProps {
  readonly name: string;
  readonly taken: readonly string[];
}

function Entry({ path, name, taken, value, names, label }: EntryProps): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const { typing, errors, disabled } = useDraft(
    [...path, name, '#name'],
    name,
    (text) => parseName(text, name, taken, names),
    (_designer, parsed) => {
      const to = String(parsed.value);
      if (to !== name) return designer.edit(renaming(scene.flow, path, name, to));
      designer.draft([...path, name, '#name'], null);
      return false;
    },
  );
  const remove = () =>
    onceLanded(designer, path, () => {
      designer.edit(setting(designer.store.get().scene?.flow ?? {}, [...path, name], undefined));
    });
  return (
    <div className={value === 'cel' ? 'row entry wide' : 'row entry'} data-entry={name}>
      <TextField
        {...typing}
        bare
        label={fields.name}
        name={inspectorTexts.partOf(fields.name, label)}
        errors={errors}
        disabled={disabled}
      />
      <div className="entry-value" data-value>
        <EntryValue
          path={[...path, name]}
          value={value}
          secrets={names === 'env'}
          name={inspectorTexts.partOf(fields.value, name)}
        />
      </div>
      <IconButton
        icon={<Icon name="close" />}
        name={inspectorTexts.removeItem(name)}
        disabled={disabled}
        onPress={remove}
      />
    </div>
  );
}

function EntryValue({
  path,
  value,
  secrets,
  name,
}: {
  readonly path: JsonPath;
  readonly value: MapValue;
  /** A value may name a secret. */
  readonly secrets: boolean;
  readonly name: string;
}): ReactNode {
  const shared = { path, name, bare: true };
  switch (value) {
    case 'text':
      return <Value {...shared} label={fields.value} codec={secrets ? secretCodec : undefined} />;
    case 'cel':
      return <CelField {...shared} label={fields.value} />;
    case 'target':
      return <Target {...shared} label={fields.to} />;
    case 'step':
      return <Target {...shared} label={fields.handler} only="steps" />;
  }
}

interface FreshProps extends MapFieldProps {
  readonly taken: readonly string[];
  readonly initial: Json;
  readonly added: (name: string) => void;
}

function Fresh({ path, label, taken, names, initial, added, suggestions }: FreshProps): ReactNode {
  const { typing, errors, disabled } = useDraft(
    [...path, '#new'],
    '',
    (text) => (text.trim() === '' ? { ok: true } : parseName(text, null, taken, names)),
    (designer, parsed) => {
      designer.draft([...path, '#new'], null);
      if (parsed.value === undefined) return false;
      const name = String(parsed.value);
      if (designer.edit({ type: 'set', path: [...path, name], value: initial })) added(name);
      return false;
    },
  );
  return (
    <div className="row">
      <TextField
        {...typing}
        bare
        label={fields.newName}
        name={inspectorTexts.addTo(label)}
        placeholder={inspectorTexts.addName}
        suggestions={suggestions}
        errors={errors}
        disabled={disabled}
      />
    </div>
  );
}

/** What a new entry holds until something is chosen: as little as the format allows. */
function initialOf({ graph, order }: Scene, value: MapValue): Json {
  switch (value) {
    case 'text':
      return '';
    case 'cel':
      return 'null';
    case 'target':
      return '@stop';
    case 'step':
      return (
        order.find((id) => graph.called.has(id)) ??
        order.find((id) => !graph.routes.some(({ from }) => from === id)) ??
        order[0] ??
        ''
      );
  }
}
