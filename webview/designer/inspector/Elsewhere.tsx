import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { FieldNotes } from '../../controls/fieldParts';
import { useScene } from '../designer';
import { issuesWithin, notesOn } from '../problems/issues';
import type { FieldSpec } from './specs/spec';
import { placesOf } from './specs/spec';

interface ElsewhereProps {
  readonly path: JsonPath;
  readonly fields: readonly FieldSpec[];
  /** Keys that have their field elsewhere. */
  readonly but?: readonly string[];
}

/** What is wrong with the whole, or with a key that has no field: said first, because no field says it. */
export function Elsewhere({ path, fields, but = [] }: ElsewhereProps): ReactNode {
  const { issues } = useScene().snapshot;
  const places = [...fields.flatMap(placesOf), ...but.map((key) => [key])].map((place) => [...path, ...place]);
  const here = issuesWithin(issues, path).filter((issue) => !places.some((place) => issuesWithin([issue], place)[0]));
  if (here.length === 0) return null;
  return (
    <div className="elsewhere">
      <FieldNotes {...notesOn(here, path)} />
    </div>
  );
}
