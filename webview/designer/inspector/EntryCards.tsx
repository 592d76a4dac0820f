import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import type { Json } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { FieldNotes } from '../../controls/fieldParts';
import { IconButton } from '../../controls/IconButton';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { inspectorTexts } from '../inspectorTexts';
import { IdField } from './IdField';
import { onceLanded } from './landing';
import { notesAt } from './notesAt';
import { freeName, setting } from './setting';

interface EntryCardsProps {
  readonly map: 'workers' | 'channels' | 'inputs';
  readonly add: string;
  /** What a new entry is called, and what it is. */
  readonly fresh: readonly [name: string, value: Json];
  readonly children: (name: string) => ReactNode;
}

/** What a flow names and steps use, each on a card; another name changes every mention in one edit. */
export function EntryCards({ map, add, fresh, children }: EntryCardsProps): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const ref = useRef<HTMLDivElement>(null);
  const wanted = useRef<string | null>(null);
  const entries = at(scene.flow, [map]);
  const names = isObject(entries) ? Object.keys(entries) : [];
  const locked = scene.locked !== null;
  useEffect(() => {
    const card = wanted.current && ref.current?.querySelector(`[data-entry="${CSS.escape(wanted.current)}"]`);
    if (!card) return;
    wanted.current = null;
    card.querySelector<HTMLElement>('[data-field]')?.focus();
  });
  const remove = (name: string) =>
    onceLanded(designer, [map, name], () => {
      designer.edit(setting(designer.store.get().scene?.flow ?? {}, [map, name], undefined));
    });
  const addOne = () => {
    const [base, value] = fresh;
    const name = freeName(entries, base);
    if (designer.edit({ type: 'set', path: [map, name], value })) wanted.current = name;
  };
  return (
    <>
      <div className="cards" ref={ref}>
        {names.map((name) => (
          <fieldset className="card" key={name} data-entry={name}>
            <legend>{name}</legend>
            <div className="row">
              <IdField
                path={[map, name]}
                id={name}
                taken={names}
                label={inspectorTexts.fields.name}
                rename={(to) => ({ type: 'renameEntry', map, from: name, to })}
              />
              <IconButton
                icon={<Icon name="close" />}
                name={inspectorTexts.removeItem(name)}
                disabled={locked}
                onPress={() => remove(name)}
              />
            </div>
            <FieldNotes {...notesAt(scene.snapshot.issues, [map, name])} />
            {children(name)}
          </fieldset>
        ))}
      </div>
      <Button disabled={locked} onPress={addOne}>
        {add}
      </Button>
    </>
  );
}
