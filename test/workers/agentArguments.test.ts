import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { closedSchema } from '../../engine/node/workers/agents/closedSchema';
import { codexArguments, codexWorker } from '../../engine/node/workers/agents/codex';
import { copilotArguments } from '../../engine/node/workers/agents/copilot';
import { geminiArguments, geminiWorker } from '../../engine/node/workers/agents/gemini';
import { opencodeArguments, opencodePermission, opencodeProgram } from '../../engine/node/workers/agents/opencode';
import { withScratch } from '../../engine/node/workers/agents/scratch';
import { workerFor } from '../../engine/node/workers/registry';
import { aHost, anIo, aTurn, folder } from './turns';

const host = aHost();
const write = aTurn(host);
const read = aTurn(host, { access: 'read' });

describe('the command line of', () => {
  it('codex holds it to its sandbox, which only reads where the step only reads', () => {
    expect(codexArguments({ model: 'm' }, write, '/s.json').join(' ')).toBe(
      `exec --json --ephemeral --color never --ignore-rules --skip-git-repo-check -C ${host.workspaceRoot} ` +
        '-s workspace-write -c approval_policy="never" -m m --output-schema /s.json -',
    );
    expect(codexArguments({}, read).join(' ')).toContain('-s read-only');
    expect(codexArguments({}, read).join(' ')).not.toContain('workspace-write');
  });
  it('gemini has no tool that changes anything where the step only reads, whatever the flow allows', () => {
    const allowedTools = ['run_shell_command(npm test)'];
    expect(geminiArguments({ allowedTools }, write).join(' ')).toBe(
      '-o stream-json --skip-trust --approval-mode auto_edit --allowed-tools run_shell_command(npm test) -p ',
    );
    expect(geminiArguments({ allowedTools }, read).join(' ')).toBe(
      '-o stream-json --skip-trust --approval-mode default -p ',
    );
  });
  it('copilot is denied to write and to start programs where the step only reads; its folder is never trusted', () => {
    const options = { allowedTools: ['shell(npm test)'], maxAiCredits: 30 };
    const may = copilotArguments(options, write, '/u.json');
    const mayNot = copilotArguments(options, read, '/u.json');
    expect(may.slice(-4)).toEqual(['--max-ai-credits', '30', '--allow-tool=write', '--allow-tool=shell(npm test)']);
    expect(mayNot.slice(-2)).toEqual(['--deny-tool=write', '--deny-tool=shell']);
    expect(mayNot.join(' ')).not.toContain('--allow');
    for (const flag of ['--trust-folder', '--allow-all-tools', '-p']) expect([...may, ...mayNot]).not.toContain(flag);
  });
  it('opencode gives it a title, and never its helpers, whose use it does not report', () => {
    expect(opencodeArguments({ model: 'p/m' }, write)).toEqual([
      'run',
      '--format',
      'json',
      '--pure',
      '--title',
      `Converge ${write.key}`,
      '-m',
      'p/m',
    ]);
    expect(opencodePermission('read')).toEqual({ edit: 'deny', bash: 'deny', task: 'deny' });
    expect(opencodePermission('write')).toEqual({ edit: 'allow', bash: 'allow', task: 'deny' });
  });
});

describe('what a flow may say', () => {
  it.each(['codex', 'gemini', 'copilot', 'opencode'])('of %s is not which program it is, nor flags', (use) => {
    for (const option of [{ command: './x' }, { run: ['x'] }, { args: ['--yolo'] }, { program: '/x' }]) {
      expect(workerFor('w', { use, ...option }, host)).not.toHaveProperty('run');
    }
    expect(workerFor('w', { use }, { ...host, executables: { [use]: 'bin/x' } })).not.toHaveProperty('run');
    expect(workerFor('w', { use }, host)).toHaveProperty('run');
  });
  it.each([
    { use: 'gemini', allowedTools: ['--yolo'] },
    { use: 'gemini', allowedTools: ['a,b'] },
    { use: 'copilot', allowedTools: ['-x'] },
    { use: 'copilot', maxAiCredits: 1 },
    { use: 'opencode', model: 'm' },
    { use: 'opencode', model: '--share/x' },
    { use: 'codex', model: '' },
  ])('is checked: %j', (spec) => {
    expect(workerFor('w', spec, host)).not.toHaveProperty('run');
  });
});

