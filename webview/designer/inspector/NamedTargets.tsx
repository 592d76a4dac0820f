import type { ReactNode } from 'react';
import { ID } from '../../../engine/flow/names';
import type { JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { IconButton } from '../../controls/IconButton';
import { Select } from '../../controls/Select';
import { TextField } from '../../controls/TextField';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { texts } from '../texts';
import type { Parsed } from './codecs';
import { Target, targetOptions } from './fields';
import { freeName, renamed, setting } from './setting';
import { useDraft } from './useField';

/** Weak routes: names that a worker may answer with, and where each leads. */
export function NamedTargets({ path }: { readonly path: JsonPath }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const value = at(scene.flow, path);
  const add = (target: string) => {
    if (target !== '') designer.edit({ type: 'set', path: [...path, freeName(value, 'branch')], value: target });
  };
  return (
    <>
      {Object.keys(isObject(value) ? value : {}).map((name) => (
        <NamedTarget key={name} path={path} name={name} />
      ))}
      <Select
        label={texts.inspector.fields.newBranch}
        value=""
        options={[{ value: '', text: texts.inspector.unset }, ...targetOptions(scene)]}
        disabled={scene.locked !== null}
        onChoose={add}
      />
    </>
  );
}

function NamedTarget({ path, name }: { readonly path: JsonPath; readonly name: string }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const value = at(scene.flow, path);
  const { typing, errors, disabled } = useDraft(
    [...path, name, '#name'],
    name,
    (text) => parseName(text, name, isObject(value) ? Object.keys(value) : []),
    (_designer, parsed) => designer.edit({ type: 'set', path, value: renamed(value, name, String(parsed.value)) }),
  );
  return (
    <div className="row">
      <TextField {...typing} label={texts.inspector.fields.branchName} errors={errors} disabled={disabled} />
      <Target path={[...path, name]} label={texts.inspector.fields.to} />
      <IconButton
        icon={<Icon name="close" />}
        name={texts.inspector.removeItem(name)}
        disabled={disabled}
        onPress={() => designer.edit(setting(scene.flow, [...path, name], undefined))}
      />
    </div>
  );
}

/** A new id: well formed, and not that of another. */
export function parseName(text: string, before: string, taken: readonly string[]): Parsed {
  const name = text.trim();
  if (!ID.test(name)) return { ok: false, message: texts.inspector.notId };
  if (name !== before && taken.includes(name)) return { ok: false, message: texts.inspector.taken(name) };
  return { ok: true, value: name };
}
