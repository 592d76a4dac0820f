import type { ReactNode } from 'react';
import type { Json } from '../../../engine/json';
import { at } from '../../../engine/json';
import { Select } from '../../controls/Select';
import { useDesigner, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { notesOn } from '../problems/issues';
import { setting } from './setting';
import { targetOptions } from './targetOptions';
import type { ValueProps } from './values';

/** One target or several: written as a text or as a list. Choosing "none" takes one away. */
export function Targets({ path, label, hint, required, only }: ValueProps & { readonly only?: 'steps' }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const value = at(scene.flow, path);
  const targets = (Array.isArray(value) ? value : [value]).flatMap((item: Json | undefined) =>
    typeof item === 'string' && item !== '' ? [item] : [],
  );
  /** An entry of a list is changed alone; a text becomes a list with the second target, and a text again with the last. */
  const put = (index: number, target: string) => {
    const next = [...targets];
    next.splice(index, 1, ...(target === '' ? [] : [target]));
    if (Array.isArray(value) && next.length > 1 && target !== '')
      designer.edit({ type: 'set', path: [...path, index], value: target });
    else designer.edit(setting(scene.flow, path, next.length > 1 ? next : next[0]));
  };
  const notes = notesOn(scene.snapshot.issues, path);
  const rows = targets.length > 0 ? [...targets, ''] : [''];
  return (
    <>
      {[...rows.keys()].map((index) => (
        <Select
          key={index}
          label={index === 0 ? label : inspectorTexts.also}
          hint={index === 0 ? hint : undefined}
          required={index === 0 && required}
          value={rows[index] ?? ''}
          options={[
            { value: '', text: index === 0 && required ? inspectorTexts.choose : inspectorTexts.unset },
            ...targetOptions(scene, only),
          ]}
          {...(index === 0 ? notes : {})}
          disabled={scene.locked !== null}
          onChoose={(chosen) => put(index, chosen)}
        />
      ))}
    </>
  );
}
