import type { ReactNode } from 'react';
import type { JsonObject, JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { Select } from '../../controls/Select';
import { useDesigner, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { choiceTexts } from './choiceTexts';
import { useFields } from './fieldsContext';
import { Others } from './Others';
import { commandFields, startFields } from './specs/parts';

/** One command: a program with its arguments, or a text for the shell. */
export function CommandFields({ path }: { readonly path: JsonPath }): ReactNode {
  const Fields = useFields();
  const designer = useDesigner();
  const scene = useScene();
  const command = at(scene.flow, path);
  const shell = isObject(command) && command.shell !== undefined;
  /** Keeps the rest of the command and carries its words over from one form to the other. */
  const startAs = (form: string) => {
    const { run, shell: text, ...rest } = isObject(command) ? command : {};
    const words = Array.isArray(run) ? run.join(' ') : 'npm test';
    const start: JsonObject = form === 'shell' ? { shell: words } : { run: String(text ?? 'npm test').split(/\s+/) };
    if ((form === 'shell') !== shell) designer.edit({ type: 'set', path, value: { ...start, ...rest } });
  };
  const all = [...Object.values(startFields), ...commandFields];
  return (
    <>
      <Select
        label={inspectorTexts.fields.runAs}
        value={shell ? 'shell' : 'run'}
        options={Object.entries(choiceTexts.runAs).map(([value, text]) => ({ value, text }))}
        disabled={scene.locked !== null}
        onChoose={startAs}
      />
      <Fields base={path} fields={[shell ? startFields.shell : startFields.run, ...commandFields]} />
      <Others path={path} fields={all} />
    </>
  );
}
