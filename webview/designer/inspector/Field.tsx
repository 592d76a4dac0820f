import type { ReactNode } from 'react';
import type { JsonPath } from '../../../engine/json';
import { at } from '../../../engine/json';
import { useScene } from '../designer';
import { inspectorTexts } from '../inspectorTexts';
import { CalledField } from './CalledField';
import { CelField } from './CelField';
import { ChoicesField } from './ChoicesField';
import { argumentsCodec, durationCodec, jsonCodec, numberCodec, signedCodec, wholeCodec } from './codecs';
import { EvaluatorField } from './EvaluatorField';
import type { FieldsProps } from './fieldsContext';
import { ListField } from './ListField';
import { CasesField, CommandsField } from './ListsOfParts';
import { MapField } from './MapField';
import { OneCommand } from './OneCommand';
import { suggestionsFor } from './sources';
import type { FieldSpec } from './specs/spec';
import { Targets } from './Targets';
import { Check, Choice, Target, Value } from './values';
import { WritesField } from './WritesField';
import { whoDoesAt } from './whoDoesAt';

export function Fields({ base, fields }: FieldsProps): ReactNode {
  return fields.map((field) =>
    'control' in field ? (
      <Field key={keyOf(field)} base={base} spec={field} />
    ) : (
      <div className="row" key={field.map(keyOf).join()}>
        {field.map((each) => (
          <Field key={keyOf(each)} base={base} spec={each} />
        ))}
      </div>
    ),
  );
}

const keyOf = (field: FieldSpec): string => field.at.join('.');

/** The control for one value, as its description says. */
function Field({ base, spec }: { readonly base: JsonPath; readonly spec: FieldSpec }): ReactNode {
  const scene = useScene();
  const path = [...base, ...spec.at];
  const { label, hint, byDefault } = spec;
  // What an object needs is only needed where there is the object.
  const required = spec.required && at(scene.flow, path.slice(0, -1)) !== undefined;
  const words = { path, label, hint, required };
  const placeholder = byDefault === undefined ? undefined : inspectorTexts.defaultIs(byDefault);
  const optional = placeholder ?? (spec.required ? undefined : inspectorTexts.unset);
  switch (spec.control) {
    case 'text':
      return (
        <Value
          {...words}
          hint={spec.suggest === 'workers' ? whoDoesAt(scene, path, hint) : hint}
          placeholder={placeholder ?? spec.example}
          suggestions={spec.suggest && suggestionsFor(scene, spec.suggest, path)}
        />
      );
    case 'prose':
      return <Value {...words} rows={spec.rows} code={spec.code} long />;
    case 'whole':
      return <Value {...words} codec={wholeCodec} placeholder={optional} />;
    case 'number':
      return <Value {...words} codec={spec.signed ? signedCodec : numberCodec} placeholder={optional} />;
    case 'duration':
      return <Value {...words} codec={durationCodec} placeholder={placeholder ?? spec.example} />;
    case 'cel':
      return <CelField {...words} />;
    case 'json':
      return <Value {...words} codec={spec.only === undefined ? anyJson : jsons[spec.only]} rows={spec.rows} code />;
    case 'arguments':
      return <Value {...words} codec={argumentsCodec} rows={3} code />;
    case 'choice':
      return <Choice {...words} options={spec.options} byDefault={byDefault} />;
    case 'check':
      return <Check {...words} />;
    case 'step':
      return <Target {...words} only="steps" byDefault={byDefault} />;
    case 'target':
      return <Target {...words} byDefault={byDefault} />;
    case 'targets':
      return <Targets {...words} only={spec.only} />;
    case 'list':
      return <ListField {...words} suggest={spec.suggest} names={spec.names} />;
    case 'map':
      return <MapField {...words} value={spec.value} names={spec.names} />;
    case 'command':
      return <OneCommand {...words} optional={spec.optional} />;
    case 'commands':
      return <CommandsField path={path} />;
    case 'cases':
      return <CasesField path={path} />;
    case 'choices':
      return <ChoicesField {...words} />;
    case 'evaluator':
      return <EvaluatorField path={path} />;
    case 'writes':
      return <WritesField {...words} />;
    case 'called':
      return <CalledField {...words} />;
  }
}

const anyJson = jsonCodec();
const jsons = { object: jsonCodec('object'), list: jsonCodec('list') };
