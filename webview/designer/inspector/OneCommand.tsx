import type { ReactNode } from 'react';
import { at } from '../../../engine/json';
import { Button } from '../../controls/Button';
import { FieldNotes } from '../../controls/fieldParts';
import { IconButton } from '../../controls/IconButton';
import { useDesigner, useScene } from '../designer';
import { Icon } from '../icons';
import { inspectorTexts } from '../inspectorTexts';
import { CommandFields } from './CommandFields';
import { onceLanded } from './landing';
import { notesAt } from './notesAt';
import { setting } from './setting';
import type { ValueProps } from './values';

/** A single command; one that need not be is added and removed as a whole. */
export function OneCommand({ path, label, optional }: ValueProps & { readonly optional?: boolean }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const locked = scene.locked !== null;
  if (at(scene.flow, path) === undefined)
    return (
      <Button disabled={locked} onPress={() => designer.edit({ type: 'set', path, value: { run: ['npm', 'test'] } })}>
        {optional ? inspectorTexts.addCheck : inspectorTexts.addCommand}
      </Button>
    );
  const remove = () =>
    onceLanded(designer, path, () => {
      designer.edit(setting(designer.store.get().scene?.flow ?? {}, path, undefined));
    });
  return (
    <fieldset className="card">
      <legend>{label}</legend>
      {optional && (
        <span className="row-buttons">
          <IconButton
            icon={<Icon name="close" />}
            name={inspectorTexts.removeItem(label)}
            disabled={locked}
            onPress={remove}
          />
        </span>
      )}
      <FieldNotes {...notesAt(scene.snapshot.issues, path)} />
      <CommandFields path={path} />
    </fieldset>
  );
}
