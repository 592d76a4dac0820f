import type * as z from 'zod';
import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';

export type Finding = z.core.$ZodIssue;

/**
 * The findings with those about a choice of shapes opened up: where the value can only have been meant as one of them, what
 * is wrong with it as that one. Paths start at the document.
 */
export function opened(findings: readonly Finding[], value: Json, base: JsonPath = []): readonly Finding[] {
  return findings.flatMap((finding): readonly Finding[] => {
    const path = [...base, ...pathOf(finding)];
    if (finding.code === 'invalid_union' && finding.inclusive !== false) {
      const meant = finding.errors.filter((option) => fits(option, at(value, path)));
      const [only] = meant;
      if (only !== undefined && meant.length === 1) return opened(only, value, path);
      if (meant.length > 1) return [{ ...finding, errors: meant, path }];
    }
    return [{ ...finding, path }];
  });
}

/** Keys of a value that belong to different shapes, each of which it could be; empty where it could be none of them. */
export function excluding(finding: Finding): readonly string[] {
  if (finding.code !== 'invalid_union') return [];
  const keys = finding.errors.flatMap((option) =>
    option.flatMap((error) => (error.code === 'unrecognized_keys' && error.path.length === 0 ? error.keys : [])),
  );
  return [...new Set(keys)].sort();
}

export const pathOf = (finding: Finding): JsonPath =>
  finding.path.map((key) => (typeof key === 'symbol' ? String(key) : key));

/** Whether the value may have been meant as this shape: it is of its type and has its keys, whatever is wrong in them. */
function fits(option: readonly Finding[], value: Json | undefined): boolean {
  return option.every((error) => {
    if (error.path.length > 1 || error.code === 'unrecognized_keys') return true;
    if (error.path.length === 1) return at(value, pathOf(error)) !== undefined;
    if (error.code === 'invalid_value') return typeof value === 'string';
    return error.code !== 'invalid_type' && (error.code !== 'invalid_union' || isObject(value));
  });
}
