import type { ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { Select } from '../../controls/Select';
import { useDesigner, useScene } from '../designer';
import { notesOn } from '../problems/issues';
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
  const notes = notesOn(scene.snapshot.issues, path);
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
          {...(index === 0 ? notes : {})}
          disabled={scene.locked !== null}
          onChoose={(chosen) => put(index, chosen)}
        />
      ))}
    </>
  );
}
