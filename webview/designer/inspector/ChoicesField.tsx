import type { ReactNode } from 'react';
import type { FlowEdit } from '../../../engine/flow/edit';
import type { Json, JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { TextField } from '../../controls/TextField';
import { useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import type { Parsed } from './codecs';
import { FieldGroup } from './FieldGroup';
import { parseName } from './names';
import { RowButtons } from './RowButtons';
import { renaming, setting } from './setting';
import { useDraft } from './useField';
import type { Rows } from './useRows';
import { useRows } from './useRows';
import type { ValueProps } from './values';
import { Choice, Target } from './values';

const { fields } = inspectorTexts;

/** What a person can answer, where each answer leads, and the one that is taken at the deadline. */
export function ChoicesField({ path, label, required }: ValueProps): ReactNode {
  const scene = useScene();
  const rows = useRows(path);
  const step = path.slice(0, -1);
  const choices = textsIn(at(scene.flow, path));
  return (
    <>
      <FieldGroup path={path} label={label} required={required}>
        <div className="rows" ref={rows.ref}>
          {rows.indexes.map((index) => (
            <Row key={index} step={step} choices={choices} index={index} rows={rows} />
          ))}
        </div>
      </FieldGroup>
      <Choice
        path={[...step, 'default']}
        label={fields.byDefault}
        options={Object.fromEntries(choices.map((choice) => [choice, choice]))}
      />
    </>
  );
}

interface RowProps {
  readonly step: JsonPath;
  readonly choices: readonly string[];
  readonly index: number;
  readonly rows: Rows;
}

function Row({ step, choices, index, rows }: RowProps): ReactNode {
  const { flow } = useScene();
  const path = [...step, 'choices', index];
  const choice = choices[index];
  const remove = () => choice !== undefined && rows.act((_list, now) => removing(now, step, index, choice), index);
  const { typing, ...notes } = useDraft(
    path,
    choice ?? '',
    (text): Parsed => (text.trim() === '' ? { ok: true } : parseName(text, choice ?? null, choices)),
    (designer, { value }) => {
      const to = value === undefined ? '' : String(value);
      if (to !== '' && to !== choice)
        return designer.edit(choice === undefined ? adding(step, index, to) : naming(flow, step, index, choice, to));
      designer.draft(path, null);
      if (to === '') remove();
      return false;
    },
  );
  const name =
    choice === undefined ? inspectorTexts.addTo(fields.choices) : inspectorTexts.itemOf(fields.choices, index + 1);
  return (
    <div className={choice === undefined ? 'row' : 'row entry'} data-row={index}>
      <TextField
        {...typing}
        {...notes}
        bare
        label={fields.choice}
        name={name}
        placeholder={choice === undefined ? inspectorTexts.add : undefined}
        onKey={choice === undefined ? undefined : rows.keysOf(index)}
      />
      {choice !== undefined && (
        <>
          <Target bare path={[...step, 'routes', choice]} label={inspectorTexts.onChoice(choice)} required />
          <RowButtons rows={rows} index={index} name={choice} remove={remove} />
        </>
      )}
    </div>
  );
}

const adding = (step: JsonPath, index: number, choice: string): FlowEdit => ({
  type: 'batch',
  edits: [
    { type: 'set', path: [...step, 'choices', index], value: choice },
    { type: 'set', path: [...step, 'routes', choice], value: '@stop' },
  ],
});

/** A choice, its route and its being the default go and change together. */
function naming(flow: Json, step: JsonPath, index: number, from: string, to: string): FlowEdit {
  const edits: FlowEdit[] = [{ type: 'set', path: [...step, 'choices', index], value: to }];
  if (at(flow, [...step, 'routes', from]) !== undefined) edits.push(renaming(flow, [...step, 'routes'], from, to));
  if (at(flow, [...step, 'default']) === from) edits.push({ type: 'set', path: [...step, 'default'], value: to });
  return { type: 'batch', edits };
}

function removing(flow: Json, step: JsonPath, index: number, choice: string): FlowEdit {
  const edits: FlowEdit[] = [setting(flow, [...step, 'choices', index], undefined)];
  if (at(flow, [...step, 'routes', choice]) !== undefined)
    edits.push({ type: 'set', path: [...step, 'routes', choice] });
  if (at(flow, [...step, 'default']) === choice) edits.push({ type: 'set', path: [...step, 'default'] });
  return { type: 'batch', edits };
}

const textsIn = (value: Json | undefined): readonly string[] =>
  Array.isArray(value) ? value.filter((item: Json) => typeof item === 'string') : [];
