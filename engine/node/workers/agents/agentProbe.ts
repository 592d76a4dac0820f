import path from 'node:path';
import type { WorkerProbe } from '../../../ports';
import { findProgram } from '../../program';
import type { WorkerHost } from '../host';
import { versionOf } from './version';

/** A program of an agent as it is looked for on this machine. */
export interface AgentProgram {
  readonly use: string;
  /** Its name in PATH, where the machine's settings name no other. */
  readonly name: string;
  /** Names of variables of its own that it may see. */
  readonly own: readonly string[];
  /** What to do where it is not there. */
  readonly advice: string;
  readonly meters: WorkerProbe['meters'];
  /** It runs nothing that a repository brings (hooks, servers, plugins) before a person has trusted it. */
  readonly safeInUntrustedRepo: boolean;
}

export const programOf = (agent: AgentProgram, host: Pick<WorkerHost, 'executables'>): string =>
  host.executables[agent.use] ?? agent.name;

/** Whether it is there, with its version, or what is missing and what to do. Never throws. */
export async function probeAgent(
  agent: AgentProgram,
  host: WorkerHost,
  env: Readonly<Record<string, string>>,
): Promise<WorkerProbe> {
  const { meters, safeInUntrustedRepo } = agent;
  const program = programOf(agent, host);
  const found = findProgram(program, host.workspaceRoot, env);
  if (!found.found) return { available: false, why: `${found.why} ${agent.advice}`, meters, safeInUntrustedRepo };
  // Not in the workspace: what a repository brings is not for a program that is only asked for its version.
  const version = await versionOf(program, path.parse(host.workspaceRoot).root, env);
  return version.ok
    ? { available: true, version: version.text, meters, safeInUntrustedRepo }
    : { available: false, why: version.why, meters, safeInUntrustedRepo };
}
