import type { Json, JsonPath } from '../json';
import { at } from '../json';
import { commandSchema, flowSchema, stepSchema, untilLoopSchema, workCheckSchema } from './schema';

/** The keys that the schema knows for the object at `path`, whose value so far is `here`. Empty for maps keyed by id. */
export function keysAt(path: JsonPath, here: Json | undefined): readonly string[] {
  if (path.length === 0) return Object.keys(flowSchema.shape);
  const [map, , key] = path;
  if (path.length === 2 && map === 'loops') return Object.keys(untilLoopSchema.shape);
  if (map !== 'steps') return [];
  if (path.length === 2) {
    const kind = at(here, ['kind']);
    const kinds = stepSchema.options.filter((option) => kind === undefined || option.shape.kind.value === kind);
    return [...new Set(kinds.flatMap((option) => Object.keys(option.shape)))];
  }
  if (path.length === 3 && key === 'check') return Object.keys(workCheckSchema.shape);
  if (path.length === 4 && (key === 'commands' || path[3] === 'command')) return Object.keys(commandSchema.shape);
  if (path.length === 4 && key === 'cases') return ['when', 'to'];
  return [];
}
