import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { converge, place, withProgram } from './program';
import { FILES, idles, story } from './story';

withProgram();

describe('converge tells of a run', () => {
  it('as a report, as spans, and beside another run', async () => {
    const where = place(story(), FILES);
    expect((await converge(where, 'run', where.flowPath, '--mode', 'autonomous', '--approve', 'any')).code).toBe(0);
    const report = await converge(where, 'show', 'latest', '--report');
    expect(report.stdout).toMatch(/^# Run of `fix`: complete, confirmed on evidence\n/);
    expect(report.stdout).toContain('```mermaid\n');

    const spans = await converge(where, 'show', 'latest', '--otlp', '--out', 'spans.jsonl');
    expect([spans.code, spans.stdout, spans.stderr]).toEqual([0, '', 'Written to spans.jsonl.\n']);
    const lines = readFileSync(join(where.root, 'spans.jsonl'), 'utf8').trimEnd().split('\n');
    const names = lines.flatMap((line) =>
      JSON.parse(line).resourceSpans[0].scopeSpans[0].spans.map(({ name }: { name: string }) => name),
    );
    expect(names).toEqual(expect.arrayContaining(['run', 'fix pass 1', 'act', 'invoke_agent', 'command']));

    expect(await converge(where, 'diff', '--runs', 'latest', 'latest')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Nothing differs but times and ids.'),
    });
    const other = place(story({ doer: [idles], loop: { maxPasses: 1 } }), FILES);
    expect((await converge(other, 'run', other.flowPath, '--mode', 'autonomous', '--approve', 'any')).code).toBe(3);
    const failed = await converge(other, 'show', 'latest', '--report');
    expect(failed.stdout).toMatch(/^# Run of `fix`: not complete, stopped \(pass-cap\)\n\n> \*\*/);
    const { run } = JSON.parse((await converge(other, 'show', 'latest', '--json')).stdout);
    const beside = await converge(where, 'diff', '--runs', 'latest', join(other.root, '.converge', 'runs', run));
    expect(beside.code).toBe(1);
    expect(beside.stdout.split('◀ first difference')).toHaveLength(3);
    expect(beside.stdout).toContain('- end: complete, confirmed on evidence');
  });

  it('and what does not go together is refused', async () => {
    const where = place(story(), FILES);
    expect(await converge(where, 'show', 'latest', '--report', '--otlp')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('give one of --report, --otlp and --json'),
    });
    expect((await converge(where, 'show', 'latest', '--out', 'x')).stderr).toContain('--out goes with');
    expect((await converge(where, 'diff', '--runs', 'one')).stderr).toContain('--runs compares two runs');
  });
});
