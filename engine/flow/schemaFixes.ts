import type { Fix } from '../issue';
import type { Json, JsonPath } from '../json';
import { at, isObject } from '../json';
import { newStep } from './edits/newStep';
import { STEP_KINDS } from './names';
import { nearest } from './nearest';
import { takesAt } from './schemaKeys';
import type { Finding } from './schemaUnions';

/**
 * How a value that the schema does not take can be mended: what was plainly meant, else its absence where it may be absent.
 * Only what the schema then takes is offered.
 */
export function schemaFix(finding: Finding, path: JsonPath, flow: Json): Fix | undefined {
  if (path.length === 0 || finding.code === 'invalid_key') return undefined;
  const found = at(flow, path);
  const name = String(path.at(-1));
  if (found === undefined) {
    const value = usual(path, flow);
    if (value === undefined || !takesAt(path, flow, value)) return undefined;
    return { title: `Add "${name}"`, changes: [{ path, value }] };
  }
  const meant = meanings(finding, found, roleIn(path)).find((value) => takesAt(path, flow, value));
  if (meant !== undefined) return { title: `Change to ${shown(meant)}`, changes: [{ path, value: meant }] };
  // Without a reducer a channel is another one.
  if (typeof path.at(-1) === 'number' || name === 'reducer' || !takesAt(path, flow, undefined)) return undefined;
  return { title: `Remove "${name}"`, changes: [{ path }] };
}

/** What a key that must be there usually holds; undefined where that is for a person to say. */
function usual(path: JsonPath, flow: Json): Json | undefined {
  const [map, , key, ...deeper] = path;
  if (map === 'inputs' && key === 'type') return 'string';
  if (map === 'workers' && key === 'use') return 'claude-code';
  if (path.at(-1) === 'reducer') return 'last';
  if (map !== 'steps' || typeof key !== 'string') return undefined;
  const kind = STEP_KINDS.find((known) => known === at(flow, ['steps', path[1] ?? '', 'kind']));
  if (kind === undefined) return undefined;
  if (kind === 'ask' && key === 'routes') return undefined;
  const fresh = newStep(kind, flow, { next: '@stop', before: '@stop', called: '', channel: '' });
  return at(fresh, [key, ...deeper]);
}

/** What may have been meant by a value, the likeliest first. */
function meanings(finding: Finding, found: Json, role: TextRole): readonly Json[] {
  const words =
    finding.code === 'invalid_value' ? finding.values.flatMap((word) => (typeof word === 'string' ? [word] : [])) : [];
  const near = typeof found === 'string' ? nearest(found, words) : undefined;
  return [...(near === undefined ? [] : [near]), ...bounded(finding), ...converted(found, role)];
}

function bounded(finding: Finding): readonly Json[] {
  if (finding.code === 'too_small' && finding.origin !== 'string' && finding.origin !== 'array')
    return [Number(finding.minimum)];
  return finding.code === 'too_big' && finding.origin !== 'string' && finding.origin !== 'array'
    ? [Number(finding.maximum)]
    : [];
}

/** The same in another type: "3" for 3, a list of one for one, seconds for a bare number. */
function converted(found: Json, role: TextRole): readonly Json[] {
  if (typeof found === 'string') {
    const text = found.trim();
    const duration = /^(\d+)\s*(ms|s|m|h|d)[a-z]*$/i.exec(text);
    const number = text === '' ? Number.NaN : Number(text);
    return [
      ...(Number.isFinite(number) ? [number] : []),
      ...(/^(?:true|false)$/i.test(text) ? [text.toLowerCase() === 'true'] : []),
      ...(duration === null ? [] : [`${duration[1]}${duration[2]?.toLowerCase()}`]),
      ...(text === '' ? [] : [[text], text.split(/\s+/)]),
    ];
  }
  if (typeof found === 'number') {
    const whole = Math.floor(found);
    return [
      ...(whole === found ? [] : [whole, whole + 1]),
      ...(role === 'prose' ? [String(found)] : []),
      ...(role === 'duration' ? [`${whole}s`] : []),
    ];
  }
  if (Array.isArray(found)) return found.length === 1 ? [found[0] ?? null] : [];
  return isObject(found) ? [[found]] : [];
}

/** What a text is for, where a number may stand for it; what names something is never a number. */
type TextRole = 'prose' | 'duration' | 'name';

function roleIn(path: JsonPath): TextRole {
  const key = String(path.at(-1));
  if (['timeout', 'deadline', 'interval', 'ttl'].includes(key)) return 'duration';
  const prose =
    ['title', 'purpose', 'goal', 'description', 'prompt', 'question'].includes(key) || path.at(-2) === 'run';
  return prose ? 'prose' : 'name';
}

function shown(value: Json): string {
  const text = JSON.stringify(value);
  return text.length > 40 ? `${text.slice(0, 39)}…` : text;
}
