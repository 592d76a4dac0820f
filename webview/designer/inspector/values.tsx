import type { KeyboardEvent, ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { CheckBox } from '../../controls/CheckBox';
import type { SelectOption } from '../../controls/Select';
import { Select } from '../../controls/Select';
import { TextArea } from '../../controls/TextArea';
import { TextField } from '../../controls/TextField';
import { useDesigner, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { notesOn } from '../problems/issues';
import type { Codec } from './codecs';
import { textCodec } from './codecs';
import { InTab } from './InTab';
import { onceListLanded } from './landing';
import { setting } from './setting';
import { targetOptions } from './targetOptions';
import { useField } from './useField';

export interface ValueProps {
  readonly path: JsonPath;
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  readonly name?: string;
  readonly bare?: boolean;
  readonly onKey?: (event: KeyboardEvent) => boolean;
}
interface TypedProps extends ValueProps {
  readonly codec?: Codec;
  readonly placeholder?: string;
  /** Several lines. */
  readonly rows?: number;
  readonly code?: boolean;
  readonly suggestions?: readonly string[];
  /** A text that may become long: it can be edited in a tab of its own. */
  readonly long?: boolean;
}

/** A value that is typed. */
export function Value(props: TypedProps): ReactNode {
  const { path, codec = textCodec, rows, code, suggestions, long, onKey, ...words } = props;
  const { typing, errors, remarks, disabled } = useField(path, codec);
  const shared = { ...words, ...typing, onKey, errors, remarks, disabled };
  if (rows === undefined) return <TextField {...shared} suggestions={suggestions} />;
  const action = long ? <InTab path={path} label={props.label} /> : undefined;
  return <TextArea {...shared} rows={rows} code={code} action={action} />;
}

interface ChoiceProps extends ValueProps {
  readonly options: Readonly<Record<string, string>>;
  /** The option that holds where nothing is written. */
  readonly byDefault?: string;
  /** Between what is chosen and what is written; texts where absent. */
  readonly toValue?: (chosen: string) => Json;
}

/** A value out of a few. Choosing the default's line removes the key. */
export function Choice({ options, byDefault, toValue, ...rest }: ChoiceProps): ReactNode {
  const all = Object.entries(options).map(([value, text]) => ({ value, text }));
  const held = byDefault === undefined ? undefined : (options[byDefault] ?? byDefault);
  return <Chosen {...rest} options={[unset(rest.required, held), ...all]} toValue={toValue} />;
}

interface TargetProps extends ValueProps {
  readonly only?: 'steps';
  readonly byDefault?: string;
}

/** A step or terminal. */
export function Target({ only, byDefault, ...rest }: TargetProps): ReactNode {
  const options = targetOptions(useScene(), only);
  const held = options.find(({ value }) => value === byDefault)?.text ?? byDefault;
  return <Chosen {...rest} options={[unset(rest.required, held), ...options]} />;
}

function unset(required: boolean | undefined, byDefault: string | undefined): SelectOption {
  if (byDefault !== undefined) return { value: '', text: inspectorTexts.byDefault(byDefault) };
  return { value: '', text: required ? inspectorTexts.choose : inspectorTexts.unset };
}

interface ChosenProps extends ValueProps {
  readonly options: readonly SelectOption[];
  readonly toValue?: (chosen: string) => Json;
}

function Chosen({ path, options, toValue = (chosen) => chosen, ...words }: ChosenProps): ReactNode {
  const scene = useScene();
  const set = useSetting(path);
  return (
    <Select
      {...words}
      value={textCodec.format(at(scene.flow, path))}
      options={options}
      {...notesOn(scene.snapshot.issues, path)}
      disabled={scene.locked !== null}
      onChoose={(chosen) => set(chosen === '' ? undefined : toValue(chosen))}
    />
  );
}

/** Something that is so or not; not ticked is what holds where nothing is written. */
export function Check({ path, label, hint }: ValueProps): ReactNode {
  const scene = useScene();
  const set = useSetting(path);
  return (
    <CheckBox
      label={label}
      hint={hint}
      checked={at(scene.flow, path) === true}
      {...notesOn(scene.snapshot.issues, path)}
      disabled={scene.locked !== null}
      onCheck={(checked) => set(checked ? true : undefined)}
    />
  );
}

/** Sets the value in the flow as it is by then; nothing removes it. */
function useSetting(path: JsonPath): (value: Json | undefined) => void {
  const designer = useDesigner();
  return (value) =>
    onceListLanded(designer, path, () => {
      designer.edit(setting(designer.store.get().scene?.flow ?? {}, path, value));
    });
}
