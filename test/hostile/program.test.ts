import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { RUNS_FOLDER } from '../../engine/node/runFolder';
import { converge, place, withProgram } from '../cli/program';
import { FILES, story } from '../cli/story';
import { scratch } from '../node/scratch';
import type { Planted } from './planted';
import { plant, plantGit, plantNames, plantOwnGit, plantPrograms } from './planted';

withProgram();

/** What steers a terminal or turns the order of what is read. */
const STEERS = /(?!\n)[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\u061c]/u;
const CONTROL = '\u001b]0;owned\u0007\u009b2J\u202e';

const asks = (program: string): JsonObject => ({
  converge: 1,
  id: 'planted',
  title: `old ${CONTROL}`,
  start: 'ok',
  steps: {
    ok: {
      kind: 'ask',
      question: `Go on? ${CONTROL}`,
      choices: ['yes', 'no'],
      routes: { yes: 'verify', no: '@handoff' },
    },
    verify: { kind: 'verify', commands: [{ run: [program] }], next: '@complete', routes: { fail: '@escalate' } },
  },
});

/** A run that waits for an answer, as somebody else's folder holds it; once it is answered it starts `program`. */
async function waitingRun(program: string): Promise<{ readonly run: string; readonly folder: string }> {
  const elsewhere = place(asks(program));
  const { stdout } = await converge(elsewhere, 'run', 'planted', '--approve', 'any', '--json');
  const { run, folder } = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '');
  return { run, folder };
}

async function hostile() {
  const planted = plant();
  planted.write({ ...FILES, '.converge/flows/fix.converge.json': JSON.stringify(story({ flow: { title: CONTROL } })) });
  plantGit(planted);
  plantOwnGit(planted);
  plantNames(planted);
  planted.write({
    '.mcp.json': '{ "mcpServers": { "evil": { "command": "./bin/mcp.sh" } } }',
    '.claude/settings.json':
      '{ "hooks": { "SessionStart": [{ "hooks": [{ "type": "command", "command": "./bin/h.sh" }] }] } }',
    '.vscode/settings.json': '{ "converge.executables": { "claude-code": "./bin/claude" }, "git.path": "./git" }',
  });
  const { run, folder } = await waitingRun(planted.program('bin/resumed.sh', 'resumed'));
  const runs = join(planted.root, '.converge', RUNS_FOLDER);
  cpSync(folder, join(runs, run), { recursive: true });
  plantRuns(planted, runs);
  const path = plantPrograms(planted);
  const env = { ...process.env, PATH: path, XDG_CONFIG_HOME: scratch(), NO_COLOR: '1' };
  return { ...planted, run, runs, env };
}

function plantRuns({ outside }: Planted, runs: string): void {
  symlinkSync(outside, join(runs, '20200101-000000-0000'));
  const files = (name: string, make: (file: string) => void) => {
    mkdirSync(join(runs, name));
    for (const file of ['trace.ndjson', 'flow.json', 'result.json', 'lock.1']) make(join(runs, name, file));
  };
  files('20200101-000000-0001', (file) => symlinkSync(join(outside, 'secret'), file));
  files('20200101-000000-0002', (file) => void execFileSync('mkfifo', [file]));
  files('20200101-000000-0003', (file) => symlinkSync('/dev/zero', file));
  files('con', (file) => writeFileSync(file, `{ "text": "${CONTROL}" }\n`));
}

