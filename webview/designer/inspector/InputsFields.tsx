import type { ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { choiceTexts } from './choiceTexts';
import { jsonCodec, signedCodec, textCodec, wholeCodec } from './codecs';
import { EntryCards } from './EntryCards';
import { useFields } from './fieldsContext';
import { Others } from './Others';
import { inputFields } from './specs/parts';
import { Choice, Value } from './values';

const { fields } = inspectorTexts;
const json = jsonCodec();

/** What is given when a run starts. */
export function InputsFields(): ReactNode {
  const Fields = useFields();
  const { flow } = useScene();
  return (
    <EntryCards map="inputs" add={inspectorTexts.addInput} fresh={['input', { type: 'string' }]}>
      {(name) => (
        <>
          <Fields base={['inputs', name]} fields={inputFields} />
          <Default path={['inputs', name, 'default']} type={at(flow, ['inputs', name, 'type'])} />
          <Others path={['inputs', name]} fields={inputFields} but={['default']} />
        </>
      )}
    </EntryCards>
  );
}

/** A default of the input's own type is typed as such; one of another type is shown as it is written. */
function Default({ path, type }: { readonly path: JsonPath; readonly type: Json | undefined }): ReactNode {
  const value = at(useScene().flow, path);
  const is = (name: string) => value === undefined || typeof value === name;
  const shared = { path, label: fields.default, placeholder: inspectorTexts.unset };
  if (type === 'string' && is('string')) return <Value {...shared} codec={textCodec} />;
  if (type === 'number' && is('number')) return <Value {...shared} codec={signedCodec} />;
  if (type === 'integer' && is('number')) return <Value {...shared} codec={wholeCodec} />;
  if (type === 'boolean' && is('boolean'))
    return (
      <Choice path={path} label={fields.default} options={choiceTexts.bool} toValue={(chosen) => chosen === 'true'} />
    );
  return <Value {...shared} codec={json} rows={2} code />;
}
