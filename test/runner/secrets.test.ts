import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { sha256 } from '../../engine/node/digest';
import { otlpLines } from '../../engine/node/otlpLines';
import { secretsFor } from '../../engine/node/workers/models/credentials';
import { approvalLines, approvalOf } from '../../engine/run/approval';
import { printable } from '../../engine/run/printable';
import { reportOf } from '../../engine/run/report/report';
import type { Carried } from '../../engine/runner/carry';
import { carryRun } from '../../engine/runner/carry';
import type { StartSpec } from '../../engine/runner/startSpec';
import { toldRun } from '../../engine/runner/toldRun';
import { scratch } from '../node/scratch';
import { fixFlow, flowOf } from './flows';

const TOKEN = 'tk-93/"a+b" é0';
const KEY = 'sk-worker-1234567';

/** Says its secret in every form, over both streams, cut where it hurts, and as names of tests. */
const CHECK = `
const said = process.env.DEPLOY ?? 'none-given-here';
const forms = [said, Buffer.from('u:' + said).toString('base64'), encodeURIComponent(said), JSON.stringify({ said })];
for (const form of forms) console.log('form ' + form);
const bytes = Buffer.from('split ' + said + '\\n');
for (let at = 0; at < bytes.length; at++) process.stderr.write(bytes.subarray(at, at + 1));
process.stdout.write(said.slice(0, 5)); process.stderr.write('\\n');
console.log(Object.keys(process.env).filter((name) => /KEY|SECRET/.test(name)).join(' '));
`;
const WORKER = `
let text = '';
process.stdin.on('data', (bytes) => (text += bytes));
process.stdin.on('end', () => {
  const key = process.env.MY_KEY;
  console.error('log ' + key);
  const structured = { goalMet: true, lesson: 'use ' + key, [key]: [key] };
  console.log(JSON.stringify({ text: 'the key is ' + key, structured, claims: { changedFiles: [] } }));
});
`;
const FILES = { 'check.mjs': CHECK, 'worker.mjs': WORKER };

const agent = { use: 'command', run: ['node', 'worker.mjs'], meters: 'free', env: ['MY_KEY'] };
const flow = (env: JsonObject = { DEPLOY: { secret: 'TOKEN' } }): JsonObject => {
  const steps = fixFlow().steps as JsonObject;
  const verify = { kind: 'verify', commands: [{ run: ['node', 'check.mjs'], env }], next: 'judge' };
  return fixFlow({ workers: { doer: agent, judge: agent }, steps: { ...steps, verify } });
};

function spec(value: JsonObject): StartSpec {
  const root = scratch();
  for (const [path, text] of Object.entries({ ...FILES, 'fix.converge.json': JSON.stringify(value) })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return {
    kind: 'start',
    flowPath: join(root, 'fix.converge.json'),
    root,
    mode: 'autonomous',
    overrides: {},
    workers: {},
    executables: {},
    approve: 'any',
    trusted: true,
    program: 'test',
    goal: `Use ${KEY} well.`,
  };
}

/** Texts of every file below a folder. */
function texts(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'utf8'));
}

const FORMS = [TOKEN, encodeURIComponent(TOKEN), JSON.stringify(TOKEN).slice(1, -1), KEY];
const base64 = Buffer.from(`u:${TOKEN}`).toString('base64').slice(4, -4);

afterEach(() => vi.unstubAllEnvs());

async function ran(): Promise<Carried> {
  vi.stubEnv('CONVERGE_SECRET_TOKEN', TOKEN);
  vi.stubEnv('CONVERGE_SECRET_MY_KEY', KEY);
  const carried = await carryRun(spec(flow()));
  expect(carried.result, carried.result.why ?? '').toMatchObject({ outcome: 'complete' });
  return carried;
}

