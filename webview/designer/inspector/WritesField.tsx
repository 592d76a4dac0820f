import type { ReactNode } from 'react';
import type { Json } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { Select } from '../../controls/Select';
import { useDesigner, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { choiceTexts } from './choiceTexts';
import { MapField } from './MapField';
import { setting } from './setting';
import { suggestionsFor } from './sources';
import type { ValueProps } from './values';
import { Value } from './values';

const { fields } = inspectorTexts;

/** Where the output goes: nowhere, to one channel, or values of it to several. */
export function WritesField({ path, label, hint }: ValueProps): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const value = at(scene.flow, path);
  const form = value === undefined ? 'none' : isObject(value) ? 'map' : 'channel';
  const known = suggestionsFor(scene, 'written', path);
  const start = (chosen: string) => {
    if (chosen !== form) designer.edit(setting(scene.flow, path, startOf(chosen, value, known[0] ?? 'channel')));
  };
  return (
    <>
      <Select
        label={label}
        hint={form === 'none' ? hint : undefined}
        value={form}
        options={Object.entries(choiceTexts.writes).map(([option, text]) => ({ value: option, text }))}
        disabled={scene.locked !== null}
        onChoose={start}
      />
      {form === 'channel' && <Value path={path} label={fields.writesTo} suggestions={known} />}
      {form === 'map' && <MapField path={path} label={fields.writesEach} value="cel" names="any" suggestions={known} />}
    </>
  );
}

/** The channel that is named already is kept from one form to the other. */
function startOf(form: string, before: Json | undefined, channel: string): Json | undefined {
  const named = typeof before === 'string' ? before : isObject(before) ? Object.keys(before)[0] : undefined;
  switch (form) {
    case 'channel':
      return named ?? channel;
    case 'map':
      return { [named ?? channel]: 'output' };
    default:
      return undefined;
  }
}
