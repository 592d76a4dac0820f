import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { texts } from '../texts';
import { linesCodec, numberCodec, wholeCodec } from './codecs';
import { Target, Value } from './fields';
import { Section } from './Section';

const { fields, hints, groups, defaultIs } = texts.inspector;

export function LoopFields({ path }: { readonly path: JsonPath }): ReactNode {
  const none = texts.inspector.unset;
  return (
    <>
      <Section title={groups.span}>
        <Target path={[...path, 'head']} label={fields.head} only="steps" />
        <Target path={[...path, 'tail']} label={fields.tail} only="steps" />
      </Section>
      <Section title={groups.bounds}>
        <Value path={[...path, 'maxPasses']} label={fields.maxPasses} codec={wholeCodec} />
        <div className="row">
          <Value path={[...path, 'spendCap', 'usd']} label={fields.usd} codec={numberCodec} placeholder={none} />
          <Value path={[...path, 'spendCap', 'tokens']} label={fields.tokens} codec={wholeCodec} placeholder={none} />
        </div>
        <Value
          path={[...path, 'noProgressCeiling']}
          label={fields.noProgressCeiling}
          hint={hints.noProgress}
          codec={wholeCodec}
          placeholder={none}
        />
        <Target path={[...path, 'onExhausted']} label={fields.onExhausted} hint={hints.exhausted} />
        <Value path={[...path, 'frozen']} label={fields.frozen} hint={hints.frozen} codec={linesCodec} rows={3} />
      </Section>
      <Section title={groups.notes}>
        <div className="row">
          <Value
            path={[...path, 'notes', 'keep']}
            label={fields.keep}
            codec={wholeCodec}
            placeholder={defaultIs('20')}
          />
          <Value
            path={[...path, 'notes', 'chars']}
            label={fields.chars}
            codec={wholeCodec}
            placeholder={defaultIs('600')}
          />
        </div>
      </Section>
    </>
  );
}
