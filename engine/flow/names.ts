/** The fixed words of format 1, apart from the schemas so that a webview can use them without the schema library. */
export const FORMAT = 1;
export const ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
export const TERMINALS = ['@complete', '@stop', '@handoff', '@escalate'] as const;
export type Terminal = (typeof TERMINALS)[number];
export const STEP_KINDS = ['work', 'verify', 'judge', 'router', 'ask'] as const;
export type StepKind = (typeof STEP_KINDS)[number];
