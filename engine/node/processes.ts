import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../failure';
import type { LogRef, StopSignal } from '../ports';
import { keepOutput } from './keptOutput';
import type { LogFile } from './logFile';
import { endTree, TURN_VARIABLE, turnValue } from './processTree';
import { findProgram } from './program';
import type { Redaction } from './redact';
import { NO_REDACTION } from './redact';
import type { Around } from './sandbox/around';

export interface TreeRequest {
  readonly program: string;
  readonly args: readonly string[];
  /** Absolute. */
  readonly cwd: string;
  /** All of it: nothing is inherited but the token of `CONVERGE_TURN`. */
  readonly env: Readonly<Record<string, string>>;
  /** Marks every process below this one. No comma. */
  readonly token: string;
  /** Written to its standard input, which is then closed; without it the input is empty. */
  readonly stdin?: string;
  readonly wallMs: number;
  /** Longest silence on both streams. */
  readonly idleMs?: number;
  /** Between the wish to end and the kill. Default 2,000 ms. */
  readonly graceMs?: number;
  /** Closed by `spawnTree`, whatever happens. */
  readonly log?: LogFile;
  /** What is taken out of all that it writes, before anybody sees it. Default: nothing. */
  readonly redaction?: Redaction | undefined;
  /** Every chunk as it arrives, undecoded. */
  readonly onOutput?: (source: 'stdout' | 'stderr', bytes: Buffer) => void;
  readonly stop: StopSignal;
  /** What holds it; absent: nothing does. */
  readonly around?: Around;
  /** Windows: hand the arguments over as they are written. */
  readonly verbatim?: boolean;
}

export interface TreeEnd {
  readonly status: 'exited' | 'signalled' | 'timed-out' | 'cancelled' | 'not-found';
  readonly exit: number | null;
  readonly signal: string | null;
  /** Head and tail of both streams in order of arrival, decoded. */
  readonly output: string;
  readonly log: LogRef | null;
  readonly durationMs: number;
  /** For `not-found` where it was looked for, for `timed-out` which limit. */
  readonly why?: string;
}

/**
 * Starts a program without a shell in a process group and session of its own, and resolves when it and everything it
 * started are gone. Limits count until its exit, not until its pipes close: a child in the background that holds them is
 * ended, not waited for. Throws only where the log cannot be written.
 */
export async function spawnTree(request: TreeRequest): Promise<TreeEnd> {
  const begun = performance.now();
  const output = keepOutput();
  const end = async (status: TreeEnd['status'], rest: Partial<TreeEnd>): Promise<TreeEnd> => ({
    status,
    exit: null,
    signal: null,
    output: output.text(),
    log: (await request.log?.close()) ?? null,
    durationMs: Math.round(performance.now() - begun),
    ...rest,
  });
  if (request.stop.wanted() === 'now') return end('cancelled', {});
  const child = start(request);
  if (typeof child === 'string') return end('not-found', { why: child });
  const life = watch(child, request, output.add);
  const ending = await life.ended;
  if (ending.kind === 'not-started') return end('not-found', { why: ending.why });
  const keeper = request.around?.kind === 'in' && request.around.keeper;
  await endTree({ leader: child.pid ?? null, token: request.token, keeper }, request.graceMs ?? 2000);
  await life.drained();
  const last = { exit: child.exitCode, signal: child.signalCode };
  switch (ending.kind) {
    case 'exit':
      return end(last.signal === null ? 'exited' : 'signalled', last);
    case 'limit':
      return end('timed-out', { ...last, why: ending.why });
    case 'cancel':
      return end('cancelled', last);
  }
}

type Ending = { readonly kind: 'exit' | 'cancel' } | { readonly kind: 'limit' | 'not-started'; readonly why: string };

