import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { jsonCodec } from './codecs';
import { Section } from './Section';
import { Value } from './values';

const json = jsonCodec();

/** Each key of a step of a kind that nobody knows here, as it is written; `but` for those that have their field. */
export function JsonFields({ path, but }: { readonly path: JsonPath; readonly but: readonly string[] }): ReactNode {
  const value = at(useScene().flow, path);
  const keys = isObject(value) ? Object.keys(value).filter((key) => !but.includes(key)) : [];
  return (
    <Section id="json" title={inspectorTexts.groups.what}>
      {keys.map((key) => (
        <Value key={key} path={[...path, key]} label={key} codec={json} rows={2} code />
      ))}
    </Section>
  );
}
