import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { createStop } from '../../engine/node/stop';
import type { WorkerHost } from '../../engine/node/workers/host';
import type { Turn, TurnIo, TurnLimits, TurnRequest } from '../../engine/ports';

/** Of its own for each test file: what one file starts, no other may end. */
export const RUN = `run-${process.pid}`;

const made: string[] = [];
afterAll(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A new folder, removed after the file's tests. */
export function folder(): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'converge-workers-')));
  made.push(path);
  return path;
}

/** A place to run workers in: an empty workspace and run folder, this process's environment. */
export function aHost(more: Partial<WorkerHost> = {}): WorkerHost {
  return { workspaceRoot: folder(), runFolder: folder(), executables: {}, env: process.env, ...more };
}

interface TurnFields {
  readonly prompt?: string;
  readonly request?: Partial<TurnRequest>;
  readonly limits?: Partial<TurnLimits>;
  readonly access?: Turn['access'];
  readonly outputSchema?: Turn['outputSchema'];
}

export function aTurn(host: WorkerHost, fields: TurnFields = {}): Turn {
  const { prompt = 'Do it.', access = 'write', outputSchema } = fields;
  const request = { step: 'act', attempt: 1, pass: 1, visit: 1, ...fields.request };
  const key = `${RUN}/${request.step}/${request.visit}/${request.attempt}`;
  return {
    key,
    prompt,
    request: { goal: 'Green.', prompt, reads: {}, key, notes: [], workspace: host.workspaceRoot, ...request },
    cwd: host.workspaceRoot,
    access,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    limits: { wallMs: 20_000, idleMs: 20_000, outputBytes: 1024 * 1024, ...fields.limits },
  };
}

/** Nobody wants to stop until `stop` is called. */
export function anIo(): TurnIo & { readonly stopNow: () => void; readonly lines: string[] } {
  const control = createStop();
  const lines: string[] = [];
  return {
    stop: control.signal,
    onProgress: (line) => lines.push(line),
    stopNow: () => control.stop('now'),
    lines,
  };
}
