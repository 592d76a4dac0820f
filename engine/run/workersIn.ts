import type { Flow, WorkerSpec } from '../flow/schema';
import type { WorkerRole } from '../ports';
import type { MachineWorkers } from './whoDoes';
import { roleOfStep, whoDoes, workerNamesOf } from './whoDoes';

/** A worker as the steps of a flow would use it on this machine. */
export interface UsedWorker {
  readonly name: string;
  /** Null where neither the flow nor the settings know the name, and the settings have no default for the role. */
  readonly spec: WorkerSpec | null;
  /** That of the first step that uses it. */
  readonly role: WorkerRole;
  /** It is the machine's default for this role: nobody knows the name. */
  readonly fallback?: true;
  readonly access: 'read' | 'write';
  readonly steps: readonly string[];
}

/**
 * Every worker that a step names, once, in the order of the file; those of a gate's evaluators too. A name that only the
 * machine's defaults serve is one worker for each role in which it is used.
 */
export function workersIn(flow: Flow, { workers = {}, defaults = {} }: Partial<MachineWorkers>): readonly UsedWorker[] {
  const used = new Map<string, UsedWorker>();
  for (const [id, step] of Object.entries(flow.steps)) {
    const role = roleOfStep(step);
    for (const name of workerNamesOf(step)) {
      const found = whoDoes(name, role, flow, { workers, defaults });
      const fallback = found?.from === 'default';
      const key = fallback ? `${name} ${role}` : name;
      const seen = used.get(key) ?? { name, spec: found?.spec ?? null, role, access: 'read', steps: [] };
      const writes = step.kind === 'work' && step.access !== 'read';
      const access = writes ? 'write' : seen.access;
      used.set(key, { ...seen, access, steps: [...seen.steps, id], ...(fallback ? { fallback } : {}) });
    }
  }
  return [...used.values()];
}
