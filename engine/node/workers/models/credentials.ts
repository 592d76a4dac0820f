import type { Approval } from '../../../run/approval';

/** The credentials that the programs and services of workers take, by `use`. */
const CREDENTIALS: Readonly<Record<string, readonly string[]>> = {
  'claude-code': ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN', 'ANTHROPIC_CUSTOM_HEADERS'],
  codex: ['CODEX_API_KEY', 'OPENAI_API_KEY'],
  gemini: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  copilot: [
    ...['COPILOT_GITHUB_TOKEN', 'GH_TOKEN', 'GITHUB_TOKEN'],
    ...['COPILOT_PROVIDER_API_KEY', 'COPILOT_PROVIDER_BEARER_TOKEN'],
  ],
  opencode: [
    ...[
      'OPENCODE_API_KEY',
      'ANTHROPIC_API_KEY',
      'OPENAI_API_KEY',
      'GOOGLE_GENERATIVE_AI_API_KEY',
      'OPENROUTER_API_KEY',
    ],
  ],
  'openai-compatible': ['OPENAI_API_KEY'],
  anthropic: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
};

/**
 * Which of the secrets with these names a run is handed: those that its commands are given, those that a worker's definition
 * names as variables, and the credentials of the workers that it uses. A runner gets no other.
 */
export function secretsFor({ secrets, env, workers }: Approval, names: Iterable<string>): readonly string[] {
  const named = new Set([
    ...secrets,
    ...env,
    ...workers.flatMap(({ spec }) => (spec === null ? [] : [...(CREDENTIALS[spec.use] ?? []), ...textsIn(spec)])),
  ]);
  return [...names].filter((name) => named.has(name));
}

/** An adapter may have an option of its own that names the variable with its key. */
const textsIn = (spec: object): readonly string[] =>
  Object.values(spec).filter((value): value is string => typeof value === 'string');
