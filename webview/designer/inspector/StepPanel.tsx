import type { ReactNode } from 'react';
import type { GraphStep } from '../../../engine/flow/graph';
import type { StepKind } from '../../../engine/flow/names';
import { STEP_KINDS } from '../../../engine/flow/names';
import { useScene } from '../designer';
import { kindIcon } from '../icons';
import { inspectorTexts } from '../inspectorTexts';
import { texts } from '../texts';
import { Elsewhere } from './Elsewhere';
import { Head } from './Head';
import { IdField } from './IdField';
import { JsonFields } from './JsonFields';
import { Others } from './Others';
import { Section } from './Section';
import { Sections } from './Sections';
import { fieldsOf } from './specs/spec';
import { stepSections } from './specs/steps';
import { Value } from './values';

const { fields, groups } = inspectorTexts;

/** Every field of a step. */
export function StepPanel({ step }: { readonly step: GraphStep }): ReactNode {
  const { graph } = useScene();
  const kind = STEP_KINDS.find((each) => each === step.kind);
  return (
    <>
      <Head
        icon={kindIcon(step.kind)}
        kind={step.kind}
        title={step.title}
        type={texts.kind(step.kind)}
        path={step.path}
      />
      <Section id="identity" title={groups.identity}>
        <div className="row">
          <IdField
            path={step.path}
            id={step.id}
            taken={graph.steps.map((item) => item.id)}
            rename={(to) => ({ type: 'renameStep', from: step.id, to })}
          />
          <Value path={[...step.path, 'title']} label={fields.title} placeholder={step.id} />
        </div>
      </Section>
      {kind === undefined ? <Unknown step={step} /> : <Known step={step} kind={kind} />}
    </>
  );
}

const IDENTITY = ['kind', 'title'];

function Known({ step: { path }, kind }: { readonly step: GraphStep; readonly kind: StepKind }): ReactNode {
  const all = fieldsOf(stepSections[kind]);
  return (
    <>
      <Elsewhere path={path} fields={all} but={['title']} />
      <Sections base={path} sections={stepSections[kind]} />
      <Others path={path} fields={all} but={IDENTITY} />
    </>
  );
}

function Unknown({ step: { path, kind } }: { readonly step: GraphStep }): ReactNode {
  return (
    <>
      <p className="field-hint unknown">{inspectorTexts.unknownKind(kind)}</p>
      <JsonFields path={path} but={IDENTITY} />
    </>
  );
}
