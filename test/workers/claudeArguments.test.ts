import { describe, expect, it } from 'vitest';
import { claudeArguments } from '../../engine/node/workers/agents/claudeArguments';
import { claudeEnvironment } from '../../engine/node/workers/agents/claudeCode';
import { aHost, aTurn } from './turns';

const host = aHost();
const given = (args: readonly string[], flag: string) => args[args.indexOf(flag) + 1];

describe('the command line of claude', () => {
  it('for a turn that may write', () => {
    expect(claudeArguments({}, aTurn(host)).join(' ')).toBe(
      '-p --output-format stream-json --verbose --setting-sources user --strict-mcp-config --no-session-persistence ' +
        '--permission-mode acceptEdits --allowedTools Read,Grep,Glob,Edit,MultiEdit,Write,NotebookEdit',
    );
  });
  it('for a turn that may only read has no tool that changes anything, whatever the flow allows', () => {
    const args = claudeArguments({ allowedTools: ['Bash(rm:*)'] }, aTurn(host, { access: 'read' }));
    expect(given(args, '--permission-mode')).toBe('dontAsk');
    expect(given(args, '--allowedTools')).toBe('Read,Grep,Glob');
    expect(given(args, '--disallowedTools')).toBe('Edit,MultiEdit,Write,NotebookEdit,Bash');
  });
  it('passes limits, model, schema and tools on, the smaller limit of two', () => {
    const turn = aTurn(host, { limits: { maxTurns: 9, maxUsd: 0.25 }, outputSchema: { type: 'object' } });
    const args = claudeArguments({ model: 'm', maxTurns: 5, maxUsd: 1, allowedTools: ['Bash(npm test:*)'] }, turn);
    expect(given(args, '--max-turns')).toBe('5');
    expect(given(args, '--max-budget-usd')).toBe('0.25');
    expect(given(args, '--model')).toBe('m');
    expect(given(args, '--json-schema')).toBe('{"type":"object"}');
    expect(given(args, '--allowedTools')).toContain(',Bash(npm test:*),StructuredOutput');
  });
  it('writes small limits as plain numbers and never as nothing', () => {
    const limit = (maxUsd: number) =>
      given(claudeArguments({}, aTurn(host, { limits: { maxUsd } })), '--max-budget-usd');
    expect([limit(1e-9), limit(0.123456), limit(2)]).toEqual(['0.0001', '0.1234', '2']);
  });
  it('never holds the prompt', () => {
    expect(claudeArguments({}, aTurn(host, { prompt: 'a secret plan' })).join(' ')).not.toContain('secret');
  });
});

describe('the environment of claude', () => {
  it('has its credential and no other', () => {
    const env = claudeEnvironment({ PATH: '/bin', ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'no', AWS_SECRET: 'no' });
    expect(env).toEqual({ PATH: '/bin', ANTHROPIC_API_KEY: 'k' });
  });
  it('looks for programs in no folder of the repository', () => {
    expect(claudeEnvironment({ PATH: 'node_modules/.bin:/usr/bin:.:/bin' }).PATH).toBe('/usr/bin:/bin');
  });
});
