import type { Json } from '../../json';
import { at, isObject } from '../../json';
import { jsonOf, readSyntax } from '../syntax';
import type { NotCarried } from './leftovers';
import { importLoopGroups } from './loopGroups';
import { importSchematic } from './schematic';

/** A flow made of a file of another format: good in shape, and what of the file it does not hold. */
export interface Imported {
  readonly format: 'until-loop schematic' | 'workflow with loop groups';
  readonly flow: Json;
  readonly notCarried: readonly NotCarried[];
}

export type Importing =
  | ({ readonly ok: true } & Imported)
  /** Nothing could be made of it: a sentence for a person. */
  | { readonly ok: false; readonly why: string };

/**
 * Recognises the format of a file by its keys and makes a flow of it. Never throws. What it does not understand is listed
 * and not guessed; where a flow cannot be without something that the file does not say, a placeholder stands there that
 * cannot succeed, and is listed too.
 */
export function importFlow(text: string): Importing {
  const { root, faults } = readSyntax(text);
  const fault = faults[0];
  if (root === undefined || fault !== undefined)
    return { ok: false, why: `The file is not readable as JSON: ${fault?.message ?? 'it is empty'}` };
  const file = jsonOf(root);
  if (at(file, ['converge']) !== undefined)
    return { ok: false, why: 'This is a flow already: there is nothing to import.' };
  if (Array.isArray(at(file, ['items'])))
    return made('until-loop schematic', importSchematic(file), 'it has no item with an id');
  if (isObject(at(file, ['orchestration'])) || Array.isArray(at(file, ['loops'])))
    return made('workflow with loop groups', importLoopGroups(file), 'it names no agent');
  const formats = 'an until-loop schematic ("items") or a workflow with loop groups ("orchestration.loops")';
  return { ok: false, why: `The format is not known. What can be imported: ${formats}.` };
}

const made = (format: Imported['format'], made: Omit<Imported, 'format'> | null, why: string): Importing =>
  made === null
    ? { ok: false, why: `This looks like a file of the format ${format}, but ${why}.` }
    : { ok: true, format, ...made };
