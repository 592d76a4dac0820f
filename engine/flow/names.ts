/** The fixed words of format 1, apart from the schemas so that a webview can use them without the schema library. */
export const FORMAT = 1;
export const ID = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
/** Names of secrets, which are kept outside of every flow. */
export const SECRET_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;
export const TERMINALS = ['@complete', '@stop', '@handoff', '@escalate'] as const;
export type Terminal = (typeof TERMINALS)[number];
export const STEP_KINDS = [
  'work',
  'verify',
  'judge',
  'gate',
  'router',
  'ask',
  'map',
  'join',
  'plan',
  'watch',
  'call',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];
export const LOOP_TYPES = ['until', 'group', 'improve'] as const;
export type LoopType = (typeof LOOP_TYPES)[number];
/** How writes to a channel fold. */
export const REDUCERS = ['last', 'append', 'add', 'merge', 'union', 'byKey'] as const;
export type Reducer = (typeof REDUCERS)[number];
/** Where a run works: `workspace.isolation`. */
export const ISOLATIONS = ['in-place', 'worktree'] as const;
/** What a program must have around it: `sandbox` of the workspace or of a worker. */
export const SANDBOX_POLICIES = ['required', 'preferred', 'off'] as const;
export type SandboxPolicy = (typeof SANDBOX_POLICIES)[number];
