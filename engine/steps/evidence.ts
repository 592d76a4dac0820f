import type { Command } from '../flow/schema';
import type { CommandResult } from '../ports';
import type { CommandEvidence, TestCounts } from '../trace/result';
import { jsonValues } from './reports/jsonReport';
import { plainText } from './reports/plainText';
import { readReport } from './reports/readReport';
import type { Report, TestNames } from './reports/report';

/** Evidence with the names of tests, where the report has them: too much for the trace, needed for the inventory. */
export type ReadEvidence = CommandEvidence & { readonly names?: TestNames };

/**
 * When a command's end is clean. Doubt is never clean.
 *
 * R1 Only an exit with code 0 can be clean; a time limit, a signal, a stop and a missing program never are.
 * R2 A report that lists a failed test is not clean, whatever the exit code.
 * R3 A report by which no test ran is not clean, whatever the exit code: skipped and deselected tests did not run.
 * R4 A machine's report that was asked for and is not there is unreadable, and not clean.
 * R5 Without a report the exit code decides under `expect: "exit"` (the default); under `"tests"` it is not clean.
 * R6 Under `"tests"` at least `minTests` must have run.
 */
export function evidenceOf(command: Command, result: CommandResult): ReadEvidence {
  const report = readReport(result.output);
  const verdict = weigh(command, result, report);
  return {
    command: command.run === undefined ? (command.shell ?? '') : command.run.map(quoted).join(' '),
    status: result.status,
    exit: result.exit,
    ...verdict,
    ...(report === null ? {} : { tests: report.counts }),
    ...(report?.names === undefined ? {} : { names: report.names }),
    failures: report?.failures ?? [],
    ...(verdict.clean ? {} : { tail: plainText(result.output).slice(-TAIL) }),
    log: result.log,
    durationMs: result.durationMs,
  };
}

const TAIL = 4000;

interface Verdict {
  readonly clean: boolean;
  readonly reason: string;
}

function weigh(command: Command, result: CommandResult, report: Report | null): Verdict {
  const not = (reason: string): Verdict => ({ clean: false, reason });
  switch (result.status) {
    case 'not-found':
      return not((result.why ?? 'the program was not found').replace(/\.\s*$/, ''));
    case 'timed-out':
      return not(`timed out after ${result.durationMs} ms`);
    case 'signalled':
      return not(`ended by ${result.signal ?? 'a signal'}`);
    case 'cancelled':
      return not('stopped before its end');
    case 'exited':
      return report === null ? weighExit(command, result, not) : weighReport(command, result, report.counts, not);
  }
}

function weighReport(
  command: Command,
  result: CommandResult,
  tests: TestCounts,
  not: (reason: string) => Verdict,
): Verdict {
  const ran = tests.passed + tests.failed;
  const beside = besides(tests);
  if (ran === 0) return not(`no tests ran${beside}`);
  if (tests.failed > 0) return not(`${tests.failed} of ${ran} tests failed${beside}`);
  if (result.exit !== 0) return not(`exit code ${result.exit}, although none of its ${ran} tests failed${beside}`);
  if (asksForJson(command) && plainText(result.output).trim() === '') return not('unreadable: it left no report');
  const wanted = command.expect === 'tests' ? (command.minTests ?? 1) : 1;
  if (ran < wanted) return not(`${ran} tests ran where at least ${wanted} must${beside}`);
  return { clean: true, reason: `${tests.passed} passed${beside}` };
}

function weighExit(command: Command, result: CommandResult, not: (reason: string) => Verdict): Verdict {
  if (result.exit !== 0) return not(`exit code ${result.exit}`);
  if (asksForJson(command) && jsonValues(plainText(result.output)).length === 0) {
    return not('unreadable: a JSON report was asked for and there is none');
  }
  if (command.expect === 'tests') return not('unreadable: nothing in its output tells which tests ran');
  return { clean: true, reason: 'exit code 0' };
}

function besides({ skipped, deselected }: TestCounts): string {
  return [
    ...(skipped > 0 ? [`, ${skipped} skipped`] : []),
    ...(deselected > 0 ? [`, ${deselected} deselected`] : []),
  ].join('');
}

/** Whether the command line asks for a JSON report on standard output. */
function asksForJson(command: Command): boolean {
  const text = command.run?.join(' ') ?? command.shell ?? '';
  if (/--?(output-?file|report-file)/i.test(text)) return false;
  return /(^|\s)(--json|-json|--(test-)?(reporter|format|message-format)[= ](json|ndjson)\S*)(\s|$)/.test(text);
}

const quoted = (part: string): string => (/^[\w@%+=:,./\\-]+$/.test(part) ? part : JSON.stringify(part));
