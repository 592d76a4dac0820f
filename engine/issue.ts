import type { Json, JsonPath } from './json';

/** An author's mistake, as data: what, where, and where it can be mended by machine, how. */
export interface Issue {
  /** Stable kebab-case name, one for each rule; the docs have a section of the same name. */
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  /** The value in the flow file that the issue is about. */
  readonly path: JsonPath;
  /** One sentence for a person: what is wrong and what to do. */
  readonly message: string;
  readonly fix?: Fix;
}

export interface Fix {
  readonly title: string;
  readonly changes: readonly Change[];
}

/** Sets the value at `path`; without `value` it is removed. Changes of one edit are applied in order. */
export interface Change {
  readonly path: JsonPath;
  readonly value?: Json;
}

export const hasErrors = (issues: readonly Issue[]): boolean => issues.some((issue) => issue.severity === 'error');
