import type { ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { useScene } from '../designer';
import { texts } from '../texts';
import { linesCodec } from './codecs';
import { Choice, Target, Value } from './fields';
import { Section } from './Section';

const { fields, hints, groups } = texts.inspector;

export function AskFields({ path }: { readonly path: JsonPath }): ReactNode {
  const scene = useScene();
  const value = at(scene.flow, [...path, 'choices']);
  const choices = Array.isArray(value) ? value.filter((item: Json) => typeof item === 'string') : [];
  return (
    <>
      <Section title={groups.question}>
        <Value path={[...path, 'question']} label={fields.question} rows={3} />
        <Value path={[...path, 'choices']} label={fields.choices} hint={hints.lines} codec={linesCodec} rows={3} />
        <Value path={[...path, 'artifact']} label={fields.artifact} suggestions={scene.order} />
      </Section>
      <Section title={groups.routes}>
        {choices.map((choice) => (
          <Target key={choice} path={[...path, 'routes', choice]} label={texts.inspector.fields.onChoice(choice)} />
        ))}
      </Section>
      <Section title={groups.limits}>
        <Value path={[...path, 'deadline']} label={fields.deadline} placeholder="24h" />
        <Choice
          path={[...path, 'default']}
          label={fields.byDefault}
          options={Object.fromEntries(choices.map((choice) => [choice, choice]))}
          byDefault={texts.inspector.unset}
        />
      </Section>
    </>
  );
}
