import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../engine/json';
import { installed, newHome } from './installed';

/** A real program, set up to ask a model service on the loopback. */
export interface RealCli {
  readonly use: string;
  readonly options: JsonObject;
  /** The service counts apart what was written to a cache, and the program tells it. */
  readonly tellsCacheWrite: boolean;
  /** It tries a 429 again for longer than a test can wait. */
  readonly insists: boolean;
  readonly write: Tool;
  /** A tool that is not allowed where the turn may write. `undefined`: its sandbox is what denies. */
  readonly denied?: Tool;
  /** It runs something that a repository brings, however it is started. */
  readonly runsRepository: boolean;
  /**
   * Its arguments without what keeps a repository's own servers and hooks out. Where there are none, nothing shows that what
   * is planted would have run.
   */
  readonly unguarded?: (root: string) => readonly string[];
  readonly setUp: (url: string) => { readonly program: string; readonly env: Record<string, string> };
}

interface Tool {
  readonly name: string;
  readonly input: JsonObject;
}

// A redirection alone is taken for an edit of the workspace, which is allowed.
const PROGRAM = `node -e "require('fs').writeFileSync('denied.txt', 'x')"`;
const KEY = 'loopback-key-that-is-no-secret';

export const CLIS: readonly RealCli[] = [
  {
    use: 'claude-code',
    runsRepository: false,
    unguarded: () => ['-p', '--output-format', 'stream-json', '--verbose'],
    options: { model: 'claude-sonnet-4-5' },
    tellsCacheWrite: true,
    insists: true,
    write: { name: 'Write', input: { file_path: 'made.txt', content: 'made\n' } },
    denied: { name: 'Bash', input: { command: PROGRAM, description: 'x' } },
    setUp: (url) => {
      const { program, bin } = installed('@anthropic-ai/claude-code', 'install.cjs');
      const home = newHome('claude');
      return {
        program,
        env: envOf(home, bin, { ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: KEY, CLAUDE_CONFIG_DIR: home }),
      };
    },
  },
  {
    use: 'codex',
    runsRepository: false,
    unguarded: (root) => ['exec', '--json', '-C', root, '--skip-git-repo-check', '--trust', '-'],
    options: { model: 'gpt-fake' },
    tellsCacheWrite: false,
    insists: false,
    write: { name: 'exec_command', input: { cmd: 'echo made > made.txt' } },
    setUp: (url) => {
      const { program, bin } = installed('@openai/codex');
      const home = newHome('codex');
      const provider = [
        `name = "fake"`,
        `base_url = "${url}/v1"`,
        'env_key = "OPENAI_API_KEY"',
        'wire_api = "responses"',
      ];
      const retries = ['request_max_retries = 1', 'stream_max_retries = 1'];
      const lines = ['model_provider = "fake"', '[model_providers.fake]', ...provider, ...retries];
      writeFileSync(join(home, 'config.toml'), `${lines.join('\n')}\n`);
      return { program, env: envOf(home, bin, { OPENAI_API_KEY: KEY, CODEX_HOME: home }) };
    },
  },
  {
    use: 'gemini',
    runsRepository: false,
    options: { model: 'gemini-2.5-flash' },
    tellsCacheWrite: false,
    insists: true,
    write: { name: 'write_file', input: { file_path: 'made.txt', content: 'made\n' } },
    denied: { name: 'run_shell_command', input: { command: 'echo denied > denied.txt' } },
    setUp: (url) => {
      const { program, bin } = installed('@google/gemini-cli');
      const home = newHome('gemini');
      mkdirSync(join(home, '.gemini'));
      const settings = { security: { auth: { selectedType: 'gemini-api-key' } } };
      writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings));
      return {
        program,
        env: envOf(home, bin, { GOOGLE_GEMINI_BASE_URL: url, GEMINI_API_KEY: KEY, GEMINI_CLI_HOME: home }),
      };
    },
  },
  {
    use: 'copilot',
    runsRepository: false,
    unguarded: () => ['--output-format', 'json', '--no-ask-user', '--no-auto-update', '--trust-folder'],
    options: {},
    tellsCacheWrite: false,
    insists: true,
    write: { name: 'create', input: { path: 'made.txt', file_text: 'made\n' } },
    denied: { name: 'bash', input: { command: PROGRAM, description: 'x' } },
    setUp: (url) => {
      const { program, bin } = installed('@github/copilot');
      const home = newHome('copilot');
      const provider = {
        COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
        COPILOT_PROVIDER_API_KEY: KEY,
        COPILOT_MODEL: 'fake-1',
      };
      return { program, env: envOf(home, bin, { ...provider, COPILOT_HOME: home, COPILOT_OFFLINE: 'true' }) };
    },
  },
  {
    use: 'opencode',
    runsRepository: false,
    unguarded: () => ['run', '--format', 'json', '--pure', '-m', 'fake/m'],
    options: { model: 'fake/m' },
    tellsCacheWrite: false,
    insists: true,
    write: { name: 'write', input: { filePath: 'made.txt', content: 'made\n' } },
    denied: { name: 'task', input: { description: 'x', prompt: 'x', subagent_type: 'general' } },
    setUp: (url) => {
      const { program, bin } = installed('opencode-ai', 'postinstall.mjs');
      const home = newHome('opencode');
      const limit = { context: 100_000, output: 1000 };
      const models = { m: { name: 'm', tool_call: true, reasoning: true, limit } };
      const fake = { npm: '@ai-sdk/openai-compatible', options: { baseURL: `${url}/v1`, apiKey: KEY }, models };
      mkdirSync(join(home, '.config/opencode'), { recursive: true });
      writeFileSync(join(home, '.config/opencode/opencode.json'), JSON.stringify({ provider: { fake } }));
      return { program, env: envOf(home, bin, {}) };
    },
  },
];

const envOf = (home: string, bin: string, own: Record<string, string>): Record<string, string> => ({
  PATH: `${bin}:${process.env.PATH}`,
  HOME: home,
  TERM: 'dumb',
  ...own,
});
