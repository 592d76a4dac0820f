/** How much of each a report has; what is left out is counted. */
export interface ReportLimits {
  /** The newest passes. */
  readonly passes: number;
  /** Files for each pass. */
  readonly files: number;
  readonly latches: number;
  readonly notes: number;
  /** Steps with evidence, and failures for each command. */
  readonly evidence: number;
  /** Characters of a text. */
  readonly text: number;
}

/** From generous to narrow: a report takes the first with which it fits. */
export const REPORT_LIMITS: readonly ReportLimits[] = [
  { passes: 60, files: 30, latches: 40, notes: 60, evidence: 20, text: 400 },
  { passes: 30, files: 10, latches: 20, notes: 20, evidence: 10, text: 200 },
  { passes: 10, files: 5, latches: 10, notes: 5, evidence: 5, text: 100 },
];
