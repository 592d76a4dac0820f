import type { ReactNode } from 'react';
import type { GraphLoop } from '../../../engine/flow/graph';
import { LOOP_TYPES } from '../../../engine/flow/names';
import { useScene } from '../designer';
import { loopIcon } from '../icons';
import { inspectorTexts } from '../inspectorTexts';
import { texts } from '../texts';
import { Elsewhere } from './Elsewhere';
import { Head } from './Head';
import { IdField } from './IdField';
import { Others } from './Others';
import { Section } from './Section';
import { Sections } from './Sections';
import { loopSections } from './specs/loops';
import { fieldsOf } from './specs/spec';

/** Every field of a loop; a type that nobody knows here is spoken of as an until loop, as that it is drawn. */
export function LoopPanel({ loop: { id, type, path } }: { readonly loop: GraphLoop }): ReactNode {
  const { graph } = useScene();
  const sections = loopSections[LOOP_TYPES.find((each) => each === type) ?? 'until'];
  return (
    <>
      <Head icon={loopIcon(type)} kind="" title={id} type={texts.loop(type).name} path={path} />
      <Section id="identity" title={inspectorTexts.groups.identity}>
        <IdField
          path={path}
          id={id}
          taken={graph.loops.map((item) => item.id)}
          rename={(to) => ({ type: 'renameLoop', from: id, to })}
        />
      </Section>
      <Elsewhere path={path} fields={fieldsOf(sections)} />
      <Sections base={path} sections={sections} />
      <Others path={path} fields={fieldsOf(sections)} but={['type']} />
    </>
  );
}
