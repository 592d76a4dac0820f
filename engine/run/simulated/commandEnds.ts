import { durationMs } from '../../flow/duration';
import type { CommandRequest, CommandResult } from '../../ports';
import type { Scripted, ScriptedCommand } from './script';

/** What a command comes to; `names`: the tests that are known of it from then on. */
export interface CommandEnd {
  readonly result: CommandResult;
  readonly names: readonly string[];
  readonly writes: Readonly<Record<string, string>>;
  readonly takes: number;
}

/**
 * A command's end as the script has it, read by the engine as it reads a real one: its output is a test report in TAP,
 * where tests are spoken of or the command asks for one.
 * @param known names of the tests that ran before
 */
export function commandEnd(
  request: CommandRequest,
  said: Scripted,
  index: number,
  wanted: { readonly tests: number; readonly known: readonly string[] },
): CommandEnd {
  const all = said.commands ?? 'clean';
  const one: ScriptedCommand = Array.isArray(all) ? (all[index] ?? 'clean') : all;
  const {
    failures = [],
    tests,
    exit,
    status = 'exited',
    output,
    writes = {},
  } = one === 'clean' || one === 'red' ? {} : one;
  const names = namesOf(failures, tests, wanted);
  const report = names.length === 0 && tests === undefined ? '' : tapOf(names, failures);
  const written = request.report === undefined ? {} : { reports: [{ path: request.report, text: report }] };
  const code = exit ?? (one === 'red' || failures.length > 0 ? 1 : 0);
  const takes = durationMs(said.takes ?? '') ?? 0;
  const isLate = takes > request.timeoutMs;
  return {
    names,
    writes,
    takes: Math.min(takes, request.timeoutMs),
    result: {
      status: isLate ? 'timed-out' : status,
      exit: status === 'exited' && !isLate ? code : null,
      signal: status === 'signalled' ? 'SIGKILL' : null,
      output: output ?? (one === 'red' ? `${report}failed, as the script says\n` : report),
      log: null,
      durationMs: Math.min(takes, request.timeoutMs),
      ...written,
      ...(status === 'not-found' ? { why: 'the program was not found, as the script says' } : {}),
    },
  };
}

/** A poll's end: one JSON line. */
export function pollEnd(said: Scripted): CommandResult {
  const { poll = 'terminal', payload = null, cursor } = said;
  const line = JSON.stringify({ outcome: poll, payload, ...(cursor === undefined ? {} : { cursor }) });
  const stdout = poll === 'failed' ? '' : `${line}\n`;
  const exit = poll === 'failed' ? 1 : 0;
  return { status: 'exited', exit, signal: null, output: stdout, stdout, log: null, durationMs: 0 };
}

/** The tests that run: those that ran before, or as many as are said, with those that fail among them. */
function namesOf(
  failures: readonly string[],
  tests: number | undefined,
  { tests: wanted, known }: { readonly tests: number; readonly known: readonly string[] },
): readonly string[] {
  const before = [...failures, ...known.filter((name) => !failures.includes(name))];
  const count = tests ?? Math.max(wanted, before.length);
  const more = Array.from(
    { length: Math.max(0, count - before.length) },
    (_, index) => `test ${before.length + index + 1}`,
  );
  return [...before, ...more].slice(0, Math.max(count, failures.length));
}

function tapOf(names: readonly string[], failures: readonly string[]): string {
  const points = names.map((name, index) => `${failures.includes(name) ? 'not ok' : 'ok'} ${index + 1} - ${name}`);
  return ['TAP version 13', `1..${names.length}`, ...points, ''].join('\n');
}
