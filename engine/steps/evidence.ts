import { counted } from '../counted';
import type { Command } from '../flow/schema';
import type { Guards } from '../loops/guards';
import { EVERY_GUARD } from '../loops/guards';
import type { CommandResult } from '../ports';
import type { CommandEvidence } from '../trace/result';
import type { FiledReport } from './filedReport';
import { disaccord, filedReport } from './filedReport';
import { jsonValues } from './reports/jsonReport';
import { plainText } from './reports/plainText';
import { readReport } from './reports/readReport';
import type { Report, TestNames } from './reports/report';
import { saidFailures } from './reports/saidFailures';

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
 * R7 One line of its output by which tests failed is enough, whatever its other lines and its report say.
 * R8 Where a report is named, it counts: written by this run, whole, and in accord with the exit code and the output.
 */
export function evidenceOf(command: Command, result: CommandResult, guards: Guards = EVERY_GUARD): ReadEvidence {
  const plain = plainText(result.output);
  const printed = readReport(result.output);
  const filed = command.report === undefined ? null : filedReport(command.report, result);
  const report = filed === null ? printed : 'why' in filed ? null : filed.report;
  const verdict = weigh(command, result, { printed, filed, plain }, guards);
  return {
    command: command.run === undefined ? (command.shell ?? '') : command.run.map(quoted).join(' '),
    status: result.status,
    exit: result.exit,
    ...verdict,
    ...(report === null ? {} : { tests: report.counts }),
    ...(report?.names === undefined ? {} : { names: report.names }),
    failures: report?.failures ?? [],
    ...(verdict.clean ? {} : { tail: plain.slice(-TAIL) }),
    log: result.log,
    durationMs: result.durationMs,
    ...(command.holdout === true ? { holdout: true } : {}),
  };
}

const TAIL = 4000;

interface Verdict {
  readonly clean: boolean;
  readonly reason: string;
}

interface Seen {
  /** What the output says of tests. */
  readonly printed: Report | null;
  /** What the report that was named says; null: none was. */
  readonly filed: FiledReport | null;
  readonly plain: string;
}

function weigh(command: Command, result: CommandResult, seen: Seen, guards: Guards): Verdict {
  switch (result.status) {
    case 'not-found':
      return not((result.why ?? 'the program was not found').replace(/\.\s*$/, ''));
    case 'timed-out':
      return not(`timed out after ${result.durationMs} ms`);
    case 'signalled':
      return not(`ended by ${result.signal ?? 'a signal'}`);
    case 'cancelled':
      return not('stopped before its end');
    case 'exited': {
      const verdict = weighEnd(command, result, seen, guards);
      const said = verdict.clean && guards('lines') ? saidFailures(seen.plain.split('\n')) : null;
      return said === null ? verdict : not(`a line of its output says that tests failed: ${said.line}`);
    }
  }
}

const not = (reason: string): Verdict => ({ clean: false, reason });

function weighEnd(command: Command, result: CommandResult, { printed, filed, plain }: Seen, guards: Guards): Verdict {
  if (filed === null) {
    return printed === null ? weighExit(command, result, plain) : weighReport(command, result, printed, plain, guards);
  }
  if ('why' in filed) {
    const end = result.exit === 0 ? '' : `; exit code ${result.exit}`;
    return not(`unreadable: ${filed.why}${end}`);
  }
  const verdict = weighReport(command, result, filed.report, plain, guards);
  const other = verdict.clean && guards('accord') && printed !== null ? disaccord(filed.report, printed) : null;
  return other === null ? verdict : not(other);
}

function weighReport(command: Command, result: CommandResult, report: Report, plain: string, guards: Guards): Verdict {
  const tests = report.counts;
  const ran = tests.passed + tests.failed;
  const beside = besides(report);
  if (ran === 0 && guards('none-ran')) return not(`no tests ran${beside}`);
  if (tests.failed > 0 && guards('failed')) return not(`${tests.failed} of ${counted(ran, 'test')} failed${beside}`);
  if (result.exit !== 0)
    return not(`exit code ${result.exit}, although none of its ${counted(ran, 'test')} failed${beside}`);
  if (command.report === undefined && asksForJson(command) && jsonValues(plain).length === 0)
    return not('unreadable: a JSON report was asked for and there is none');
  const wanted = command.expect === 'tests' ? (command.minTests ?? 1) : 1;
  if (ran < wanted && guards('fewest'))
    return not(`${counted(ran, 'test')} ran where at least ${wanted} must${beside}`);
  return { clean: true, reason: `${tests.passed} passed${beside}` };
}

function weighExit(command: Command, result: CommandResult, plain: string): Verdict {
  if (result.exit !== 0) return not(`exit code ${result.exit}`);
  if (asksForJson(command) && jsonValues(plain).length === 0) {
    return not('unreadable: a JSON report was asked for and there is none');
  }
  if (command.expect === 'tests') return not('unreadable: nothing in its output tells which tests ran');
  return { clean: true, reason: 'exit code 0' };
}

function besides({ counts: { skipped, deselected }, flaky = 0 }: Report): string {
  return [
    ...(flaky > 0 ? [`, ${flaky} of them only when tried again`] : []),
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