function start(request: TreeRequest): ChildProcess | string {
  const { around } = request;
  if (around?.kind === 'refused') return around.why;
  if (!statSync(request.cwd, { throwIfNoEntry: false })?.isDirectory()) {
    return `The folder ${request.cwd} does not exist, so that "${request.program}" could not be started in it.`;
  }
  const program = findProgram(request.program, request.cwd, request.env);
  if (!program.found) return program.why;
  const bare = { file: program.file, args: [...program.before, ...request.args], env: {} };
  const { file, args, env } = around?.wrapped([bare.file, ...bare.args], request.cwd) ?? bare;
  try {
    return spawn(file, args, {
      cwd: request.cwd,
      env: { ...request.env, ...env, [TURN_VARIABLE]: turnValue(request.token) },
      detached: process.platform !== 'win32',
      stdio: [request.stdin === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      windowsHide: true,
      windowsVerbatimArguments: request.verbatim === true,
    });
  } catch (error) {
    return `"${request.program}" could not be started: ${messageOf(error)}`;
  }
}

/** Follows one process from its start to the first thing that ends it. */
function watch(child: ChildProcess, request: TreeRequest, keep: (source: 'stdout' | 'stderr', bytes: Buffer) => void) {
  let lastBytes = performance.now();
  let closed = false;
  child.once('close', () => {
    closed = true;
  });
  const { redaction = NO_REDACTION } = request;
  const redacted = { stdout: redaction.stream(), stderr: redaction.stream() };
  const take = (source: 'stdout' | 'stderr', bytes: Buffer): void => {
    if (bytes.length === 0) return;
    keep(source, bytes);
    request.onOutput?.(source, bytes);
    if (request.log?.write(bytes) === false) holdBack(child, request.log);
  };
  for (const source of ['stdout', 'stderr'] as const) {
    child[source]?.on('data', (bytes: Buffer) => {
      lastBytes = performance.now();
      take(source, redacted[source].add(bytes));
    });
    child[source]?.on('error', () => undefined);
  }
  if (request.stdin !== undefined) {
    child.stdin?.on('error', () => undefined); // it may end without reading
    child.stdin?.end(request.stdin);
  }
  const ended = new Promise<Ending>((resolve) => {
    const timers: NodeJS.Timeout[] = [];
    const finish = (ending: Ending): void => {
      for (const timer of timers) clearInterval(timer);
      forget();
      resolve(ending);
    };
    const limit = (why: string): void => finish({ kind: 'limit', why });
    const wallMs = Math.min(request.wallMs, 2 ** 31 - 1);
    timers.push(setTimeout(() => limit(`It ran longer than its limit of ${wallMs} ms.`), wallMs));
    const { idleMs } = request;
    if (idleMs !== undefined) {
      const look = (): void => {
        if (performance.now() - lastBytes >= idleMs) limit(`It wrote nothing for ${idleMs} ms.`);
      };
      timers.push(setInterval(look, Math.max(10, Math.min(idleMs / 10, 1000))));
    }
    child.once('exit', () => finish({ kind: 'exit' }));
    child.once('error', (error) => {
      finish({ kind: 'not-started', why: `"${request.program}" could not be started: ${error.message}` });
    });
    request.log?.onError(() => finish({ kind: 'cancel' }));
    let forget = (): void => undefined;
    forget = request.stop.onNow(() => finish({ kind: 'cancel' }));
  });
  /** What still stands in the pipes is read; a holder that nothing could end is not waited for. */
  const drained = async (): Promise<void> => {
    const latest = performance.now() + 5000;
    const ended = performance.now();
    while (!closed && performance.now() < latest) {
      if (performance.now() - Math.max(lastBytes, ended) > 1000) break;
      await sleep(5);
    }
    child.stdout?.destroy();
    child.stderr?.destroy();
    for (const source of ['stdout', 'stderr'] as const) take(source, redacted[source].end());
  };
  return { ended, drained };
}

function holdBack(child: ChildProcess, log: LogFile): void {
  if (child.stdout?.isPaused()) return;
  child.stdout?.pause();
  child.stderr?.pause();
  log.onDrain(() => {
    child.stdout?.resume();
    child.stderr?.resume();
  });
}
