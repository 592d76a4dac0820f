import type { ComponentType } from 'react';
import { createContext, useContext } from 'react';
import type { JsonPath } from '../../../engine/json';
import type { FieldSpec } from './specs/spec';

export interface FieldsProps {
  readonly base: JsonPath;
  readonly fields: readonly (FieldSpec | readonly FieldSpec[])[];
}

/** Draws fields inside of a field: a command of a step has fields of its own, a gate's evaluator has commands. */
const FieldsContext = createContext<ComponentType<FieldsProps>>(() => null);
export const FieldsProvider = FieldsContext.Provider;
export const useFields = (): ComponentType<FieldsProps> => useContext(FieldsContext);
