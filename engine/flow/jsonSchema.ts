import * as z from 'zod';
import type { Json } from '../json';
import { FORMAT } from './names';
import { flowSchema } from './schema';

/** The JSON Schema of the flow file, for text editors: made from the schema that reads it, descriptions included. */
export function flowJsonSchema(): Json {
  const { $schema, ...schema } = z.toJSONSchema(flowSchema, { io: 'input' });
  const plain: Json = JSON.parse(JSON.stringify(schema));
  return {
    $schema: $schema ?? 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://converge.dev/schema/flow-${FORMAT}.json`,
    title: 'Converge flow',
    ...(typeof plain === 'object' && plain !== null && !Array.isArray(plain) ? plain : {}),
  };
}
