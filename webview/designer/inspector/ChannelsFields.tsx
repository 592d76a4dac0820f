import type { ReactNode } from 'react';
import { REDUCERS } from '../../../engine/flow/names';
import type { Json, JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { IconButton } from '../../controls/IconButton';
import { Select } from '../../controls/Select';
import { TextField } from '../../controls/TextField';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { inspectorTexts } from '../inspectorTexts';
import { notesOn } from '../problems/issues';
import { choiceTexts } from './choiceTexts';
import { EntryCards } from './EntryCards';
import { FieldGroup } from './FieldGroup';
import { useFields } from './fieldsContext';
import { onceLanded } from './landing';
import { parseName } from './names';
import { Others } from './Others';
import { renaming, setting } from './setting';
import { channelFields } from './specs/parts';
import { targetOptions } from './targetOptions';
import { useDraft } from './useField';

const { fields } = inspectorTexts;

/** State that steps share. */
export function ChannelsFields(): ReactNode {
  const Fields = useFields();
  const { flow } = useScene();
  return (
    <EntryCards map="channels" add={inspectorTexts.addChannel} fresh={['channel', { reducer: 'last' }]}>
      {(name) => {
        const path = ['channels', name];
        const members = at(flow, [...path, 'fields']);
        const byField = at(flow, [...path, 'reducer']) === 'byKey' || members !== undefined;
        return (
          <>
            <Fields base={path} fields={channelFields} />
            {byField && <ChannelFields path={[...path, 'fields']} members={members} />}
            <Others path={path} fields={channelFields} but={['fields']} />
          </>
        );
      }}
    </EntryCards>
  );
}

function ChannelFields({ path, members }: { readonly path: JsonPath; readonly members: Json | undefined }): ReactNode {
  const names = isObject(members) ? Object.keys(members) : [];
  return (
    <FieldGroup path={path} label={fields.channelFields}>
      {names.map((name) => (
        <ChannelField key={name} path={path} name={name} taken={names} />
      ))}
      <NewField path={path} taken={names} />
    </FieldGroup>
  );
}

interface ChannelFieldProps {
  readonly path: JsonPath;
  readonly name: string;
  readonly taken: readonly string[];
}

/** A field is written as its reducer alone, or, where it has an only writer, as an object. */
function ChannelField({ path, name, taken }: ChannelFieldProps): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const here = [...path, name];
  const value = at(scene.flow, here);
  const reducer = isObject(value) ? value.reducer : value;
  const writer = isObject(value) ? value.writer : undefined;
  const { typing, errors, disabled } = useDraft(
    [...here, '#name'],
    name,
    (text) => parseName(text, name, taken),
    (_designer, parsed) => {
      const to = String(parsed.value);
      if (to !== name) return designer.edit(renaming(scene.flow, path, name, to));
      designer.draft([...here, '#name'], null);
      return false;
    },
  );
  const fold = (chosen: string) =>
    designer.edit({ type: 'set', path: isObject(value) ? [...here, 'reducer'] : here, value: chosen });
  const own = (step: string) => {
    if (isObject(value)) designer.edit(setting(scene.flow, [...here, 'writer'], step === '' ? undefined : step));
    else if (step !== '')
      designer.edit({ type: 'set', path: here, value: { reducer: reducer ?? 'append', writer: step } });
  };
  const remove = () =>
    onceLanded(designer, here, () => {
      designer.edit(setting(designer.store.get().scene?.flow ?? {}, here, undefined));
    });
  return (
    <div className="part" data-entry={name}>
      <div className="row">
        <TextField
          {...typing}
          bare
          label={fields.name}
          name={inspectorTexts.partOf(fields.name, fields.channelFields)}
          errors={errors}
          disabled={disabled}
        />
        <IconButton
          icon={<Icon name="close" />}
          name={inspectorTexts.removeItem(name)}
          disabled={disabled}
          onPress={remove}
        />
      </div>
      <Select
        label={fields.reducer}
        value={typeof reducer === 'string' ? reducer : ''}
        options={REDUCERS.map((each) => ({ value: each, text: choiceTexts.reducer[each] }))}
        {...notesOn(scene.snapshot.issues, here)}
        disabled={disabled}
        onChoose={fold}
      />
      <Select
        label={fields.writer}
        value={typeof writer === 'string' ? writer : ''}
        options={[{ value: '', text: inspectorTexts.unset }, ...targetOptions(scene, 'steps')]}
        disabled={disabled}
        onChoose={own}
      />
    </div>
  );
}

function NewField({ path, taken }: Omit<ChannelFieldProps, 'name'>): ReactNode {
  const { typing, errors, disabled } = useDraft(
    [...path, '#new'],
    '',
    (text) => (text.trim() === '' ? { ok: true } : parseName(text, null, taken)),
    (designer, parsed) => {
      designer.draft([...path, '#new'], null);
      if (parsed.value !== undefined)
        designer.edit({ type: 'set', path: [...path, String(parsed.value)], value: 'append' });
      return false;
    },
  );
  return (
    <TextField
      {...typing}
      bare
      label={fields.newName}
      name={inspectorTexts.addTo(fields.channelFields)}
      placeholder={inspectorTexts.addName}
      errors={errors}
      disabled={disabled}
    />
  );
}
