import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { useScene } from '../designer';
import { texts } from '../texts';
import { jsonCodec } from './codecs';
import { EditText } from './EditText';
import { Value } from './fields';
import { Section } from './Section';

/** Each key of what has no fields of its own, as it is written; `but` for those that have. */
export function JsonFields({ path, but }: { readonly path: JsonPath; readonly but: readonly string[] }): ReactNode {
  const { flow } = useScene();
  const value = at(flow, path);
  const keys = isObject(value) ? Object.keys(value).filter((key) => !but.includes(key)) : [];
  return (
    <Section title={texts.inspector.asJson}>
      <p className="field-hint">{texts.inspector.asJsonHint}</p>
      {keys.map((key) => (
        <Value key={key} path={[...path, key]} label={key} codec={jsonCodec} rows={2} code />
      ))}
      <EditText path={path} />
    </Section>
  );
}
