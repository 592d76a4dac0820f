import { randomBytes } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CommandRequest, CommandResult, Commands, ReportFile } from '../ports';
import { commandEnvironment } from './environment';
import { keepAnswer } from './keptAnswer';
import { openLog } from './logFile';
import { spawnTree } from './processes';
import type { Redaction } from './redact';
import { reportsBefore, reportsWritten } from './reportFiles';
import type { Around } from './sandbox/around';
import { isInside } from './workspace/inside';

export interface CommandsOptions {
  /** Absolute path of the workspace root. */
  readonly root: string;
  /** Absolute path of the run folder: logs go to its `logs/`. */
  readonly runFolder: string;
  /** Marks the processes of this run: begins every token. */
  readonly run: string;
  readonly graceMs?: number;
  /** By name, for the commands that name them. */
  readonly secrets?: ReadonlyMap<string, string> | undefined;
  readonly redaction?: Redaction | undefined;
  /** What holds them; absent: nothing does. */
  readonly around?: Around | undefined;
}

/** Commands of steps as real processes: nothing to read but `stdin`, no colours, no credentials, ended with all they started. */
export function createCommands({
  root,
  runFolder,
  run,
  graceMs,
  around,
  secrets,
  redaction,
}: CommandsOptions): Commands {
  return {
    run: async (request, stop) => {
      const cwd = await folderInside(root, request.cwd);
      if (cwd === undefined) return notInside(root, request);
      const answer = request.answers === true ? keepAnswer() : null;
      const { report } = request;
      const before = report === undefined ? null : await reportsBefore(root, report);
      const ended = await spawnTree({
        ...startOf(request.run),
        cwd,
        env: commandEnvironment(given(request.env, secrets)),
        redaction,
        token: `${run}/${request.key}/${randomBytes(8).toString('hex')}`,
        wallMs: request.timeoutMs,
        ...(request.stdin === undefined ? {} : { stdin: request.stdin }),
        ...(answer === null ? { log: await openLog(runFolder, request.key, { redaction }) } : { onOutput: answer.add }),
        stop,
        ...(around === undefined ? {} : { around }),
        ...(graceMs === undefined ? {} : { graceMs }),
      });
      if (answer !== null) return { ...ended, stdout: answer.text() };
      if (report === undefined || before === null) return ended;
      const reports = await reportsWritten(root, report, before);
      return { ...ended, reports: reports.map((file) => redactedReport(file, redaction)) };
    },
  };
}

const redactedReport = (file: ReportFile, redaction: Redaction | undefined): ReportFile =>
  file.text === null || redaction === undefined ? file : { ...file, text: redaction.text(file.text) };

/** What a set-up has not found missing is there. One that is missing all the same is left out: nothing stands in its place. */
function given(env: CommandRequest['env'], secrets: CommandsOptions['secrets']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => {
      const known = typeof value === 'string' ? value : secrets?.get(value.secret);
      return known === undefined ? [] : [[name, known] as const];
    }),
  );
}

function startOf(run: CommandRequest['run']) {
  if (!('shell' in run)) return { program: run[0] ?? '', args: run.slice(1) };
  return process.platform === 'win32'
    ? { program: process.env.ComSpec ?? 'cmd.exe', args: ['/d', '/s', '/c', `"${run.shell}"`], verbatim: true }
    : { program: '/bin/sh', args: ['-c', run.shell] };
}

/** The absolute folder, links resolved, where it stands inside the root or does not exist; else `undefined`. */
async function folderInside(root: string, cwd: string): Promise<string | undefined> {
  const wanted = resolve(root, cwd);
  const [base, folder] = await Promise.all([realpath(root), realpath(wanted).catch(() => wanted)]);
  const inside = [base, resolve(root)].some((top) => isInside(top, folder));
  return inside ? folder : undefined;
}

function notInside(root: string, request: CommandRequest): CommandResult {
  const why = `The command's folder "${request.cwd}" is not inside the workspace ${root}. Name one that is.`;
  return { status: 'not-found', exit: null, signal: null, output: '', log: null, durationMs: 0, why };
}
