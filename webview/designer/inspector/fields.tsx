import type { ReactNode } from 'react';
import { TERMINALS } from '../../../engine/flow/names';
import type { JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import type { SelectOption } from '../../controls/Select';
import { Select } from '../../controls/Select';
import { TextArea } from '../../controls/TextArea';
import { TextField } from '../../controls/TextField';
import { useDesigner, useScene } from '../designer';
import { notesOn } from '../problems/issues';
import type { Scene } from '../scene';
import { texts } from '../texts';
import type { Codec } from './codecs';
import { textCodec } from './codecs';
import { setting } from './setting';
import { useField } from './useField';

interface ValueProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
}
interface TypedProps extends ValueProps {
  readonly codec?: Codec;
  readonly placeholder?: string;
  /** Several lines. */
  readonly rows?: number;
  readonly code?: boolean;
  readonly suggestions?: readonly string[];
}

/** A value that is typed. */
export function Value({
  path,
  label,
  hint,
  codec = textCodec,
  placeholder,
  rows,
  code,
  suggestions,
}: TypedProps): ReactNode {
  const { typing, errors, remarks, disabled } = useField(path, codec);
  const shared = { ...typing, label, hint, errors, remarks, disabled, placeholder };
  if (rows !== undefined) return <TextArea {...shared} rows={rows} code={code} />;
  return <TextField {...shared} suggestions={suggestions} />;
}

interface ChoiceProps extends ValueProps {
  readonly options: Readonly<Record<string, string>>;
  /** What holds where nothing is written. */
  readonly byDefault: string;
}

/** A value out of a few. Choosing the default's line removes the key. */
export function Choice({ path, label, hint, options, byDefault }: ChoiceProps): ReactNode {
  const all = Object.entries(options).map(([value, text]) => ({ value, text }));
  return <Chosen path={path} label={label} hint={hint} options={[{ value: '', text: byDefault }, ...all]} />;
}

/** A step or terminal. */
export function Target({ path, label, hint, only }: ValueProps & { readonly only?: 'steps' }): ReactNode {
  const scene = useScene();
  const unset = { value: '', text: texts.inspector.unset };
  return <Chosen path={path} label={label} hint={hint} options={[unset, ...targetOptions(scene, only)]} />;
}

function Chosen({ path, label, hint, options }: ValueProps & { readonly options: readonly SelectOption[] }): ReactNode {
  const designer = useDesigner();
  const scene = useScene();
  const value = at(scene.flow, path);
  return (
    <Select
      label={label}
      hint={hint}
      value={textCodec.format(value)}
      options={options}
      {...notesOn(scene.snapshot.issues, path)}
      disabled={scene.locked !== null}
      onChoose={(chosen) => designer.edit(setting(scene.flow, path, chosen === '' ? undefined : chosen))}
    />
  );
}

export function targetOptions(scene: Scene, only?: 'steps'): readonly SelectOption[] {
  const steps = scene.order.map((id) => {
    const title = scene.graph.steps.find((step) => step.id === id)?.title ?? id;
    return { value: id, text: title === id ? id : `${title} (${id})` };
  });
  if (only === 'steps') return steps;
  return [...steps, ...TERMINALS.map((target) => ({ value: target, text: `${texts.terminals[target]} (${target})` }))];
}
