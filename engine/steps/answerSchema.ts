import * as z from 'zod';
import { messageOf } from '../failure';
import type { Json, JsonObject } from '../json';
import type { Term } from '../trace/result';

/**
 * Holds a structured answer against the JSON Schema that was asked for. Workers are not trusted to do it: some programs
 * take a schema and do not check it. A schema that cannot be read fails the term, so that nothing passes unchecked.
 */
export function answerTerm(schema: JsonObject, structured: Json | undefined): Term {
  const term = 'output';
  if (structured === undefined) return { term, ok: false, reason: 'it gave no structured answer, and one is wanted' };
  try {
    const read = z.fromJSONSchema(schema as Parameters<typeof z.fromJSONSchema>[0]).safeParse(structured);
    if (read.success) return { term, ok: true, reason: 'its answer is as the schema wants it' };
    return { term, ok: false, reason: `its answer does not fit the schema: ${z.prettifyError(read.error)}` };
  } catch (thrown) {
    return {
      term,
      ok: false,
      reason: `the step's "output" is no JSON Schema that can be checked: ${messageOf(thrown)}`,
    };
  }
}
