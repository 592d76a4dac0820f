import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { probeAll } from '../../engine/node/workers/agents/probeAll';
import { aHost, folder } from './turns';

const STAND_IN = join(import.meta.dirname, '../fakes/programs/agent.mjs');

function program(code: string): string {
  const file = join(folder(), 'program.mjs');
  writeFileSync(file, `#!/usr/bin/env node\n${code}\n`);
  chmodSync(file, 0o755);
  return file;
}

describe('what there is on this machine', () => {
  it('is told of every program at once, with its version, what it meters, or what to do', async () => {
    const executables = { codex: STAND_IN, gemini: program('process.exit(3)') };
    const found = await probeAll(aHost({ executables, env: { PATH: folder(), HOME: folder() } }));
    expect(found.map(({ use }) => use)).toEqual(['claude-code', 'codex', 'gemini', 'copilot', 'opencode']);
    const of = Object.fromEntries(found.map(({ use, probe }) => [use, probe]));
    expect(of['claude-code']).toMatchObject({ available: false, meters: 'usd' });
    expect(of['claude-code']?.why).toContain('npm install -g @anthropic-ai/claude-code');
    expect(of.copilot?.why).toContain('"copilot" was not found');
    expect(of.opencode?.why).toContain('npm install -g opencode-ai');
  });
  it('has the version that a program tells', async () => {
    const [, codex, gemini] = await probeAll(
      aHost({ executables: { codex: STAND_IN, gemini: program('process.exit(3)') } }),
    );
    expect(codex?.probe).toMatchObject({ available: true, version: '7.7.7 (Stand-in)', meters: 'sometimes' });
    expect(gemini?.probe).toMatchObject({ available: false });
    expect(gemini?.probe.why).toContain('ended with code 3');
  });
  it('passes over what a program says before its version', async () => {
    const code =
      "process.stderr.write('Package extraction took 5059ms\\n'); setTimeout(() => process.stdout.write('Tool 1.2.3.\\nmore'), 100);";
    const [, codex] = await probeAll(aHost({ executables: { codex: program(code) } }));
    expect(codex?.probe.version).toBe('Tool 1.2.3.');
  });
  it('does not wait for a program that does not answer', async () => {
    const executables = { codex: program('setTimeout(() => undefined, 3000)') };
    const begun = performance.now();
    const [, codex] = await probeAll(aHost({ executables }), 500);
    expect(codex?.probe.why).toContain('did not answer within 500 ms');
    expect(performance.now() - begun).toBeLessThan(2500);
  });
  it('asks no program from within the workspace, where a repository could bring something', async () => {
    const host = aHost({ executables: { codex: program('process.stdout.write(process.cwd())') } });
    const [, codex] = await probeAll(host);
    expect(codex?.probe.version).toBe('/');
  });
});
