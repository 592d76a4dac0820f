import type { ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { FieldNotes } from '../../controls/fieldParts';
import { useScene } from '../designer';
import { notesAt } from './notesAt';
import { RowButtons } from './RowButtons';
import { setting } from './setting';
import { useRows } from './useRows';

interface CardsProps {
  /** The list. */
  readonly path: JsonPath;
  readonly nameOf: (index: number) => string;
  readonly add: string;
  /** What a new entry is. */
  readonly fresh: Json;
  readonly children: (path: JsonPath, index: number) => ReactNode;
}

/** A list of things that have fields of their own, each on a card. */
export function Cards({ path, nameOf, add, fresh, children }: CardsProps): ReactNode {
  const scene = useScene();
  const rows = useRows(path);
  return (
    <>
      <div className="cards" ref={rows.ref}>
        {rows.indexes.slice(0, -1).map((index) => (
          <fieldset className="card" key={index} data-row={index}>
            <legend>{nameOf(index + 1)}</legend>
            <RowButtons rows={rows} index={index} name={nameOf(index + 1)} />
            <FieldNotes {...notesAt(scene.snapshot.issues, [...path, index])} />
            {children([...path, index], index)}
          </fieldset>
        ))}
      </div>
      <FieldNotes {...notesAt(scene.snapshot.issues, path)} />
      <Button
        disabled={scene.locked !== null}
        onPress={() => rows.act((all, flow) => setting(flow, [...path, all.length], fresh), rows.count)}
      >
        {add}
      </Button>
    </>
  );
}
