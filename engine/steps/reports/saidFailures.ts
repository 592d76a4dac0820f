/** A line of output by which tests failed. */
export interface SaidFailure {
  /** As many as it says; 1 where it names one or no number. */
  readonly failed: number;
  readonly line: string;
}

/**
 * The most failures that a single line speaks of, or null.
 *
 * R1 Each line is read for itself, so that no other line can hide what it says: whoever can print may add a failure, and
 *    can take none back.
 * R2 A line counts only in the exact form in which a runner writes it: what a program says in passing is none.
 */
export function saidFailures(lines: readonly string[]): SaidFailure | null {
  const holds = (sign: RegExp): boolean => lines.some((line) => sign.test(line));
  const forms = FORMS.filter(({ beside }) => beside === undefined || holds(beside));
  let most: SaidFailure | null = null;
  for (const line of lines) {
    const failed = Math.max(inWords(line), ...forms.map((form) => by(form, line)));
    if (failed > (most?.failed ?? 0)) most = { failed, line: line.trim().slice(0, LONGEST) };
  }
  return most;
}

const LONGEST = 200;

interface Form {
  readonly line: RegExp;
  /** What has to stand somewhere in the output as well. */
  readonly beside?: RegExp;
}

const FORMS: readonly Form[] = [
  // vitest, jest
  { line: /^\s*(?:Test Files|Tests|Errors)\s{1,4}(\d{1,9}) (?:failed|errors?)\b/ },
  { line: /^(?:Tests|Test Suites):\s+(\d{1,9}) failed,/ },
  // node's runner and other writers of TAP
  { line: /^[ℹ#] (?:fail|cancelled) (\d{1,9})$/ },
  { line: /^(?:✖ failing tests:|Failed tests:)$/ },
  { line: /^not ok\b(?!.*#\s*(?:todo|skip)\b)/i, beside: /^(?:TAP version \d|1\.\.\d)/ },
  // pytest, unittest
  { line: /^=*\s*(?:\d{1,9} [a-z]+, ){0,9}(\d{1,9}) (?:failed|errors?)\b.* in \d[\d.]*s\b/ },
  { line: /^(?:FAILED|ERROR) \S+\.py(?:::| - |$)/ },
  { line: /^FAILED \((?:[\w ]+=\d+, )*(?:failures|errors|unexpected successes)=(\d{1,9})/ },
  // go, cargo
  { line: /^FAIL\t\S/ },
  { line: /^\s*--- FAIL: \S/ },
  { line: /^test result: FAILED\. (?:\d+ passed; )?(\d{1,9}) failed/ },
  { line: /^test \S.* \.\.\. FAILED$/ },
  // Others that have a line of their own
  { line: /^\d{1,9} examples?, (\d{1,9}) failures?\b/ },
  { line: /^Tests: \d+, Assertions: .*\b(?:Failures|Errors): (\d{1,9})/ },
  { line: /\bTests run: \d+, Failures: (\d{1,9})/ },
  { line: /\bTests run: \d+, Failures: \d+, Errors: (\d{1,9})/ },
  { line: /^\s*Failed!\s+- Failed:\s+(\d{1,9}),/ },
  // Machines' reports that are printed
  { line: /<(?:failure|error)[\s/>]/, beside: /<testsuites?\b/ },
  { line: /<testsuites?\b[^<]*\s(?:failures|errors)=["'](\d{1,9})/ },
  { line: /"num(?:FailedTests|FailedTestSuites|RuntimeErrorTestSuites)"\s*:\s*(\d{1,9})/ },
  { line: /"failures"\s*:\s*(\d{1,9})/, beside: /"passes"\s*:/ },
  { line: /"unexpected"\s*:\s*(\d{1,9})/, beside: /"expected"\s*:/ },
  { line: /"Action"\s*:\s*"fail"/ },
  { line: /"event"\s*:\s*"(?:failed|timeout)"/, beside: /"type"\s*:\s*"(?:suite|test)"/ },
  { line: /"outcome"\s*:\s*"(?:failed|error)"/, beside: /"nodeid"\s*:/ },
];

function by({ line: form }: Form, line: string): number {
  const found = form.exec(line);
  return found === null ? 0 : Number(found[1] ?? 1);
}

const MOST_CHARACTERS = 200;
const ITEM = /^(?:(\d{1,9}) (?:tests? |specs? |test files? )?([a-z]+)|(?:in )?\d[\d.]* ?m?s|\d{1,9}|total)$/i;

/** A line that is nothing but counts, such as `2 failed, 3 passed (3.1s)`, perhaps behind a label. */
function inWords(line: string): number {
  if (line.length > MOST_CHARACTERS || !/\bfail/i.test(line)) return 0;
  const bare = line.replace(/^[^\p{L}\d]+|[^\p{L}\d)]+$/gu, '').replace(/^[\p{L} ]{1,30}:\s*/u, '');
  let failed = 0;
  for (const part of bare.split(/[,;|·()]|\band\b|\s(?=in \d)/)) {
    const item = part.trim();
    if (item === '') continue;
    const [whole, count, word = ''] = ITEM.exec(item) ?? [];
    if (whole === undefined) return 0;
    if (/^fail(?:ed|ing|ures?)$/i.test(word)) failed += Number(count);
  }
  return failed;
}
