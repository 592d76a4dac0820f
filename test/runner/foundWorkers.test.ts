import { expect, it } from 'vitest';
import { foundText, foundWorkers, missingWorkers } from '../../engine/runner/foundWorkers';

const free = { meters: 'tokens', safeInUntrustedRepo: false } as const;
const looked = {
  agents: [
    {
      use: 'claude-code',
      probe: { available: true, version: '2.1.3 (Claude Code)', meters: 'usd', safeInUntrustedRepo: false },
    },
    { use: 'codex', probe: { available: true, version: 'codex-cli 0.17.0', ...free } },
    { use: 'gemini', probe: { available: false, why: 'There is no "gemini" in PATH. Install it.', ...free } },
  ],
  local: [{ name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama3', 'qwen'] }],
  models: ['copilot/gpt-5'],
} as const;

it('what is on this machine is told in a line, with versions and ports', () => {
  expect(foundText(looked)).toBe('claude-code 2.1.3, codex 0.17.0, Ollama on 11434, 1 model of VS Code');
  expect(foundText({ agents: [], local: [], models: [] })).toBe('');
});

it('each that was found is a worker to choose; each that was not says what to do', () => {
  expect(foundWorkers(looked).map(({ label, spec }) => [label, spec])).toEqual([
    ['claude-code', { use: 'claude-code' }],
    ['codex', { use: 'codex' }],
    ['llama3 (Ollama)', { use: 'openai-compatible', model: 'llama3', baseUrl: 'http://127.0.0.1:11434/v1' }],
    ['qwen (Ollama)', { use: 'openai-compatible', model: 'qwen', baseUrl: 'http://127.0.0.1:11434/v1' }],
    ['copilot/gpt-5 (VS Code)', { use: 'vscode-lm', model: 'copilot/gpt-5' }],
  ]);
  expect(missingWorkers(looked)).toEqual([{ use: 'gemini', why: 'There is no "gemini" in PATH. Install it.' }]);
});
