import type { JsonPath } from '../../../../engine/json';

/**
 * What the inspector shows, as data: sections of fields, each bound to one value.
 *
 * R1 Every key that the format has is the `at` of a field, or lies inside the one of a field that is made of several.
 * R2 `at` is relative to the thing that is inspected.
 */
export interface SectionSpec {
  /** Tells sections apart while they are folded; the same for the same part of every kind. */
  readonly id: string;
  readonly title: string;
  readonly hint?: string;
  /** Shown folded as long as nothing of it is set. */
  readonly rare?: boolean;
  /** Each is a field, or a row of fields beside each other. */
  readonly fields: readonly (FieldSpec | readonly FieldSpec[])[];
}

export type FieldSpec = FieldWords & FieldControl;

interface FieldWords {
  readonly at: JsonPath;
  readonly label: string;
  readonly hint?: string;
  /** The format wants it wherever the object around it is there. */
  readonly required?: boolean;
  /** What holds where nothing is written, as one would write it. */
  readonly byDefault?: string;
}

export type FieldControl =
  | { readonly control: 'text'; readonly suggest?: Source; readonly example?: string }
  /** Long text: several lines, and an editor tab of its own on request. */
  | { readonly control: 'prose'; readonly rows: number; readonly code?: boolean }
  | { readonly control: 'whole' }
  | { readonly control: 'number'; readonly signed?: boolean }
  | { readonly control: 'duration'; readonly example?: string }
  | { readonly control: 'cel'; readonly more?: readonly string[] }
  | { readonly control: 'json'; readonly rows: number; readonly only?: 'object' | 'list' }
  | { readonly control: 'choice'; readonly options: Readonly<Record<string, string>> }
  | { readonly control: 'check' }
  | { readonly control: 'step' }
  | { readonly control: 'target' }
  | { readonly control: 'targets'; readonly only?: 'steps' }
  /** Texts in an order. */
  | { readonly control: 'list'; readonly suggest?: Source; readonly names?: 'env' }
  /** Names, each with a value. */
  | { readonly control: 'map'; readonly value: MapValue; readonly names: 'id' | 'env' }
  | { readonly control: 'arguments' }
  | { readonly control: 'command'; readonly optional?: boolean }
  | { readonly control: 'commands' }
  | { readonly control: 'cases' }
  /** `also`: keys of the step that are edited together with it. */
  | { readonly control: 'choices'; readonly also: readonly string[] }
  | { readonly control: 'evaluator' }
  | { readonly control: 'writes' }
  | { readonly control: 'called' };

export type MapValue = 'text' | 'cel' | 'target' | 'step';

/** Where names that may be typed come from. */
export type Source = 'workers' | 'reads' | 'steps' | 'channels' | 'written' | 'artifacts' | 'uses' | 'flows';

/** Where the values stand that a field edits. */
export const placesOf = (field: FieldSpec): readonly JsonPath[] =>
  field.control === 'choices' ? [field.at, ...field.also.map((key) => [key])] : [field.at];

export const fieldsOf = (sections: readonly SectionSpec[]): readonly FieldSpec[] =>
  sections.flatMap(({ fields }) =>
    fields.flatMap((field): readonly FieldSpec[] => ('control' in field ? [field] : field)),
  );