describe('the environment of', () => {
  it('opencode has the credential of the provider that its model names, and no other', () => {
    expect(opencodeProgram({ model: 'anthropic/x' }).own).toContain('ANTHROPIC_API_KEY');
    expect(opencodeProgram({ model: 'anthropic/x' }).own).not.toContain('OPENAI_API_KEY');
    expect(opencodeProgram({ model: 'toString/x' }).own).toEqual(opencodeProgram({ model: 'local/x' }).own);
  });
  it('gemini says where its service is even where nothing is set, so that no file of the repository can', async () => {
    const tell = join(folder(), 'told.json');
    const there = aHost({ executables: { gemini: join(import.meta.dirname, '../fakes/programs/agent.mjs') } });
    const prompt = JSON.stringify({ do: 'tell', recording: 'gemini-tools', tell });
    await geminiWorker({ use: 'gemini' }, there).run(aTurn(there, { prompt }), anIo());
    expect(JSON.parse(readFileSync(tell, 'utf8')).env).toMatchObject({
      GOOGLE_GEMINI_BASE_URL: '',
      GOOGLE_VERTEX_BASE_URL: '',
    });
  });
});

describe('a schema for codex', () => {
  const verdict = {
    type: 'object',
    properties: { passed: { type: 'boolean' }, reasons: { type: 'array', items: { type: 'string' } } },
    required: ['passed', 'reasons'],
  };
  it('is handed on closed, in a private file that is gone afterwards', async () => {
    const tell = join(folder(), 'told.json');
    const there = aHost({ executables: { codex: join(import.meta.dirname, '../fakes/programs/agent.mjs') } });
    const prompt = JSON.stringify({ do: 'tell', recording: 'codex-ok', tell });
    await codexWorker({ use: 'codex' }, there).run(aTurn(there, { prompt, outputSchema: verdict }), anIo());
    const told = JSON.parse(readFileSync(tell, 'utf8'));
    expect(JSON.parse(told.schema)).toEqual({ ...verdict, additionalProperties: false });
    expect(told.last).not.toContain('JSON Schema');
    const file: string = told.args[told.args.indexOf('--output-schema') + 1];
    expect(file.startsWith(there.workspaceRoot)).toBe(false);
    expect(existsSync(file)).toBe(false);
  });
  it('that cannot be closed is asked for in words', () => {
    expect(closedSchema(verdict)).toBeDefined();
    const open: readonly JsonObject[] = [
      { ...verdict, required: ['passed'] },
      { ...verdict, properties: { ...verdict.properties, marker: {} }, required: ['passed', 'reasons', 'marker'] },
      { ...verdict, patternProperties: {} },
      { ...verdict, additionalProperties: { type: 'string' } },
      { type: 'string' },
      { type: 'object' },
      { type: 'object', properties: { branch: { enum: ['a'] } }, required: ['branch'] },
    ];
    for (const schema of open) expect(closedSchema(schema)).toBeUndefined();
  });
});

it('a private folder is for this user alone, and gone even where its turn throws', async () => {
  const before = new Set(readdirSync(realpathSync(tmpdir())));
  let seen = '';
  await expect(
    withScratch(async (scratch) => {
      seen = scratch;
      mkdtempSync(join(scratch, 'x-'));
      throw new Error('broken');
    }),
  ).rejects.toThrow('broken');
  expect(seen).not.toBe('');
  expect(before.has(seen)).toBe(false);
  expect(existsSync(seen)).toBe(false);
});
