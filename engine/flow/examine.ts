import type { Issue } from '../issue';
import { hasErrors } from '../issue';
import { check } from './check';
import type { ParsedFlow } from './parse';
import { inTextOrder, parseFlow } from './parse';

/**
 * A text read and checked: what Problems shows, `validate` prints and a run starts by. `issues` holds every finding,
 * sorted by place; `flow` is null while any of them is an error.
 */
export function examine(text: string): ParsedFlow {
  const parsed = parseFlow(text);
  if (parsed.value === null || parsed.broken !== null) return parsed;
  const found = check(parsed.value);
  // Where both speak of one value, the check knows more about it than the schema.
  const spoken = new Set(found.filter((issue) => issue.severity === 'error').map(place));
  const shape = parsed.issues.filter((issue) => !spoken.has(place(issue)));
  const issues = inTextOrder([...shape, ...found], parsed);
  return { ...parsed, issues, flow: hasErrors(issues) ? null : parsed.flow };
}

const place = (issue: Issue): string => JSON.stringify(issue.path);
