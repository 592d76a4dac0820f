import type { ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { useDesigner, useScene } from '../designer';
import { texts } from '../texts';
import { CommandFields } from './CommandFields';
import { linesCodec } from './codecs';
import { Target, Value } from './fields';
import { Section } from './Section';
import { Targets } from './Targets';

const { fields, hints, groups, choices } = texts.inspector;

export function VerifyFields({ path }: { readonly path: JsonPath }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const list = [...path, 'commands'];
  const value = at(scene.flow, list);
  const commands: readonly Json[] = Array.isArray(value) ? value : [];
  const put = (next: readonly Json[]) => designer.edit({ type: 'set', path: list, value: next });
  return (
    <>
      <Section title={groups.commands}>
        {commands.map((_command, index) => (
          <CommandFields
            // biome-ignore lint/suspicious/noArrayIndexKey: a command is its place in the list.
            key={index}
            path={[...list, index]}
            name={texts.inspector.command(index + 1)}
            defaultExpect={texts.inspector.byDefault(choices.expect.exit)}
            remove={() => put(commands.filter((_item, other) => other !== index))}
          />
        ))}
        <Button disabled={scene.locked !== null} onPress={() => put([...commands, { run: ['npm', 'test'] }])}>
          {texts.inspector.addCommand}
        </Button>
      </Section>
      <Section title={groups.routes}>
        <Targets path={[...path, 'next']} label={fields.next} />
        <Target path={[...path, 'routes', 'fail']} label={fields.fail} />
      </Section>
      <Section title={groups.limits}>
        <Value
          path={[...path, 'mayChange']}
          label={fields.mayChange}
          hint={hints.mayChange}
          codec={linesCodec}
          rows={2}
        />
      </Section>
    </>
  );
}
