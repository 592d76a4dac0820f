import type { WorkerProbe } from '../../../ports';
import type { WorkerHost } from '../host';
import { agentEnvironment } from './agentEnvironment';
import type { AgentProgram } from './agentProbe';
import { probeAgent } from './agentProbe';
import { claudeProgram } from './claudeCode';
import { codexProgram } from './codex';
import { copilotProgram } from './copilot';
import { geminiProgram } from './gemini';
import { opencodeProgram } from './opencode';
import { VERSION_MS } from './version';

const AGENTS: readonly AgentProgram[] = [claudeProgram, codexProgram, geminiProgram, copilotProgram, opencodeProgram()];

/**
 * Looks for every agent's program that there is an adapter for, all at once, and resolves to what was found, in a fixed
 * order. Never throws; one that does not answer in `limitMs` is not available.
 */
export function probeAll(
  host: WorkerHost,
  limitMs = VERSION_MS + 2000,
): Promise<readonly { readonly use: string; readonly probe: WorkerProbe }[]> {
  return Promise.all(AGENTS.map(async (agent) => ({ use: agent.use, probe: await withinLimit(agent, host, limitMs) })));
}

async function withinLimit(agent: AgentProgram, host: WorkerHost, limitMs: number): Promise<WorkerProbe> {
  const { meters, safeInUntrustedRepo } = agent;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<WorkerProbe>((resolve) => {
    const why = `"${agent.name} --version" did not answer within ${limitMs} ms.`;
    timer = setTimeout(() => resolve({ available: false, why, meters, safeInUntrustedRepo }), limitMs);
  });
  try {
    return await Promise.race([probeAgent(agent, host, agentEnvironment(host.env, agent.own)), late]);
  } finally {
    clearTimeout(timer);
  }
}
