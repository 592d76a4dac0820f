import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { LinkButton } from '../../controls/LinkButton';
import { useDesigner, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import type { FieldSpec } from './specs/spec';
import { placesOf } from './specs/spec';
import { unknownKeys } from './unknownKeys';

interface OthersProps {
  readonly path: JsonPath;
  readonly fields: readonly (FieldSpec | readonly FieldSpec[])[];
  /** Further keys that have their place elsewhere. */
  readonly but?: readonly string[];
}

/** Keys that have no field are named, so that nobody thinks they are gone, and lead to the text. */
export function Others({ path, fields, but = [] }: OthersProps): ReactNode {
  const designer = useDesigner();
  const { flow } = useScene();
  const known = [...fields.flat().flatMap(placesOf), ...but.map((key) => [key])];
  const others = unknownKeys(at(flow, path), known);
  if (others.length === 0) return null;
  return (
    <div className="others">
      <p className="field-hint">{inspectorTexts.others}</p>
      {others.map((other) => (
        <LinkButton
          key={other.join('.')}
          name={inspectorTexts.showKey(other.join('.'))}
          onPress={() => designer.host.post({ type: 'openText', path: [...path, ...other] })}
        >
          {other.join('.')}
        </LinkButton>
      ))}
    </div>
  );
}
