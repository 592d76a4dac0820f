import type { Json, JsonPath } from '../../json';
import { textIn } from '../graph/tolerant';
import type { Leftovers } from './leftovers';
import { given, listIn, some, textsIn } from './reading';

/** What must hold of an item's result, as the `check` of a work step; undefined where nothing can be carried over. */
export function checkOf(item: Json, path: JsonPath, left: Leftovers): Json | undefined {
  left.unknown([...path, 'check'], ['required', 'pass', 'allow']);
  const fields = criteria(item, path).filter(({ kind }) => kind === 'report_field');
  const required = [...textsIn(item, ['check', 'required'])];
  let changed = false;
  for (const { value, path: place, predicate } of fields) {
    const field = textIn(value, ['path']) || textIn(value, ['field']);
    if (predicate === 'changed_on_disk') changed = true;
    else if (field === '') left.add(place, 'The import does not find the field that it speaks of.');
    else if (predicate === 'present' || predicate === 'non_empty') required.push(field);
    else left.add(place, `"${predicate}" is no predicate that the import knows.`);
    if (predicate === 'non_empty') left.add(place, `"${field}" must be there; whether it is empty is not looked at.`);
  }
  const [command, ...more] = commandsOf(item, path, left);
  if (more.length > 0)
    left.add([...path, 'acceptance_criteria'], 'A step is checked with one command: only the first was taken.');
  const accept = [...textsIn(item, ['check', 'pass']), ...textsIn(item, ['check', 'allow'])];
  const check = given({
    changedOnDisk: changed ? 'claimed' : undefined,
    required: some([...new Set(required)]),
    accept: some([...new Set(accept)]),
    command,
  });
  return Object.keys(check).length === 0 ? undefined : check;
}

/** Lists the criteria over a report's fields, where nothing looks at them. */
export function listReportFields(item: Json, path: JsonPath, left: Leftovers, why: string): void {
  for (const { kind, path: place } of criteria(item, path)) if (kind === 'report_field') left.add(place, why);
}

/** The commands that an item must pass. */
export function commandsOf(item: Json, path: JsonPath, left: Leftovers): readonly Json[] {
  left.key([...path, 'acceptance_criteria'], 'on_failure', 'A failed check is tried again, up to "attempts".');
  left.unknown([...path, 'acceptance_criteria'], ['checks', 'on_failure']);
  return criteria(item, path).flatMap(({ kind, value, path: place }): readonly Json[] => {
    if (kind === 'report_field') return [];
    if (kind !== 'command') {
      left.add(place, `"${kind}" is no kind of check that the import knows.`);
      return [];
    }
    const shell = textIn(value, ['command']);
    const run = listIn(value, ['command']);
    if (run.length > 0 && run.every((part) => typeof part === 'string')) return [{ run }];
    if (shell !== '') return [{ shell }];
    left.add(place, 'The import does not find the command.');
    return [];
  });
}

const criteria = (item: Json, path: JsonPath) =>
  listIn(item, ['acceptance_criteria', 'checks']).map((value, index) => ({
    value,
    path: [...path, 'acceptance_criteria', 'checks', index],
    kind: textIn(value, ['kind']),
    predicate: textIn(value, ['predicate']),
  }));
