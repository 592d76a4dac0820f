import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { useScene } from '../designer';
import { texts } from '../texts';
import { linesCodec, wholeCodec } from './codecs';
import { Choice, Value } from './fields';
import { Section } from './Section';

const { fields, hints, groups, choices, defaultIs } = texts.inspector;

interface StepFieldsProps {
  readonly path: JsonPath;
}

/** What a worker's step is given. */
export function InputFields({ path }: StepFieldsProps): ReactNode {
  return (
    <Section title={groups.input}>
      <Value path={[...path, 'reads']} label={fields.reads} hint={hints.reads} codec={linesCodec} rows={3} />
    </Section>
  );
}

/** How long and how often a worker's step is tried. */
export function LimitFields({ path }: StepFieldsProps): ReactNode {
  return (
    <Section title={groups.limits}>
      <div className="row">
        <Value path={[...path, 'attempts']} label={fields.attempts} codec={wholeCodec} placeholder={defaultIs('1')} />
        <Value path={[...path, 'timeout']} label={fields.timeout} placeholder={defaultIs('30m')} />
      </div>
    </Section>
  );
}

export function WorkerField({ path }: StepFieldsProps): ReactNode {
  const { workers } = useScene().snapshot;
  return <Value path={[...path, 'worker']} label={fields.worker} suggestions={workers} />;
}

export function AccessField({ path }: StepFieldsProps): ReactNode {
  return (
    <Choice
      path={[...path, 'access']}
      label={fields.access}
      options={choices.access}
      byDefault={texts.inspector.byDefault(choices.access.write)}
    />
  );
}
