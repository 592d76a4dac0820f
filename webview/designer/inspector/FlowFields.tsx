import type { ReactNode } from 'react';
import { texts } from '../texts';
import { numberCodec, wholeCodec } from './codecs';
import { Value } from './fields';
import { Section } from './Section';
import { Targets } from './Targets';
import { WorkersFields } from './WorkersFields';

const { fields, hints, groups, defaultIs, unset } = texts.inspector;

/** The flow itself: shown where nothing is selected. */
export function FlowFields(): ReactNode {
  return (
    <>
      <Section title={groups.identity}>
        <Value path={['id']} label={fields.id} />
        <Value path={['title']} label={fields.title} />
        <Value path={['purpose']} label={fields.purpose} rows={2} />
        <Value path={['goal']} label={fields.goal} hint={hints.goal} rows={3} />
      </Section>
      <Section title={groups.start}>
        <Targets path={['start']} label={fields.start} only="steps" />
        <Value path={['concurrency']} label={fields.concurrency} codec={wholeCodec} placeholder={defaultIs('4')} />
      </Section>
      <Section title={groups.budget}>
        <div className="row">
          <Value path={['budget', 'usd']} label={fields.usd} codec={numberCodec} placeholder={unset} />
          <Value path={['budget', 'tokens']} label={fields.tokens} codec={wholeCodec} placeholder={unset} />
        </div>
        <Value
          path={['budget', 'superSteps']}
          label={fields.superSteps}
          codec={wholeCodec}
          placeholder={defaultIs('1000')}
        />
      </Section>
      <WorkersFields />
    </>
  );
}
