import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { secretsOfRun } from '../../engine/runner/runSecrets';
import { keptSecrets } from '../../extension/secrets';
import { scratch } from '../node/scratch';
import { fixFlow } from '../runner/flows';

/** VS Code's storage of secrets, as much of it as is used. */
function storage(entries = new Map<string, string>()) {
  const secrets = keptSecrets({
    get: async (key: string) => entries.get(key),
    store: async (key: string, value: string) => void entries.set(key, value),
    delete: async (key: string) => void entries.delete(key),
    onDidChange: () => ({ dispose: () => undefined }),
  });
  return { secrets, entries };
}

describe('secrets of a person in VS Code', () => {
  it('are stored, replaced, listed by name and forgotten, the last one without a rest', async () => {
    const { secrets, entries } = storage();
    expect([...(await secrets.all())]).toEqual([]);
    await secrets.store('A', 'one-one');
    await secrets.store('B', 'two-two');
    await secrets.store('A', 'three-three');
    expect([...(await secrets.all()).keys()]).toEqual(['A', 'B']);
    expect((await secrets.all()).get('A')).toBe('three-three');
    await secrets.forget('none');
    await secrets.forget('A');
    await secrets.forget('B');
    expect(entries.size).toBe(0);
  });

  it('what is not of our making counts as none', async () => {
    const { secrets } = storage(new Map([['converge.secrets', '{"A": 1']]));
    expect((await secrets.all()).size).toBe(0);
  });

  it('a run is handed those that its flow names, and none where nobody needs one', async () => {
    const root = scratch();
    const steps = fixFlow().steps as JsonObject;
    const verify = { kind: 'verify', commands: [{ run: ['node'], env: { T: { secret: 'A' } } }], next: 'judge' };
    const flowPath = join(root, '.converge/flows/fix.converge.json');
    mkdirSync(dirname(flowPath), { recursive: true });
    writeFileSync(flowPath, JSON.stringify(fixFlow({ steps: { ...steps, verify } })));
    const common = { workers: {}, executables: {}, approve: null, trusted: true, program: 'test' };
    const spec = { ...common, kind: 'start', flowPath, mode: 'supervised', overrides: {} } as const;
    const stored = new Map(Object.entries({ A: 'one-one', B: 'two-two', OPENAI_API_KEY: 'k-three' }));
    expect([...(await secretsOfRun(spec, stored))]).toEqual([['A', 'one-one']]);
    writeFileSync(flowPath, JSON.stringify(fixFlow()));
    expect([...(await secretsOfRun(spec, stored))]).toEqual([]);
  });
});
