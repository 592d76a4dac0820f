import { describe, expect, it } from 'vitest';
import { flowJsonSchema } from '../../engine/flow/jsonSchema';
import { parseFlow } from '../../engine/flow/parse';
import { patched } from '../../engine/flow/patch';
import { flowSchema } from '../../engine/flow/schema';
import type { Json } from '../../engine/json';
import { at } from '../../engine/json';
import { sample, set } from './changedSample';
import { KINDS } from './kinds';
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

  it('accepts a flow of every kind and loop type, and refuses what each of them may not be', () => {
    const kinds = parseFlow(KINDS).value as Json;
    expect(faultsOf(schema, kinds)).toEqual([]);
    for (const change of [
      set('steps.check.routes.escalate'),
      set('steps.check.evaluator', {}),
      set('steps.each.step'),
      set('steps.each.onFailure', 'ignore'),
      set('steps.join.wait', 'some'),
      set('steps.tasks.onIdle'),
      set('steps.look.routes.terminal'),
      set('steps.sub.routes', { odd: '@stop' }),
      set('loops.refine.maxIterations', 0),
      set('loops.refine.maxIterations', 1_000_001),
      set('loops.refine.exitTo'),
      set('loops.polish.patience', 0),
      set('loops.polish.maxPasses', 3),
      set('channels.plan.reducer', 'sum'),
      set('budget', { minutes: 0 }),
    ]) {
      const flow: Json = patched(kinds, [change]);
      expect({ change, read: flowSchema.safeParse(flow).success }).toEqual({ change, read: false });
      expect({ change, faults: faultsOf(schema, flow).length > 0 }).toEqual({ change, faults: true });
    }
  });
});
