import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { useDesigner, useScene } from '../designer';
import { texts } from '../texts';
import { CommandFields } from './CommandFields';
import { AccessField, InputFields, LimitFields, WorkerField } from './CommonFields';
import { jsonCodec, linesCodec } from './codecs';
import { Choice, Target, Value } from './fields';
import { NamedTargets } from './NamedTargets';
import { Section } from './Section';
import { setting } from './setting';
import { Targets } from './Targets';

const { fields, hints, groups, choices } = texts.inspector;

export function WorkFields({ path }: { readonly path: JsonPath }): ReactNode {
  return (
    <>
      <Section title={groups.what}>
        <WorkerField path={path} />
        <Value path={[...path, 'prompt']} label={fields.prompt} rows={6} />
        <AccessField path={path} />
      </Section>
      <Section title={groups.routes}>
        <Targets path={[...path, 'next']} label={fields.next} />
        <Target path={[...path, 'routes', 'failed']} label={fields.failed} />
        <NamedTargets path={[...path, 'branches']} />
      </Section>
      <InputFields path={path} />
      <CheckFields path={[...path, 'check']} />
      <LimitFields path={path} />
      <Section title={groups.output}>
        <Value path={[...path, 'output']} label={fields.output} hint={hints.output} codec={jsonCodec} rows={5} code />
      </Section>
    </>
  );
}

function CheckFields({ path }: { readonly path: JsonPath }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const command = [...path, 'command'];
  const locked = scene.locked !== null;
  return (
    <Section title={groups.done}>
      <Choice
        path={[...path, 'changedOnDisk']}
        label={fields.changedOnDisk}
        options={choices.changedOnDisk}
        byDefault={texts.inspector.unset}
      />
      <Value path={[...path, 'filesExist']} label={fields.filesExist} hint={hints.lines} codec={linesCodec} rows={2} />
      <Value path={[...path, 'required']} label={fields.required} hint={hints.required} codec={linesCodec} rows={2} />
      <Value path={[...path, 'accept']} label={fields.accept} hint={hints.lines} codec={linesCodec} rows={2} />
      {at(scene.flow, command) === undefined ? (
        <Button
          disabled={locked}
          onPress={() => designer.edit({ type: 'set', path: command, value: { run: ['npm', 'test'] } })}
        >
          {texts.inspector.addCheck}
        </Button>
      ) : (
        <CommandFields
          path={command}
          name={texts.inspector.groups.commands}
          defaultExpect={texts.inspector.byDefault(choices.expect.exit)}
          remove={() => designer.edit(setting(scene.flow, command, undefined))}
        />
      )}
    </Section>
  );
}
