import { describe, expect, it } from 'vitest';
import type { WorkerSpec } from '../../engine/flow/schema';
import { USES, workerFor, workerIssues, workersOf } from '../../engine/node/workers/registry';
import { aHost } from './turns';

const host = aHost();
const issues = (spec: WorkerSpec, where = host) => {
  const made = workerFor('w', spec, where);
  return 'run' in made ? [] : made.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`);
};

describe('a worker’s definition', () => {
  it.each([
    { use: 'command', run: ['node', 'x.mjs'], meters: 'free' },
    { use: 'claude-code', model: 'm', maxTurns: 5, maxUsd: 1, allowedTools: ['Bash(npm test:*)'] },
    { use: 'scripted', turns: [{ step: 'act', text: 'x' }] },
    { use: 'scripted', file: 'turns.json' },
    { use: 'recorded', trace: 'trace.ndjson' },
  ])('gives a worker: %j', (spec) => {
    const made = workerFor('w', spec, host);
    expect(made).toMatchObject({ use: spec.use });
  });
  it('that names no adapter says which there are', () => {
    expect(issues({ use: 'magic' })).toEqual([
      `worker-use-unknown workers.w.use: The worker "w" uses "magic", which there is no adapter for. Use one of ${USES.join(', ')}.`,
    ]);
    expect(issues({ use: 'toString' })).toHaveLength(1);
  });
  it('with a wrong option says which and why', () => {
    expect(issues({ use: 'command' })).toEqual([
      'worker-options workers.w.run: The worker "w" (command): "run": expected array, received undefined.',
    ]);
    expect(issues({ use: 'claude-code', maxTurns: 0 })[0]).toContain('workers.w.maxTurns');
    expect(issues({ use: 'scripted' })).toEqual([
      'worker-options workers.w: The worker "w" (scripted): give either "turns" or "file".',
    ]);
    expect(issues({ use: 'scripted', turns: [{ txt: 'x' }] })[0]).toContain('workers.w.turns.0');
  });
  it('cannot say which program claude is; only the settings can, and not one of the workspace', () => {
    expect(issues({ use: 'claude-code', command: './claude' })[0]).toContain('Unrecognized key: "command"');
    expect(issues({ use: 'claude-code' }, { ...host, executables: { 'claude-code': 'bin/claude' } })).toEqual([
      'worker-program-relative workers.w: The settings name "bin/claude" for "claude-code". Give an absolute path, or a name without folders.',
    ]);
    expect(issues({ use: 'claude-code' }, { ...host, executables: { 'claude-code': '/opt/claude' } })).toEqual([]);
  });
  it('of claude says that it holds a limit of cost itself; a program of one’s own does not', () => {
    expect(workerFor('w', { use: 'claude-code' }, host)).toMatchObject({ holds: ['usd'] });
    expect(workerFor('w', { use: 'command', run: ['x'] }, host)).not.toHaveProperty('holds');
  });
});

describe('a name', () => {
  const scripted = (model: string): WorkerSpec => ({ use: 'scripted', model, turns: [] });
  const flow = { workers: { a: scripted('flow'), b: scripted('flow') } };
  const settings = { a: scripted('settings'), b: scripted('settings'), c: scripted('settings') };
  const overrides = { a: scripted('override') };
  const used = (...names: readonly string[]) => names.map((name) => ({ name }));
  it('is an override, else the flow’s own, else the settings’', () => {
    const worker = workersOf(flow, settings, overrides, host);
    expect(['a', 'b', 'c', 'd'].map((name) => worker(name)?.model)).toEqual([
      'override',
      'flow',
      'settings',
      undefined,
    ]);
    expect(worker('toString')).toBeUndefined();
    expect(worker('a')).toBe(worker('a'));
  });
  it('that nobody knows, or that is wrongly defined, is an issue', () => {
    const bad = { workers: { ...flow.workers, e: { use: 'command' } } };
    expect(workerIssues(used('a', 'b', 'c'), flow, settings, overrides, host)).toEqual([]);
    expect(workerIssues(used('a', 'd', 'e', 'd'), bad, settings, overrides, host).map(({ code }) => code)).toEqual([
      'worker-unknown',
      'worker-options',
    ]);
    expect(workersOf(bad, {}, {}, host)('e')).toBeUndefined();
  });
});
