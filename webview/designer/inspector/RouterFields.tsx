import type { ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { IconButton } from '../../controls/IconButton';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { texts } from '../texts';
import { InputFields, LimitFields, WorkerField } from './CommonFields';
import { Target, Value } from './fields';
import { NamedTargets } from './NamedTargets';
import { Section } from './Section';

const { fields, groups } = texts.inspector;

export function RouterFields({ path }: { readonly path: JsonPath }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const list = [...path, 'cases'];
  const value = at(scene.flow, list);
  const cases: readonly Json[] = Array.isArray(value) ? value : [];
  const locked = scene.locked !== null;
  const put = (next: readonly Json[]) =>
    designer.edit(next.length === 0 ? { type: 'set', path: list } : { type: 'set', path: list, value: next });
  return (
    <>
      <Section title={groups.cases}>
        {cases.map((_case, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a case is its place in the list.
          <fieldset className="card" key={index}>
            <legend>{texts.inspector.case(index + 1)}</legend>
            <Value path={[...list, index, 'when']} label={fields.when} rows={2} code />
            <div className="row">
              <Target path={[...list, index, 'to']} label={fields.to} />
              <IconButton
                icon={<Icon name="close" />}
                name={texts.inspector.removeItem(texts.inspector.case(index + 1))}
                disabled={locked}
                onPress={() => put(cases.filter((_item, other) => other !== index))}
              />
            </div>
          </fieldset>
        ))}
        <Button disabled={locked} onPress={() => put([...cases, { when: 'false', to: '@stop' }])}>
          {texts.inspector.addCase}
        </Button>
        <Target path={[...path, 'else']} label={fields.els} />
      </Section>
      <Section title={groups.what}>
        <WorkerField path={path} />
        <Value path={[...path, 'prompt']} label={fields.prompt} rows={4} />
      </Section>
      <Section title={fields.branches}>
        <NamedTargets path={[...path, 'branches']} />
      </Section>
      <InputFields path={path} />
      <LimitFields path={path} />
    </>
  );
}
