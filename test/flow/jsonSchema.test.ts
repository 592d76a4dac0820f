import { describe, expect, it } from 'vitest';
import { flowJsonSchema } from '../../engine/flow/jsonSchema';
import { patched } from '../../engine/flow/patch';
import { flowSchema } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import { at } from '../../engine/json';
import { sample, set } from './changedSample';
import { faultsOf } from './schemaCheck';

const schema = flowJsonSchema();

describe('the JSON Schema of the flow file', () => {
  it('accepts the sample, and says what each key is for', () => {
    expect(faultsOf(schema, sample)).toEqual([]);
    expect(at(schema, ['properties', 'goal', 'description'])).toContain('the engine never reads it');
    expect(at(schema, ['$id'])).toContain('flow-1');
  });

  it('refuses what the reader refuses', () => {
    for (const change of [
      set('converge', 2),
      set('id', '1x'),
      set('steps.act.kind', 'dream'),
      set('steps.act.prompt'),
      set('steps.act.attempts', 2.5),
      set('steps.act.unknown', 1),
      set('steps.verify.commands', []),
      set('steps.verify.commands.0.timeout', '10 minutes'),
      set('loops.fix.maxPasses', '3'),
      set('loops.fix.maxPasses', 0),
      set('loops.fix.maxPasses'),
      set('loops.fix.spendCap.usd', 0),
      set('layout.verify', [1]),
      set('layout.verify', [1, 2, 3]),
      set('steps.1x', { kind: 'judge', worker: 'x', next: '@stop' }),
    ]) {
      const flow: Json = patched(sample, [change]);
      expect(flowSchema.safeParse(flow).success).toBe(false);
      expect({ change, faults: faultsOf(schema, flow).length > 0 }).toEqual({ change, faults: true });
    }
  });
});
