import type { ReactNode } from 'react';
import type { JsonObject, JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { IconButton } from '../../controls/IconButton';
import { Select } from '../../controls/Select';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { texts } from '../texts';
import { argumentsCodec, envCodec, wholeCodec } from './codecs';
import { Choice, Value } from './fields';

const { fields, hints, choices, defaultIs } = texts.inspector;

interface CommandFieldsProps {
  readonly path: JsonPath;
  readonly name: string;
  readonly defaultExpect: string;
  readonly remove: () => void;
}

/** One command: a program with its arguments, or a text for the shell. */
export function CommandFields({ path, name, defaultExpect, remove }: CommandFieldsProps): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const command = at(scene.flow, path);
  const shell = isObject(command) && command.shell !== undefined;
  const locked = scene.locked !== null;
  /** Keeps the rest of the command and carries its words over from one form to the other. */
  const startAs = (form: string) => {
    const { run, shell: text, ...rest } = isObject(command) ? command : {};
    const words = Array.isArray(run) ? run.join(' ') : 'npm test';
    const start: JsonObject = form === 'shell' ? { shell: words } : { run: String(text ?? 'npm test').split(/\s+/) };
    if ((form === 'shell') !== shell) designer.edit({ type: 'set', path, value: { ...start, ...rest } });
  };
  return (
    <fieldset className="card">
      <legend>{name}</legend>
      <div className="row">
        <Select
          label={fields.runAs}
          value={shell ? 'shell' : 'run'}
          options={Object.entries(choices.runAs).map(([value, text]) => ({ value, text }))}
          disabled={locked}
          onChoose={startAs}
        />
        <IconButton
          icon={<Icon name="close" />}
          name={texts.inspector.removeItem(name)}
          disabled={locked}
          onPress={remove}
        />
      </div>
      {shell ? (
        <Value path={[...path, 'shell']} label={fields.shell} hint={hints.shell} rows={2} code />
      ) : (
        <Value path={[...path, 'run']} label={fields.run} hint={hints.run} codec={argumentsCodec} rows={3} code />
      )}
      <Choice path={[...path, 'expect']} label={fields.expect} options={choices.expect} byDefault={defaultExpect} />
      <div className="row">
        <Value path={[...path, 'minTests']} label={fields.minTests} codec={wholeCodec} placeholder={defaultIs('1')} />
        <Value path={[...path, 'timeout']} label={fields.timeout} placeholder={defaultIs('10m')} />
      </div>
      <Value path={[...path, 'cwd']} label={fields.cwd} placeholder={defaultIs('the workspace root')} />
      <Value path={[...path, 'env']} label={fields.env} codec={envCodec} rows={2} code placeholder="NAME=value" />
    </fieldset>
  );
}
