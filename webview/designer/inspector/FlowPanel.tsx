import type { ReactNode } from 'react';
import { inspectorTexts } from '../inspectorTexts';
import { LimitsCard } from '../limits/LimitsCard';
import { limitsTexts } from '../limits/limitsTexts';
import { ChannelsFields } from './ChannelsFields';
import { Fields } from './Field';
import { FieldsProvider } from './fieldsContext';
import { InputsFields } from './InputsFields';
import { Others } from './Others';
import { Section } from './Section';
import { Sections } from './Sections';
import { flowSections } from './specs/flow';
import { fieldsOf } from './specs/spec';
import { WorkersFields } from './WorkersFields';

const { groups, hints } = inspectorTexts;

/** Keys that are edited on the canvas, entry by entry, or not at all. */
const ELSEWHERE = ['converge', 'steps', 'loops', 'layout', 'inputs', 'channels', 'workers'];

/** The flow itself: shown where nothing is selected. */
export function FlowPanel(): ReactNode {
  return (
    <>
      <Sections base={[]} sections={flowSections} />
      <Section id="limits" title={limitsTexts.title}>
        <LimitsCard />
      </Section>
      <FieldsProvider value={Fields}>
        <Section id="workers" title={groups.workers} hint={hints.workersElse}>
          <WorkersFields />
        </Section>
        <Section id="inputs" title={groups.inputs} hint={hints.inputs}>
          <InputsFields />
        </Section>
        <Section id="channels" title={groups.channels} hint={hints.channels}>
          <ChannelsFields />
        </Section>
      </FieldsProvider>
      <Others path={[]} fields={fieldsOf(flowSections)} but={ELSEWHERE} />
    </>
  );
}
