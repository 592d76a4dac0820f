import type { ReactNode } from 'react';
import type { Json, JsonPath } from '../../../engine/json';
import { at, isObject } from '../../../engine/json';
import { FieldNotes } from '../../controls/fieldParts';
import { Select } from '../../controls/Select';
import { useDesigner, useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { Cards } from './Cards';
import { choiceTexts } from './choiceTexts';
import { useFields } from './fieldsContext';
import { notesAt } from './notesAt';
import { Others } from './Others';
import { evaluatorFields } from './specs/parts';

type Simple = keyof typeof evaluatorFields;
const SIMPLE: readonly Simple[] = ['worker', 'commands', 'when'];

/** What gives a gate its verdict. `inner`: one of several, which cannot be several itself. */
export function EvaluatorField({ path, inner }: { readonly path: JsonPath; readonly inner?: boolean }): ReactNode {
  const Fields = useFields();
  const designer = useDesigner();
  const scene = useScene();
  const value = at(scene.flow, path);
  const form = formOf(value);
  const { all, ...simple } = choiceTexts.evaluator;
  const options = Object.entries(inner ? simple : { ...simple, all }).map(([option, text]) => ({
    value: option,
    text,
  }));
  const choose = (chosen: string) => {
    if (chosen !== form) designer.edit({ type: 'set', path, value: startOf(chosen, value, scene.snapshot.workers[0]) });
  };
  return (
    <>
      <Select
        label={inspectorTexts.fields.evaluator}
        required
        value={form ?? ''}
        options={form === null ? [{ value: '', text: inspectorTexts.choose }, ...options] : options}
        disabled={scene.locked !== null}
        onChoose={choose}
      />
      {!inner && <FieldNotes {...notesAt(scene.snapshot.issues, path)} />}
      {form === 'all' ? (
        <Cards
          path={[...path, 'all']}
          nameOf={inspectorTexts.evaluator}
          add={inspectorTexts.addEvaluator}
          fresh={{ when: 'true' }}
        >
          {(one) => <EvaluatorField path={one} inner />}
        </Cards>
      ) : (
        form !== null && <Fields base={path} fields={evaluatorFields[form]} />
      )}
      {form !== null && <Others path={path} fields={form === 'all' ? [] : evaluatorFields[form]} but={['all']} />}
    </>
  );
}

function formOf(value: Json | undefined): Simple | 'all' | null {
  if (!isObject(value)) return null;
  return value.all === undefined ? (SIMPLE.find((key) => value[key] !== undefined) ?? null) : 'all';
}

/** What is there already becomes the first of several, and the first of several what is left. */
function startOf(form: string, before: Json | undefined, worker = 'reviewer'): Json {
  const parts = isObject(before) && Array.isArray(before.all) ? before.all : isObject(before) ? [before] : [];
  const same = parts.find((part: Json) => formOf(part) === form);
  if (same !== undefined) return same;
  switch (form) {
    case 'worker':
      return { worker };
    case 'commands':
      return { commands: [{ run: ['npm', 'test'] }] };
    case 'all':
      return { all: parts.length > 0 ? parts : [{ when: 'true' }] };
    default:
      return { when: 'true' };
  }
}
