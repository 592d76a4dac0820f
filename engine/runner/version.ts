/** Held to `package.json` by a test: a bundle stands alone, wherever it is copied to. */
export const VERSION = '0.1.0';

/** Name and version of what carries a run, as it stands in traces. */
export const programName = (carrier: 'program' | 'runner'): string => `converge ${VERSION} (${carrier})`;
