import type { ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { IconButton } from '../../controls/IconButton';
import { TextArea } from '../../controls/TextArea';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { texts } from '../texts';
import { jsonCodec } from './codecs';
import { Value } from './fields';
import { IdField } from './IdField';
import { Section } from './Section';
import { freeName, renamed, setting } from './setting';
import { useDraft } from './useField';

const { fields, hints, groups } = texts.inspector;
const PATH: JsonPath = ['workers'];

/** The names that steps use, and who stands behind each. */
export function WorkersFields(): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const workers = at(scene.flow, PATH);
  const names = Object.keys(isObject(workers) ? workers : {});
  const locked = scene.locked !== null;
  const add = () => {
    const name = freeName(workers, 'worker');
    designer.edit({ type: 'set', path: [...PATH, name], value: { use: 'claude-code' } });
  };
  return (
    <Section title={groups.workers}>
      <p className="field-hint">{hints.workersElse}</p>
      {names.map((name) => (
        <fieldset className="card" key={name}>
          <legend>{name}</legend>
          <div className="row">
            <IdField
              path={[...PATH, name]}
              id={name}
              taken={names}
              label={fields.name}
              rename={(to) => ({ type: 'set', path: PATH, value: renamed(workers, name, to) })}
            />
            <IconButton
              icon={<Icon name="close" />}
              name={texts.inspector.removeItem(name)}
              disabled={locked}
              onPress={() => designer.edit(setting(scene.flow, [...PATH, name], undefined))}
            />
          </div>
          <div className="row">
            <Value path={[...PATH, name, 'use']} label={fields.use} />
            <Value path={[...PATH, name, 'model']} label={fields.model} placeholder={texts.inspector.unset} />
          </div>
          <Options path={[...PATH, name]} worker={at(workers, [name])} />
        </fieldset>
      ))}
      <Button disabled={locked} onPress={add}>
        {texts.inspector.addWorker}
      </Button>
    </Section>
  );
}

/** Everything of a worker but `use` and `model`, as one JSON text. */
function Options({ path, worker }: { readonly path: JsonPath; readonly worker: Json | undefined }): ReactNode {
  const { use, model, ...others } = isObject(worker) ? worker : {};
  const shown = Object.keys(others).length === 0 ? '' : jsonCodec.format(others);
  const { typing, errors, disabled } = useDraft(
    [...path, '#options'],
    shown,
    (text) => {
      const parsed = jsonCodec.parse(text);
      const fits = !parsed.ok || parsed.value === undefined || isObject(parsed.value);
      return fits ? parsed : { ok: false, message: texts.inspector.notJson('{ … }') };
    },
    (designer, parsed) => {
      const kept = { ...(use === undefined ? {} : { use }), ...(model === undefined ? {} : { model }) };
      return designer.edit({ type: 'set', path, value: { ...kept, ...(isObject(parsed.value) ? parsed.value : {}) } });
    },
  );
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
