import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { useDesignerState, useScene } from '../designer';
import { issuesWithin, tallyOf } from '../problems/issues';
import { texts } from '../texts';
import { Fields } from './Field';
import { FieldsProvider } from './fieldsContext';
import { Section } from './Section';
import type { SectionSpec } from './specs/spec';
import { fieldsOf, placesOf } from './specs/spec';

interface SectionsProps {
  readonly base: JsonPath;
  readonly sections: readonly SectionSpec[];
}

export function Sections({ base, sections }: SectionsProps): ReactNode {
  return (
    <FieldsProvider value={Fields}>
      {sections.map((section) => (
        <OneSection key={section.id} base={base} section={section} />
      ))}
    </FieldsProvider>
  );
}

/** What is rarely set is folded while it is not: unless something of it is wrong, or half typed. */
function OneSection({ base, section }: { readonly base: JsonPath; readonly section: SectionSpec }): ReactNode {
  const { flow, snapshot } = useScene();
  const places = fieldsOf([section])
    .flatMap(placesOf)
    .map((place) => [...base, ...place]);
  const typing = useDesignerState(({ drafts }) =>
    Object.keys(drafts).some((key) => places.some((place) => key.startsWith(JSON.stringify(place).slice(0, -1)))),
  );
  const found = tallyOf(places.flatMap((place) => issuesWithin(snapshot.issues, place)));
  const empty = places.every((place) => at(flow, place) === undefined);
  return (
    <Section
      id={section.id}
      title={section.title}
      hint={section.hint}
      folded={section.rare && empty && found.errors === 0 && !typing}
      problems={texts.problems(found.errors, found.warnings)}
    >
      <Fields base={base} fields={section.fields} />
    </Section>
  );
}
