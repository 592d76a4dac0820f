import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { texts } from '../texts';
import { InputFields, LimitFields, WorkerField } from './CommonFields';
import { Value } from './fields';
import { Section } from './Section';
import { Targets } from './Targets';

const { fields, hints, groups } = texts.inspector;

export function JudgeFields({ path }: { readonly path: JsonPath }): ReactNode {
  return (
    <>
      <Section title={groups.what}>
        <WorkerField path={path} />
        <Value path={[...path, 'prompt']} label={fields.prompt} hint={hints.judge} rows={4} />
      </Section>
      <Section title={groups.routes}>
        <Targets path={[...path, 'next']} label={fields.confirmed} />
      </Section>
      <InputFields path={path} />
      <LimitFields path={path} />
    </>
  );
}
