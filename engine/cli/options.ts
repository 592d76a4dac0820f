import type { Option } from './command';

/** Options that several commands share, each described once. */
export const HELP: Option = { type: 'boolean', short: 'h', help: 'show this help' };
export const WORKSPACE: Option = {
  type: 'string',
  value: 'folder',
  help: 'workspace root (default: nearest folder with .converge/, else the repository root)',
};
export const JSON_LINES: Option = {
  type: 'boolean',
  help: 'one entry of the trace a line on standard output, the last line is the result',
};
export const JSON_VALUE: Option = { type: 'boolean', help: 'one JSON value on standard output' };
export const NO_COLOUR: Option = { type: 'boolean', help: 'no colours (as does NO_COLOR in the environment)' };
export const APPROVE: Option = {
  type: 'string',
  value: 'hash|any',
  help: 'approve what the flow executes, by its hash; "any" is for scratch folders and CI',
};
export const WORKER: Option = {
  type: 'string',
  multiple: true,
  value: 'name=use',
  help: 'put another worker in the place of a name: an adapter (implementer=claude-code) or JSON; can be repeated',
};
export const MACHINE_OPTIONS = {
  'worker-default': {
    type: 'string',
    multiple: true,
    value: 'role=use',
    help: 'who does the steps of a role (work, judge, gate, router) whose worker is named nowhere; can be repeated',
  },
  prices: {
    type: 'string',
    value: 'file',
    help: 'price table: by model, or use/model, dollars for a million tokens: in, out, cachedIn, cacheWrite',
  },
} as const satisfies Readonly<Record<string, Option>>;
export const NO_WAIT: Option = {
  type: 'boolean',
  help: 'leave the run parked (exit code 5) where only time is due, instead of sleeping until then',
};
export const RAISE: Option = {
  type: 'string',
  multiple: true,
  value: 'loop.bound=n',
  help: 'raise a bound of a loop or of the budget, as in fix.maxPasses=8 or budget.usd=5; can be repeated',
};
