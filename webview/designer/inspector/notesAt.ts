import type { Issue } from '../../../engine/issue';
import type { JsonPath } from '../../../engine/json';
import { notesOn } from '../problems/issues';

/** What is said about the value itself, not about anything inside it. */
export const notesAt = (issues: readonly Issue[], path: JsonPath) =>
  notesOn(
    issues.filter((issue) => issue.path.length === path.length),
    path,
  );
