import type { Json } from '../json';
import { isObject } from '../json';
import type { Verdict } from '../trace/result';

/** What one evaluator of a gate came to, or all of them together. */
export interface Opinion extends Verdict {
  /** Files that changed while a worker read. */
  readonly changed: readonly string[];
  /** Why there is no verdict. */
  readonly failed?: string;
  /** A bound kept a worker from starting. */
  readonly withheld?: boolean;
}

const MOST_REASONS = 50;
const LONGEST_REASON = 1000;
const LONGEST_FEEDBACK = 4000;

/**
 * Reads what a worker answered, or says why it is no verdict. `passed` must be a boolean; a score that is no finite number
 * is none. Reasons and feedback are cut to what a trace can hold: all of it is in the turn's log.
 */
export function readVerdict(structured: Json | undefined): Opinion | string {
  if (structured === undefined) return 'it gave no structured answer';
  if (!isObject(structured)) return `its answer is no object: ${short(structured)}`;
  const { passed, score, reasons, feedback } = structured;
  if (passed === undefined) return 'its answer has no "passed"';
  if (typeof passed !== 'boolean') return `"passed" is ${short(passed)}, not true or false`;
  const list: readonly Json[] = Array.isArray(reasons) ? reasons : [reasons ?? ''];
  const texts = list.filter((reason) => typeof reason === 'string' && reason !== '').map(String);
  return {
    read: passed ? 'passed' : 'failed',
    score: typeof score === 'number' && Number.isFinite(score) ? score : null,
    reasons: texts.slice(0, MOST_REASONS).map((text) => text.slice(0, LONGEST_REASON)),
    feedback: typeof feedback === 'string' ? feedback.slice(0, LONGEST_FEEDBACK) : '',
    changed: [],
  };
}

export const noVerdict = (failed: string): Opinion => ({
  read: 'no-verdict',
  score: null,
  reasons: [failed],
  feedback: '',
  changed: [],
  failed,
});

/** All must pass; the lowest score is that of all. What is void or missing says more than what has merely failed. */
export function together(opinions: readonly Opinion[]): Opinion {
  const [only] = opinions;
  if (only !== undefined && opinions.length === 1) return only;
  const scores = opinions.flatMap(({ score }) => (score === null ? [] : [score]));
  const failed = opinions.flatMap((each) => (each.failed === undefined ? [] : [each.failed]));
  const feedback = opinions.flatMap((each) => (each.feedback === '' ? [] : [each.feedback]));
  return {
    read: WORST_FIRST.find((read) => opinions.some((each) => each.read === read)) ?? 'no-verdict',
    score: scores.length === 0 ? null : Math.min(...scores),
    reasons: opinions.flatMap(({ reasons }) => reasons).slice(0, MOST_REASONS),
    feedback: feedback.join('\n').slice(0, LONGEST_FEEDBACK),
    changed: [...new Set(opinions.flatMap(({ changed }) => changed))],
    ...(failed.length === 0 ? {} : { failed: failed.join('; ') }),
    ...(opinions.some(({ withheld }) => withheld) ? { withheld: true } : {}),
  };
}

const WORST_FIRST = ['void', 'no-verdict', 'failed', 'passed'] as const satisfies readonly Verdict['read'][];

const short = (value: Json): string => JSON.stringify(value).slice(0, 120);
