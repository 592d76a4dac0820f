import { randomBytes } from 'node:crypto';
import type { Turn, TurnIo, TurnResult } from '../../../ports';
import { openLog } from '../../logFile';
import { spawnTree } from '../../processes';
import type { Answer, ProgramEnd } from '../ending';
import type { WorkerHost } from '../host';
import { turnLogName } from '../turnLog';
import { splitLines } from './lines';

export interface TurnProgram {
  readonly program: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: string;
  /** Each line of its standard output. */
  readonly onLine: (line: string) => void;
  readonly onBytes?: (bytes: Buffer) => void;
  /** Each line of its standard error. */
  readonly onErrorLine?: (line: string) => void;
  /** Absolute path of a private folder outside the workspace in which it reads and writes, where it needs one. */
  readonly scratch?: string;
  /** Reads the answer out of what was seen, once everything has ended. */
  readonly answer: (end: ProgramEnd) => Answer;
}

/** One turn as a program: prompt on standard input, no shell, limits and stop held, everything it started ended. */
export async function runProgram(turn: Turn, io: TurnIo, host: WorkerHost, program: TurnProgram): Promise<TurnResult> {
  const around = host.around?.(program.scratch === undefined ? [] : [program.scratch]);
  const lines = splitLines(program.onLine);
  const errors = splitLines((line) => {
    program.onErrorLine?.(line);
    io.onProgress?.(line.slice(0, PROGRESS_CHARS));
  });
  const end = await spawnTree({
    program: program.program,
    args: program.args,
    cwd: turn.cwd,
    env: program.env,
    token: `${turn.key}/${randomBytes(8).toString('hex')}`,
    stdin: program.stdin,
    wallMs: turn.limits.wallMs,
    idleMs: turn.limits.idleMs,
    redaction: host.redaction,
    log: await openLog(host.runFolder, turnLogName(turn), {
      capBytes: turn.limits.outputBytes,
      redaction: host.redaction,
    }),
    onOutput: (source, bytes) => {
      if (source === 'stderr') return errors.add(bytes);
      program.onBytes?.(bytes);
      lines.add(bytes);
    },
    stop: io.stop,
    ...(around === undefined ? {} : { around }),
  });
  lines.end();
  errors.end();
  return { ...program.answer(end), log: end.log, durationMs: end.durationMs };
}

const PROGRESS_CHARS = 300;
