import type { ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { Select } from '../../controls/Select';
import { useDesigner, useScene } from '../designer';
import { issuesWithin } from '../problems/issues';
import { texts } from '../texts';
import { targetOptions } from './fields';
import { setting } from './setting';

interface TargetsProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
  readonly only?: 'steps';
}

/** One target or several: written as a text or as a list. Choosing "none" takes one away. */
export function Targets({ path, label, hint, only }: TargetsProps): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const value = at(scene.flow, path);
  const targets = (Array.isArray(value) ? value : [value]).flatMap((item: Json | undefined) =>
    typeof item === 'string' && item !== '' ? [item] : [],
  );
  const put = (index: number, target: string) => {
    const next = [...targets];
    next.splice(index, 1, ...(target === '' ? [] : [target]));
    designer.edit(setting(scene.flow, path, next.length > 1 ? next : next[0]));
  };
  const options = [{ value: '', text: texts.inspector.unset }, ...targetOptions(scene, only)];
  const errors = issuesWithin(scene.snapshot.issues, path).map((issue) => issue.message);
  return (
    <>
      {[...targets, ''].map((target, index) => (
        <Select
          // biome-ignore lint/suspicious/noArrayIndexKey: a target is its place in the list.
          key={index}
          label={index === 0 ? label : texts.inspector.also}
          hint={index === 0 ? hint : undefined}
          value={target}
          options={options}
          errors={index === 0 ? errors : []}
          disabled={scene.locked !== null}
          onChoose={(chosen) => put(index, chosen)}
        />
      ))}
    </>
  );
}
