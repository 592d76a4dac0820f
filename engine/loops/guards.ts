/**
 * What stands between a claim and its confirmation, by name. A run has all of them: no flow, setting or option takes one
 * away. Only the tests of a guard drive a run without it, to see that what it stops would come through.
 */
export type Guard =
  /** A report that lists a failed test, and one by which none ran. */
  | 'failed'
  | 'none-ran'
  /** A line by which tests failed, whatever the rest of the output says. */
  | 'lines'
  /** A report in accord with the output of its run. */
  | 'accord'
  | 'fewest'
  | 'frozen'
  | 'definition'
  | 'tests'
  /** Evidence of this pass, on the files as they are. */
  | 'current'
  | 'confirm'
  | 'holdout';

export type Guards = (guard: Guard) => boolean;

export const EVERY_GUARD: Guards = () => true;
