import type { SandboxPolicy } from './names';
import type { Flow, WorkerSpec } from './schema';

/**
 * What a flow says of where it works and of what holds its programs.
 *
 * R1 A worker's own `sandbox` counts for it; without one the run's does.
 * R2 A run's policy is the strictest of its flow and of the flows that it calls, for commands and for workers alike.
 * R3 Where the run works is said by its own flow alone: a called flow works where the run does.
 */
export const isInWorktree = (flow: Pick<Flow, 'workspace'>): boolean => flow.workspace?.isolation === 'worktree';

/** R2. */
export const runPolicy = (flows: readonly Pick<Flow, 'workspace'>[]): SandboxPolicy =>
  strictest(flows.map(({ workspace }) => workspace?.sandbox ?? 'off'));

/** R1. What is no policy reads as the strictest one: a slip must not let a program out. */
export function workerPolicy(spec: Pick<WorkerSpec, 'sandbox'>, ofRun: SandboxPolicy): SandboxPolicy {
  const own = spec.sandbox;
  if (own === undefined) return ofRun;
  return own === 'off' || own === 'preferred' ? own : 'required';
}

/** Whether commands of steps have no network: any of the flows may say so. */
export const isOffline = (flows: readonly Pick<Flow, 'workspace'>[]): boolean =>
  flows.some(({ workspace }) => workspace?.offline === true);

function strictest(policies: readonly SandboxPolicy[]): SandboxPolicy {
  if (policies.includes('required')) return 'required';
  return policies.includes('preferred') ? 'preferred' : 'off';
}

/** Why a path can be none of a worktree's `bring`; null: it can. Nothing is looked up. */
export function whyNotBrought(path: string): string | null {
  const parts = path.replaceAll('\\', '/').replace(/\/+$/, '').split('/');
  if (/^[A-Za-z]:/.test(path) || parts[0] === '') return 'it is not relative to the workspace';
  if (parts.includes('..')) return 'it leads out of the workspace';
  const named = parts.filter((part) => part !== '.' && part !== '');
  if (named.length === 0) return 'that is all of the workspace';
  if (named.some((part) => part.toLowerCase() === '.git')) return "git's own files are never brought";
  if (named[0]?.toLowerCase() === '.converge') return "Converge's own files are never brought";
  return /[*?]/.test(path) ? 'it is a pattern, and paths are taken as they are' : null;
}
