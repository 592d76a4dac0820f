import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VERSION } from '../../engine/runner/version';
import { scratch } from '../node/scratch';
import { converge, place, withProgram } from './program';
import { asking, FILES, story } from './story';

withProgram();

const NAMES = [
  ...[
    'validate',
    'check',
    'run',
    'resume',
    'list',
    'show',
    'watch',
    'stop',
    'pause',
    'answer',
    'accept',
    'caps',
    'note',
  ],
  ...['apply', 'fork', 'effects', 'import', 'simulate', 'diff', 'export', 'prune', 'demo'],
];
const APPROVED = ['--mode', 'autonomous', '--approve', 'any'];

describe('the program', () => {
  const nowhere = () => ({ root: scratch(), env: process.env });

  it('tells its version, which is that of the package', async () => {
    const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'));
    expect(VERSION).toBe(version);
    expect((await converge(nowhere(), '--version')).stdout).toBe(`${version}\n`);
  });

  it('has help for itself and for each command', async () => {
    const all = await converge(nowhere(), '--help');
    expect(all.code).toBe(0);
    expect([...all.stdout.matchAll(/^ {2}([a-z]+) {2}/gm)].map(([, name]) => name).sort()).toEqual([...NAMES].sort());
    for (const name of NAMES) {
      const { code, stdout } = await converge(nowhere(), name, '--help');
      expect([code, stdout.split('\n')[0]?.startsWith(`Usage: converge ${name}`)]).toEqual([0, true]);
    }
  });

  it('has each command in the README, and no other', () => {
    const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
    const table = /\| command \| does \|\n([\s\S]*?)\n\n/.exec(readme)?.[1] ?? '';
    const cells = table.split('\n').map((row) => row.split(' | ')[0] ?? '');
    const named = cells.flatMap((cell) => [...cell.matchAll(/`([a-z]+)/g)].map(([, name]) => name));
    expect(named.sort()).toEqual([...NAMES].sort());
  });

  it('answers wrong use with 2 and how to use it', async () => {
    const bad = [[], ['fly'], ['run'], ['run', 'a', 'b'], ['run', 'a', '--speed', '9'], ['run', 'a', '--mode', 'wild']];
    for (const args of [...bad, ['accept', 'a', 'b'], ['list', '--workspace', 'nowhere']]) {
      const { code, stdout, stderr } = await converge(nowhere(), ...args);
      expect([args, code]).toEqual([args, 2]);
      expect(stdout + stderr).toContain('converge');
    }
  });
});

describe('validate', () => {
  it('lists all findings at once with their place, and 2; a valid flow is 0', async () => {
    const where = place(story(), FILES);
    expect((await converge(where, 'validate', 'fix')).code).toBe(0);
    writeFileSync(where.flowPath, JSON.stringify(story({ loop: { maxPasses: 0 }, act: { next: 'nowhere' } }), null, 2));
    const { code, stdout } = await converge(where, 'validate', where.flowPath);
    expect(code).toBe(2);
    expect(stdout).toMatch(/fix\.converge\.json:\d+:\d+ error: .*maxPasses/);
    expect(stdout).toContain('nowhere');
    const json = JSON.parse((await converge(where, 'validate', where.flowPath, '--json')).stdout);
    expect(json.valid).toBe(false);
    expect(json.findings.length).toBeGreaterThan(1);
  });
});

describe('export', () => {
  it('writes a flow as a Mermaid flowchart, and says which formats there are', async () => {
    const where = place(story(), FILES);
    const { code, stdout } = await converge(where, 'export', 'fix', '--mermaid');
    expect([code, stdout.split('\n')[0]]).toEqual([0, 'flowchart LR']);
    const picture = await converge(where, 'export', 'fix', '--svg');
    expect([picture.code, picture.stdout]).toEqual([0, expect.stringMatching(/^<svg[\s\S]*act[\s\S]*<\/svg>\s*$/)]);
    const both = await converge(where, 'export', 'fix', '--svg', '--mermaid');
    expect([both.code, both.stderr]).toEqual([2, expect.stringContaining('--mermaid or --svg')]);
    const without = await converge(where, 'export', 'fix');
    expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('--mermaid')]);
  });
});

describe('where it runs', () => {
  it("SH-37 in the flow's own folder, wherever the program was started", async () => {
    const [a, b] = [place(story(), { ...FILES, state: 'good' }), place(story({ doer: [{ text: 'tried' }] }), FILES)];
    const ended = await converge({ ...b, root: a.root }, 'run', b.flowPath, ...APPROVED);
    expect(ended.code).toBe(3);
    expect(JSON.parse((await converge(b, 'list', '--json')).stdout)).toHaveLength(1);
    expect(JSON.parse((await converge(a, 'list', '--json')).stdout)).toEqual([]);
  });

  it('finds a flow by its id, and says so where two have it', async () => {
    const where = place(story(), FILES);
    expect((await converge(where, 'validate', 'fix')).code).toBe(0);
    writeFileSync(join(where.root, 'other.converge.json'), JSON.stringify(story()));
    const two = await converge(where, 'validate', 'fix');
    expect([two.code, two.stderr.includes('more than one flow')]).toEqual([2, true]);
  });
});

describe('a run afterwards', () => {
  it('is listed and shown from its folder alone, with its latches and notes', async () => {
    const lies = { text: 'repaired', claims: { changedFiles: ['state'] } };
    const truth = { ...lies, pass: 2, edits: [{ path: 'state', content: 'good' }] };
    const where = place(story({ doer: [truth, lies], act: { check: { changedOnDisk: 'claimed' } } }), FILES);
    expect((await converge(where, 'run', 'fix', ...APPROVED)).code).toBe(0);
    const list = await converge(where, 'list');
    expect(list.stdout).toMatch(/fix {2}complete, confirmed on evidence .*, fix pass 2\n/);
    const { stdout } = await converge(where, 'show', 'latest');
    expect(stdout).toContain('pass 2 of loop fix');
    expect(stdout).toMatch(/latch \S+: cleared\n {2}pass 1: opened, .*\n {2}pass 2: cleared/);
    expect(stdout).toContain('judge proposed: the goal is met · engine decided: confirmed');
  });

  it('copied to another place it can be shown, and is not run there', async () => {
    const where = place(story({ doer: [{ text: 'tried' }] }), FILES);
    await converge(where, 'run', 'fix', ...APPROVED);
    const copy = join(scratch(), 'copy');
    const { folder } = JSON.parse((await converge(where, 'list', '--json')).stdout)[0];
    cpSync(folder, copy, { recursive: true });
    expect((await converge(where, 'show', copy)).code).toBe(0);
    const { code, stderr } = await converge(where, 'resume', copy, '--approve', 'any', '--raise', 'fix.maxPasses=9');
    expect([code, stderr.includes('(run-unknown)')]).toEqual([2, true]);
  });

  it('AF-45 is unknown where there is none, to whoever would see, stop or pause it', async () => {
    const where = place(story(), FILES);
    for (const command of ['show', 'stop', 'pause']) {
      const { code, stderr } = await converge(where, command, 'nothing');
      expect([command, code, stderr.includes('(run-unknown)')]).toEqual([command, 2, true]);
    }
  });
});

describe('an answer', () => {
  it('carries a waiting run on in the foreground, and only the one that is asked for', async () => {
    const where = place(asking, FILES);
    expect((await converge(where, 'run', 'asking', ...APPROVED)).code).toBe(5);
    const wrong = await converge(where, 'answer', 'latest', 'ok.1', 'perhaps', '--approve', 'any');
    expect([wrong.code, wrong.stderr.includes('yes, no')]).toEqual([2, true]);
    const { code, stdout, stderr } = await converge(where, 'answer', 'latest', 'ok.1', 'yes', '--approve', 'any');
    expect(code, stdout + stderr).toBe(0);
    const again = await converge(where, 'answer', 'latest', 'ok.1', 'yes', '--approve', 'any');
    expect(again.code).toBe(2);
  });
});

describe('--worker', () => {
  it("stands in for the flow's own worker, in the run's copy of the flow too", async () => {
    const where = place(story({ doer: [{ text: 'tried' }] }), FILES);
    const turns = [{ text: 'repaired', edits: [{ path: 'state', content: 'good' }] }];
    const better = `doer=${JSON.stringify({ use: 'scripted', turns })}`;
    expect((await converge(where, 'run', 'fix', '--worker', better, ...APPROVED)).code).toBe(0);
    const { folder } = JSON.parse((await converge(where, 'list', '--json')).stdout)[0];
    expect(JSON.parse(readFileSync(join(folder, 'flow.json'), 'utf8')).workers.doer.turns).toEqual(turns);
  });
});
