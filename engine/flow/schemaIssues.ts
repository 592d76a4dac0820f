import type { Issue } from '../issue';
import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';
import { LOOP_TYPES, STEP_KINDS } from './names';
import { nearest, suggestion } from './nearest';
import { schemaFix } from './schemaFixes';
import { keysAt } from './schemaKeys';
import type { Finding } from './schemaUnions';
import { excluding, opened, pathOf } from './schemaUnions';

/** The schema's findings as sentences with places. Keys that the schema does not know are warnings: they stay in the file. */
export function issuesOf(findings: readonly Finding[], value: Json): readonly Issue[] {
  return opened(findings, value).flatMap((finding): readonly Issue[] => {
    const path = pathOf(finding);
    if (finding.code === 'unrecognized_keys') return finding.keys.map((key) => unknownKey(path, key, value));
    const fix = schemaFix(finding, path, value);
    const issue: Issue = {
      code: codeOf(finding, at(value, path)),
      severity: 'error',
      path,
      message: sentence(finding, path, value),
    };
    return [fix === undefined ? issue : { ...issue, fix }];
  });
}

/** The value without the keys that the findings call unknown: what is left can be read strictly. */
export function withoutUnknownKeys(value: Json, findings: readonly Finding[]): Json {
  const unknown = new Set(
    opened(findings, value).flatMap((finding) =>
      finding.code === 'unrecognized_keys' ? finding.keys.map((key) => JSON.stringify([...finding.path, key])) : [],
    ),
  );
  const strip = (part: Json, path: JsonPath): Json => {
    if (Array.isArray(part)) return part.map((item: Json, index) => strip(item, [...path, index]));
    if (!isObject(part)) return part;
    const kept = Object.entries(part).filter(([key]) => !unknown.has(JSON.stringify([...path, key])));
    return Object.fromEntries(kept.map(([key, member]) => [key, strip(member, [...path, key])]));
  };
  return unknown.size === 0 ? value : strip(value, []);
}

function unknownKey(path: JsonPath, key: string, value: Json): Issue {
  const place = path.length === 0 ? 'the flow' : words(path);
  const here = at(value, path);
  const absent = keysAt(path, value).filter((known) => isObject(here) && !Object.hasOwn(here, known));
  const meant = nearest(key, absent);
  const message = `"${key}" is not a key of ${place} that Converge knows. It is kept and has no effect.${suggestion(key, absent)}`;
  const issue = { code: 'unknown-key', severity: 'warning', path: [...path, key], message } as const;
  const member = at(here, [key]);
  if (member === undefined) return issue;
  if (meant === undefined) return { ...issue, fix: { title: `Remove "${key}"`, changes: [{ path: [...path, key] }] } };
  const changes = [{ path: [...path, key] }, { path: [...path, meant], value: member }];
  return { ...issue, fix: { title: `Rename to "${meant}"`, changes } };
}

function codeOf(finding: Finding, value: Json | undefined): string {
  if (value === undefined) return 'missing-key';
  if (finding.code === 'invalid_key') return 'bad-id';
  if (finding.code !== 'invalid_union') return 'bad-value';
  if (finding.path[0] === 'steps' && finding.path.at(-1) === 'kind') return 'unknown-kind';
  return finding.path[0] === 'loops' && finding.path.at(-1) === 'type' ? 'unknown-loop-type' : 'bad-value';
}

function sentence(finding: Finding, path: JsonPath, value: Json): string {
  const name = words(path);
  const found = at(value, path);
  if (found === undefined) return `${name} is missing: give ${wanted(finding)}.`;
  switch (finding.code) {
    case 'invalid_key':
      return `${name} is not a good id: ${finding.issues[0]?.message ?? 'choose another one'}.`;
    case 'custom':
    case 'invalid_format':
      return `${name} does not fit: ${finding.message}.`;
    case 'invalid_value': {
      const near = typeof found === 'string' ? suggestion(found, finding.values.map(String)) : '';
      return `${name} is ${shown(found)}, but must be ${wanted(finding)}.${near}`;
    }
    case 'invalid_union': {
      const keys = excluding(finding).filter((key) => isObject(found) && Object.hasOwn(found, key));
      if (keys.length > 1)
        return `${name} has ${keys.map((key) => `"${key}"`).join(' and ')}, which exclude one another: keep one of them.`;
      const lacking = finding.errors.flatMap((errors) => (errors[0]?.path.length === 1 ? pathOf(errors[0]) : []));
      if (isObject(found) && lacking.length > 1)
        return `${name} has none of ${lacking.map((key) => `"${key}"`).join(', ')}: give one of them.`;
      return `${name} is ${shown(found)}, but must be ${wanted(finding)}.`;
    }
    default:
      return `${name} is ${shown(found)}, but must be ${wanted(finding)}.`;
  }
}

function wanted(finding: Finding): string {
  switch (finding.code) {
    case 'invalid_type':
      return KINDS[finding.expected] ?? `a value of type ${finding.expected}`;
    case 'invalid_value':
      return finding.values.map((option) => JSON.stringify(option)).join(' or ');
    case 'too_small':
      return sized(
        finding.origin,
        `at least ${finding.minimum}`,
        finding.inclusive ? '' : `more than ${finding.minimum}`,
      );
    case 'too_big':
      return sized(
        finding.origin,
        `at most ${finding.maximum}`,
        finding.inclusive ? '' : `less than ${finding.maximum}`,
      );
    case 'invalid_union': {
      if (finding.path.at(-1) === 'kind') return `one of ${STEP_KINDS.join(', ')}`;
      if (finding.path.at(-1) === 'type') return `one of ${LOOP_TYPES.join(', ')}`;
      const options = finding.errors.flatMap((errors) => errors.slice(0, 1).map((error) => wanted(error)));
      return [...new Set(options)].join(' or ') || 'another value';
    }
    default:
      return 'another value';
  }
}

function sized(origin: string, inclusive: string, exclusive: string): string {
  const bound = exclusive || inclusive;
  if (origin === 'array') return `a list with ${bound} item(s)`;
  return origin === 'string' ? 'a text that is not empty' : bound;
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object { … }',
  record: 'an object { … }',
};

const words = (path: JsonPath): string => (path.length === 0 ? 'The flow' : `"${path.join('.')}"`);

function shown(value: Json): string {
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
