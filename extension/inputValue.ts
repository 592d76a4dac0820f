import type { Flow } from '../engine/flow/schema';
import type { Json } from '../engine/json';
import { inputsOf } from '../engine/run/inputs';

/** What a person typed for an input of a flow, read as its type has it: a text as it is, anything else as JSON. */
export type ReadInput = { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly why: string };

export function readInput(flow: Flow, name: string, typed: string): ReadInput {
  const declared = flow.inputs?.[name];
  if (declared === undefined) return { ok: false, why: `there is no input "${name}"` };
  const value = declared.type === 'string' ? typed : parsed(typed);
  const read = inputsOf({ ...flow, inputs: { [name]: declared } }, { [name]: value });
  return read.ok ? { ok: true, value } : read;
}

/** The default as it is typed; empty where there is none. */
export function typedDefault(flow: Flow, name: string): string {
  const value = flow.inputs?.[name]?.default;
  if (value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** JSON, or else the text itself: then the message says what was typed. */
function parsed(typed: string): Json {
  try {
    return JSON.parse(typed);
  } catch {
    return typed;
  }
}
