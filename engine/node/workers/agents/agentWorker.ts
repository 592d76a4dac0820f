import type { Turn, Worker } from '../../../ports';
import { NOTHING_SPENT, noAnswer } from '../ending';
import type { WorkerHost } from '../host';
import { runProgram } from '../programs/programTurn';
import { agentEnvironment } from './agentEnvironment';
import type { AgentProgram } from './agentProbe';
import { probeAgent, programOf } from './agentProbe';
import { withScratch } from './scratch';
import type { TurnReader, Wanted } from './turnReader';
import { workspaceRoots } from './workspaceRoots';

/** What makes one agent's program different from another's. */
export interface Agent extends AgentProgram {
  readonly model?: string | undefined;
  /** The limits of a turn that are passed down to it and that it keeps itself. */
  readonly holds?: Worker['holds'];
  /** Variables that are set for it, whatever the machine has. */
  readonly set?: (turn: Turn) => Readonly<Record<string, string>>;
  /** Writes what it needs into the private folder and says how to start it; a text says why that cannot be. */
  readonly prepare: (turn: Turn, scratch: string) => Promise<PreparedTurn | string>;
  readonly reader: (wanted: Wanted, scratch: string) => TurnReader;
}

export interface PreparedTurn {
  readonly args: readonly string[];
  readonly stdin: string;
}

/** A program that carries out a whole turn: prompt in, transcript out, everything else as all programs of turns have it. */
export function agentWorker(agent: Agent, host: WorkerHost): Worker {
  const env = agentEnvironment(host.env, agent.own);
  return {
    use: agent.use,
    ...(agent.model === undefined ? {} : { model: agent.model }),
    ...(agent.holds === undefined ? {} : { holds: agent.holds }),
    probe: () => probeAgent(agent, host, env),
    run: (turn, io) =>
      withScratch(async (scratch) => {
        const prepared = await agent.prepare(turn, scratch);
        if (typeof prepared === 'string') {
          return { ...noAnswer('not-started', prepared, NOTHING_SPENT), log: null, durationMs: 0 };
        }
        const reader = agent.reader(
          { roots: workspaceRoots(host.workspaceRoot), structured: turn.outputSchema !== undefined },
          scratch,
        );
        return runProgram(turn, io, host, {
          program: programOf(agent, host),
          args: prepared.args,
          env: { ...env, ...agent.set?.(turn) },
          stdin: prepared.stdin,
          scratch,
          onLine: (line) => {
            const progress = reader.line(line);
            if (progress !== undefined) io.onProgress?.(progress.slice(0, 300));
          },
          onErrorLine: (line) => reader.errorLine?.(line),
          answer: (end) =>
            reader.end(
              end.status === 'not-found' ? { ...end, why: `${end.why ?? 'It was not found.'} ${agent.advice}` } : end,
            ),
        });
      }),
  };
}