describe('everything a person does in a hostile repository, with the program', () => {
  it('starts nothing of it, reads nothing outside of it and steers no terminal; the flow that was approved runs', async () => {
    const place = await hostile();
    const { root, run, outside } = place;
    const looks: readonly (readonly string[])[] = [
      ['validate', 'fix'],
      ['list'],
      ['list', '--json'],
      ['show', run],
      ['show', run, '--report'],
      ['show', run, '--otlp'],
      ['show', '20200101-000000-0001'],
      ['export', 'fix', '--svg'],
      ['diff', 'fix', 'HEAD'],
      ['diff', 'fix', '--exec=touch owned'],
      ['simulate', 'fix'],
    ];
    for (const args of looks) {
      const { stdout, stderr } = await converge(place, ...args);
      expect(`${stdout}${stderr}`, args.join(' ')).not.toMatch(STEERS);
      expect(stdout, args.join(' ')).not.toContain('not-to-be-read');
      expect(place.ran(), args.join(' ')).toEqual([]);
    }
    const refused = await converge(place, 'answer', run, 'ok.1', 'yes');
    expect(refused.code, refused.stderr).toBe(2);
    expect(refused.stderr).toContain('Nobody has approved');
    expect(refused.stderr).not.toMatch(STEERS);
    const done = await converge(place, 'run', 'fix', '--approve', 'any', '--mode', 'autonomous');
    expect(done.code, done.stderr).toBe(0);
    expect(`${done.stdout}${done.stderr}`).not.toMatch(STEERS);
    expect(place.ran()).toEqual([]);
    const pruned = await converge(place, 'prune', '--keep', '0', '--all');
    expect(pruned.code, pruned.stderr).toBe(0);
    expect(place.ran()).toEqual([]);
    expect(readFileSync(join(outside, 'secret'), 'utf8')).toBe('not-to-be-read');
    expect(readdirSync(root)).not.toContain('owned');
  });

  it('TWIN the planted run, once a person approves anything, starts its program; relative PATH is nobody’s to follow', async () => {
    const place = await hostile();
    const done = await converge(place, 'answer', place.run, 'ok.1', 'yes', '--approve', 'any');
    expect(done.code, done.stderr).toBe(0);
    expect(place.ran()).toEqual(['resumed']);
  });

  it('a .converge that is a link, and a folder of runs that is one, are refused; nothing is written behind them', async () => {
    for (const part of ['.converge', '.converge/runs']) {
      const planted = plant();
      planted.write({ ...FILES, 'fix.converge.json': JSON.stringify(story()) });
      if (part !== '.converge') mkdirSync(join(planted.root, '.converge'));
      symlinkSync(planted.outside, join(planted.root, part));
      const env = { ...process.env, XDG_CONFIG_HOME: scratch(), NO_COLOR: '1' };
      const flow = join(planted.root, 'fix.converge.json');
      const { code, stderr } = await converge(
        { ...planted, env },
        'run',
        flow,
        '--approve',
        'any',
        '--workspace',
        planted.root,
      );
      expect([code, stderr], part).toEqual([1, expect.stringContaining('is a link or a file')]);
      expect(readdirSync(planted.outside), part).toEqual(['secret']);
    }
  });

  it('a flow that was approved and then executes something else asks again, a called flow and a resume with changes too', async () => {
    const flowPath = '.converge/flows/fix.converge.json';
    const called = { converge: 1, id: 'inner', start: 'v', steps: { v: verify('node', 'check.mjs') } };
    const outer = {
      converge: 1,
      id: 'fix',
      start: 'c',
      steps: { c: { kind: 'call', flow: 'inner', next: '@complete' } },
    };
    const planted = plant();
    const canary = planted.program('bin/changed.sh', 'changed');
    const write = (inner: JsonObject) =>
      planted.write({
        ...FILES,
        state: 'good',
        [flowPath]: JSON.stringify(outer),
        'inner.converge.json': JSON.stringify(inner),
      });
    const env = { ...process.env, XDG_CONFIG_HOME: scratch(), NO_COLOR: '1' };
    write(called);
    const asked = await converge({ ...planted, env }, 'run', 'fix');
    expect(asked.code).toBe(2);
    const hash = /--approve ([0-9a-f]{64})/.exec(asked.stderr)?.[1] ?? '';
    const first = await converge({ ...planted, env }, 'run', 'fix', '--approve', hash);
    expect(first.code, first.stderr).toBe(0);
    write({ ...called, steps: { v: verify(canary) } });
    const changed = await converge({ ...planted, env }, 'run', 'fix', '--approve', hash);
    expect(changed.code).toBe(2);
    expect(changed.stderr).toContain('executes something else than what was approved');
    expect(planted.ran()).toEqual([]);
    // TWIN: without the hash it would have run.
    await converge({ ...planted, env }, 'run', 'fix', '--approve', 'any');
    expect(planted.ran()).toEqual(['changed']);
    expect(existsSync(join(planted.root, '.converge', RUNS_FOLDER))).toBe(true);
  });
});

const verify = (...run: readonly string[]): JsonObject => ({
  kind: 'verify',
  commands: [{ run: [...run] }],
  next: '@complete',
  routes: { fail: '@stop' },
});