describe('secrets of a person', { timeout: 60_000 }, () => {
  it('reach what names them, and no text of the run: trace, artifacts, ledger, notes, result, logs, report, spans', async () => {
    const { folder } = await ran();
    const spans: string[] = [];
    for await (const line of otlpLines(folder, '1')) spans.push(line);
    const stored = [...texts(folder), reportOf(await toldRun(folder)), ...spans];
    for (const text of stored) for (const form of [...FORMS, base64]) expect(text).not.toContain(form);
    const all = stored.join('\n');
    expect(all).toContain('the key is ‹secret MY_KEY›');
    expect(all).toContain('form ‹secret TOKEN›');
    expect(all).toContain('split ‹secret TOKEN›');
    expect(all).toContain('Use ‹secret MY_KEY› well.');
    // JSON stays JSON.
    for (const line of readFileSync(join(folder, 'trace.ndjson'), 'utf8').trimEnd().split('\n')) JSON.parse(line);
  });

  it('verification commands get no credential, and no secret that they do not name', async () => {
    const { folder } = await ran();
    const log = texts(join(folder, 'logs')).find((text) => text.includes('form '));
    expect(log).not.toMatch(/MY_KEY|CONVERGE_SECRET/);
  });

  it('one that is missing is said before the first turn, by name and with the way to store it', async () => {
    vi.stubEnv('CONVERGE_SECRET_MY_KEY', KEY);
    const missing = spec(flow());
    await expect(carryRun(missing)).rejects.toMatchObject({
      code: 'secret-missing',
      message: expect.stringMatching(/CONVERGE_SECRET_TOKEN[\s\S]*secret "TOKEN" for a command of step "verify"/),
    });
    expect(readdirSync(missing.root ?? '')).not.toContain('.converge');
  });

  it('one whose value stands in the flow is refused: everybody can read it there', async () => {
    vi.stubEnv('CONVERGE_SECRET_TOKEN', TOKEN);
    await expect(carryRun(spec(flow({ DEPLOY: `x${TOKEN}` })))).rejects.toMatchObject({ code: 'secret-missing' });
  });

  it('TWIN what is not known to be secret is stored as it is: the same text without the secret’s name', async () => {
    const carried = await carryRun(spec(flow({ DEPLOY: TOKEN })));
    expect(texts(join(carried.folder, 'logs')).join('\n')).toContain(`split ${TOKEN}`);
  });

  it('the card names them and never their values; a runner is handed those that its flow needs', () => {
    const approval = approvalOf(flowOf(flow()), sha256);
    expect(approval.secrets).toEqual(['TOKEN']);
    expect(approvalLines(approval)).toContain('  secrets given: TOKEN');
    expect(approval.hash).not.toBe(approvalOf(flowOf(flow({ DEPLOY: { secret: 'OTHER' } })), sha256).hash);
    const stored = ['TOKEN', 'MY_KEY', 'OTHER', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY'];
    expect(secretsFor(approval, stored)).toEqual(['TOKEN', 'MY_KEY']);
    const claude = { ...flow(), workers: { doer: { use: 'claude-code' }, judge: agent } };
    expect(secretsFor(approvalOf(flowOf(claude), sha256), stored)).toEqual(['TOKEN', 'MY_KEY', 'ANTHROPIC_API_KEY']);
  });

  it('the card hides nothing: no line of a flow’s own, no direction, no end that is cut off in silence', () => {
    const step = {
      kind: 'verify',
      commands: [{ shell: 'npm test \u202e\u001b[2J', cwd: 'a\n  hash: 1' }],
      next: 'judge',
    };
    const worker = { ...agent, run: ['node', '-e', 'x'.repeat(3000)] };
    const value: JsonObject = { ...flow(), workers: { doer: worker, judge: agent } };
    const lines = approvalLines(
      approvalOf(flowOf({ ...value, steps: { ...(value.steps as JsonObject), verify: step } }), sha256),
    );
    expect(lines.filter((line) => line.startsWith('  hash:'))).toHaveLength(1);
    expect(lines.map((line) => printable(line).replaceAll('\n', ''))).toEqual(lines);
    expect(lines.join('\n')).toMatch(/and \d+ more characters: read them in the flow/);
  });
});
