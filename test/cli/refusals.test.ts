import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../engine/json';
import { scratch } from '../node/scratch';
import type { Place } from './program';
import { converge, place, programPath, withProgram } from './program';
import { FILES, story } from './story';

withProgram();

const runsOf = ({ root }: Pick<Place, 'root'>) => {
  const folder = join(root, '.converge', 'runs');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** Starts the flow, expects that nothing came of it, and returns what was said. */
async function refused(where: Place, code: number, ...more: string[]) {
  const ended = await converge(where, 'run', where.flowPath, '--mode', 'autonomous', '--approve', 'any', ...more);
  expect(ended.code, ended.stderr).toBe(code);
  expect(runsOf(where)).toEqual([]);
  expect(readFileSync(join(where.root, 'state'), 'utf8')).toBe('bad');
  return ended.stderr;
}

/** A PATH with only these programs of the system. */
function pathWith(...programs: string[]): string {
  const folder = scratch();
  for (const program of programs) {
    const found = execFileSync('which', [program], { encoding: 'utf8' }).trim();
    symlinkSync(found, join(folder, program));
  }
  return folder;
}

describe('bad input gets a clear message and loses nothing:', () => {
  it('no git', async () => {
    const where = place(story(), FILES);
    const said = await refused({ ...where, env: { ...where.env, PATH: pathWith('node') } }, 2);
    expect(said).toContain('"git" was not found');
    expect(said).toContain('(git-missing)');
    expect(existsSync(join(where.root, '.converge', 'git'))).toBe(false);
  });

  it('no Node in the PATH of the workspace', async () => {
    const where = place(story(), FILES);
    const path = pathWith('git');
    const said = await refused({ ...where, env: { ...where.env, PATH: path } }, 2);
    expect(said).toContain(`command of step "verify": "node" was not found. Looked for it in PATH: ${path}`);
  });

  it('SH-38 a missing worker program: one set-up error, and no pass is used up', async () => {
    const doer = { use: 'command', run: ['no-such-agent', '--yes'] };
    const where = place(story({ workers: { doer } }), FILES);
    const said = await refused(where, 2);
    expect(said).toMatch(/worker "doer": "no-such-agent" was not found\. Looked for it in PATH: \S+/);
    expect(said.match(/was not found/g)).toHaveLength(1);
    expect(said).toContain('(program-missing)');
  });

  it('a worker nobody knows, and options that its adapter does not take', async () => {
    expect(await refused(place(story({ workers: { doer: { use: 'oracle' } } }), FILES), 2)).toContain('"oracle"');
    const where = place(story({ act: { worker: 'ghost' } }), FILES);
    expect(await refused(where, 2)).toContain('ghost');
    const gate = { kind: 'gate', evaluator: { all: [{ worker: 'spirit' }] }, next: '@complete' };
    const routes = { revise: 'act', escalate: '@escalate' };
    const act = { kind: 'work', worker: 'doer', prompt: 'Do it.', next: 'look' };
    const gated = story({ flow: { steps: { act, look: { ...gate, routes } }, loops: {} } });
    expect(await refused(place(gated, FILES), 2)).toContain('No worker is named "spirit"');
    expect(await refused(place(story({ workers: { doer: { use: 'command' } } }), FILES), 2)).toContain('"run"');
  });

  it('a flow that cannot be read, is not there, or is no JSON', async () => {
    const where = place(story(), FILES);
    expect(await refused({ ...where, flowPath: join(where.root, 'gone.converge.json') }, 2)).toContain(
      'gone.converge.json',
    );
    expect(await refused({ ...where, flowPath: 'nobody' }, 2)).toContain('There are: fix.');
    writeFileSync(where.flowPath, '{ "converge": 1, "id": ');
    expect(await refused(where, 2)).toMatch(/Line 1/);
    rmSync(where.flowPath);
    mkdirSync(where.flowPath);
    expect(await refused(where, 2)).toContain('(flow-unreadable)');
  });

  it('a newer format', async () => {
    const where = place({ ...(story() as JsonObject), converge: 2 }, FILES);
    const said = await refused(where, 2);
    expect(said).toContain('format 2');
    expect(said).toContain('(flow-newer)');
  });

  it('SH-01 a loop without a proper cap: refused with the field, all findings at once, before any worker', async () => {
    for (const maxPasses of [0, -1, '3', 2.5, null]) {
      const where = place(story({ loop: { maxPasses }, act: { next: 'nowhere' } }), FILES);
      const said = await refused(where, 2);
      expect(said).toContain('maxPasses');
      expect(said).toContain('nowhere');
    }
    const { id: _, ...rest } = story() as JsonObject;
    expect(await refused(place(rest, FILES), 2)).toContain('"id"');
  });

  it('a folder that cannot be written: a file where it should be, or a link', async () => {
    const where = place(story(), FILES);
    const flowPath = join(where.root, 'fix.converge.json');
    writeFileSync(flowPath, JSON.stringify(story()));
    rmSync(join(where.root, '.converge'), { recursive: true });
    writeFileSync(join(where.root, '.converge'), 'a file');
    const workspace = ['--workspace', where.root];
    expect(await refused({ ...where, flowPath }, 1, ...workspace)).toContain('(folder-unwritable)');
    rmSync(join(where.root, '.converge'));
    const elsewhere = scratch();
    symlinkSync(elsewhere, join(where.root, '.converge'));
    expect(await refused({ ...where, flowPath }, 1, ...workspace)).toContain('is a link or a file');
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  it('what nobody has approved: the list, and the hash to approve it by', async () => {
    const where = place(story(), FILES);
    const run = (...more: string[]) => converge(where, 'run', where.flowPath, '--mode', 'autonomous', ...more);
    const { code, stderr } = await run();
    expect(code).toBe(2);
    expect(stderr).toContain('command of verify: node check.mjs');
    expect(runsOf(where)).toEqual([]);
    const hash = /--approve ([0-9a-f]{64})/.exec(stderr)?.[1] ?? '';
    expect((await run('--approve', hash.replace(/./g, '0'))).stderr).toContain('something else than what was approved');
    expect((await run('--approve', hash)).code).toBe(0);
    const flow = story({ doer: [{ text: 'other' }] });
    writeFileSync(where.flowPath, JSON.stringify(flow));
    expect((await run('--approve', hash)).code).toBe(2);
  });

  it('a start at a step that is not there', async () => {
    const said = await refused(place(story(), FILES), 2, '--start', 'nowhere');
    expect(said).toContain('no step "nowhere"');
  });
});

/** Starts a program with mounts of its own (Linux, as root). */
const APART = ['unshare', '-m'] as const;
const canMount = spawnSync(APART[0], [APART[1], 'true']).status === 0;

describe.skipIf(!canMount)('on a file system of its own', () => {
  /** Runs the flow behind a mount that only this test sees; `{converge}` in what follows is the program. */
  const mounted = (where: Place, mount: string, then = '') => {
    const node = [process.execPath, programPath('converge.js')].map((word) => `'${word}'`).join(' ');
    const run = `${node} run '${where.flowPath}' --workspace '${where.root}' --mode autonomous --approve any`;
    const after = then.replaceAll('{converge}', node) || 'ls .converge/runs 2>/dev/null | wc -l';
    const script = `${mount} && ${run}; code=$?; ${after}; exit $code`;
    return spawnSync(APART[0], [APART[1], 'sh', '-c', script], { cwd: where.root, env: where.env, encoding: 'utf8' });
  };

  it('a read-only workspace is told so, and nothing is there afterwards', () => {
    const where = place(story(), FILES);
    const { status, stderr, stdout } = mounted(where, `mount --bind . . && mount -o remount,ro,bind . && cd .`);
    expect(status, stderr).toBe(1);
    expect(stderr).toContain('(folder-unwritable)');
    expect(stdout.trim()).toBe('0');
  });

  it('a full disk is told so at the start, and nothing half-made is left', () => {
    const where = place(story(), FILES);
    const full =
      'mkdir -p .converge/runs && mount -t tmpfs -o size=4k tmpfs .converge/runs && dd if=/dev/zero of=.converge/runs/x bs=4k count=1 2>/dev/null';
    const { status, stderr, stdout } = mounted(where, full);
    expect(status, stderr).toBe(1);
    expect(stderr).toContain('(disk-full)');
    expect(stdout.trim()).toBe('1');
  });

  it('a disk that fills up under a run ends it with that word; with room again it goes on and has lost nothing', () => {
    const fill = `import { appendFileSync } from 'node:fs';
const request = JSON.parse((await import('node:fs')).readFileSync(0, 'utf8'));
const room = Buffer.alloc(4096);
try { if (request.pass === 2 && request.attempt === 1 && !process.env.NO_FILL) for (;;) appendFileSync('.converge/runs/filler', room); } catch {}
console.log(JSON.stringify({ text: 'tried' }));`;
    const doer = { use: 'command', run: ['node', 'fill.mjs'], meters: 'free', env: ['NO_FILL'] };
    const where = place(story({ workers: { doer } }), { ...FILES, 'fill.mjs': fill });
    const { status, stderr, stdout } = mounted(
      where,
      'mkdir -p .converge/runs && mount -t tmpfs -o size=512k tmpfs .converge/runs',
      'rm .converge/runs/filler; NO_FILL=1 {converge} resume latest --approve any --workspace .; echo resumed $?',
    );
    expect(stderr).toContain('(disk-full)');
    expect([status, stdout.includes('resumed 3')], stdout + stderr).toEqual([1, true]);
    expect(stdout.match(/pass \d started/g)).toEqual(['pass 1 started', 'pass 2 started', 'pass 3 started']);
  });
});
