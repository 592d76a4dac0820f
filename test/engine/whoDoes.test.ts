import { describe, expect, it } from 'vitest';
import { sha256 } from '../../engine/node/digest';
import { workerIssues, workersOf } from '../../engine/node/workers/registry';
import { approvalLines, approvalOf } from '../../engine/run/approval';
import { drive } from '../../engine/run/run';
import type { DefaultWorkers } from '../../engine/run/whoDoes';
import { whoDoes } from '../../engine/run/whoDoes';
import { defaultsOf, writtenDefaultsSchema } from '../../engine/runner/machine';
import { green, idle, met } from '../fakes/plays';
import { fixFlow, opening } from '../fakes/runs';
import { world } from '../fakes/world';
import { aHost } from '../workers/turns';

const scripted = (model: string) => ({ use: 'scripted', model, turns: [] });
const defaults: DefaultWorkers = { work: scripted('w'), judge: scripted('j') };
/** One name for two roles, which nothing defines. */
const flow = fixFlow({ act: { worker: 'agent' }, judge: { worker: 'agent' } });

describe('a worker that a flow only names', () => {
  it('is the flow’s own, else the machine’s of that name, else the machine’s default for the role', () => {
    const machine = { workers: { agent: scripted('m') }, defaults };
    expect(whoDoes('agent', 'work', { workers: { agent: scripted('f') } }, machine)).toMatchObject({ from: 'flow' });
    expect(whoDoes('agent', 'work', flow, machine)).toMatchObject({ from: 'machine', spec: { model: 'm' } });
    const bare = { workers: {}, defaults };
    expect(whoDoes('agent', 'work', flow, bare)).toMatchObject({ from: 'default', spec: { model: 'w' } });
    expect(whoDoes('agent', 'judge', flow, bare)).toMatchObject({ from: 'default', spec: { model: 'j' } });
    expect(whoDoes('agent', 'gate', flow, bare)).toBeUndefined();
    expect(whoDoes('toString', undefined, flow, bare)).toBeUndefined();
  });

  it('is made by its role, once each; without a default it is an issue that names the role', () => {
    const host = aHost();
    const worker = workersOf(flow, {}, {}, host, defaults);
    expect([worker('agent', 'work')?.model, worker('agent', 'judge')?.model]).toEqual(['w', 'j']);
    expect(worker('agent', 'work')).toBe(worker('agent', 'work'));
    expect(worker('agent')).toBeUndefined();
    const used = [
      { name: 'agent', role: 'work' },
      { name: 'agent', role: 'gate' },
    ] as const;
    expect(workerIssues(used, flow, {}, {}, host, defaults).map(({ message }) => message)).toEqual([
      expect.stringContaining('a default for gate'),
    ]);
  });

  it('is asked for with the role of its step', async () => {
    const made = world({ workers: { doer: idle, reviewer: met }, check: green });
    const ports = made.ports();
    const asked: (string | undefined)[] = [];
    const state = await drive(flow, opening(flow), {
      ...ports,
      worker: (_, role) => {
        asked.push(role);
        return ports.worker(role === 'judge' ? 'reviewer' : 'doer');
      },
    }).parked;
    expect(state.end).toMatchObject({ outcome: 'complete', confirmed: 'evidence' });
    expect(new Set(asked)).toEqual(new Set(['work', 'judge']));
  });
});

describe('the approval of a flow whose workers are the machine’s defaults', () => {
  it('shows what each role resolved to, and asks again once a default changed', () => {
    const lines = approvalLines(approvalOf(flow, sha256, { defaults })).join('\n');
    expect(lines).toContain(
      'worker agent for act: scripted {"model":"w","turns":[]}, may write (this machine\'s default for work)',
    );
    expect(lines).toContain(
      'worker agent for judge: scripted {"model":"j","turns":[]}, may read (this machine\'s default for judge)',
    );
    const hash = (given: DefaultWorkers) => approvalOf(flow, sha256, { defaults: given }).hash;
    expect(hash({ ...defaults, work: scripted('other') })).not.toBe(hash(defaults));
    expect(hash({ ...defaults, router: scripted('unused') })).toBe(hash(defaults));
  });
  it('is that of before where the flow or the machine names every worker', () => {
    const workers = { agent: scripted('m') };
    expect(approvalOf(flow, sha256, { workers, defaults }).hash).toBe(approvalOf(flow, sha256, { workers }).hash);
  });
});

describe('defaults as a person writes them', () => {
  it('are a definition, the name of a worker of the machine, or an adapter', () => {
    const given = writtenDefaultsSchema.parse({ work: 'mine', judge: 'codex', gate: { use: 'gemini', model: 'x' } });
    expect(defaultsOf(given, { mine: scripted('m') })).toEqual({
      work: scripted('m'),
      judge: { use: 'codex' },
      gate: { use: 'gemini', model: 'x' },
    });
    expect(writtenDefaultsSchema.safeParse({ person: 'x' }).success).toBe(false);
  });
});
