import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createStop } from '../../engine/node/stop';
import type { WorkerHost } from '../../engine/node/workers/host';
import type { ModelTool } from '../../engine/node/workers/models/modelTool';
import { placeForTool } from '../../engine/node/workers/models/modelToolPlace';
import { searchTool } from '../../engine/node/workers/models/modelToolSearch';
import { modelTools } from '../../engine/node/workers/models/modelTools';
import type { CommandResult } from '../../engine/ports';
import { aHost, anIo, aTurn, folder } from './turns';

let host: WorkerHost;
let outside: string;
beforeEach(() => {
  host = aHost();
  outside = folder();
  write('src/a.js', 'one\ntwo\nthree\n');
  write('src/deep/b.js', 'const two = 2;\r\nconst three = 3;\r\n');
  write('.git/config', '[core]\n');
  write('.converge/runs/r/trace.jsonl', '{}');
  write('node_modules/x/index.js', 'two');
  writeFileSync(join(outside, 'secret.txt'), 'two, the secret');
  symlinkSync(outside, join(host.workspaceRoot, 'out'));
  symlinkSync(join(outside, 'secret.txt'), join(host.workspaceRoot, 'link.txt'));
  symlinkSync('.git', join(host.workspaceRoot, 'git-by-another-name'));
  symlinkSync('nowhere', join(host.workspaceRoot, 'dangling'));
});

const at = (path: string) => join(host.workspaceRoot, path);
function write(path: string, text: string | Buffer) {
  mkdirSync(join(at(path), '..'), { recursive: true });
  writeFileSync(at(path), text);
}
const ran: CommandResult = { status: 'exited', exit: 1, signal: null, output: '1 failed', log: null, durationMs: 1 };
const asked: number[] = [];

function tools(choice: 'all' | 'read' | 'none' = 'all', access: 'read' | 'write' = 'write'): readonly ModelTool[] {
  const check = async (index: number) => {
    asked.push(index);
    return ran;
  };
  const turn = { ...aTurn(host, { access }), checks: ['npm test', 'npm run lint'] };
  return modelTools(choice, turn, { ...anIo(), check }, host);
}
function use(name: string, input: object) {
  const tool = tools().find(({ spec }) => spec.name === name);
  return tool!.use(JSON.parse(JSON.stringify(input)), createStop().signal);
}

describe('which tools there are', () => {
  const names = (...given: Parameters<typeof tools>) => tools(...given).map(({ spec }) => spec.name);
  it('all, those that read, or none; a turn that only reads never gets one that writes or runs', () => {
    expect(names()).toEqual(['read', 'list', 'search', 'write', 'run']);
    expect(names('read')).toEqual(['read', 'list', 'search']);
    expect(names('all', 'read')).toEqual(['read', 'list', 'search']);
    expect(names('none')).toEqual([]);
  });
  it('each takes an object that is described', () => {
    for (const { spec } of tools()) {
      expect(spec.input).toMatchObject({ type: 'object', additionalProperties: false });
      expect(spec.input).not.toHaveProperty('$schema');
    }
  });
  it('tell the model what is wrong with its input', async () => {
    const outcome = await use('read', { file: 'src/a.js' });
    expect(outcome).toMatchObject({ failed: true });
    expect(outcome.text).toContain('does not fit');
  });
});

describe('where the tools reach', () => {
  const CLOSED = [
    '../x',
    'src/../../x',
    '/etc/passwd',
    'out/secret.txt',
    'link.txt',
    'dangling',
    '.git/config',
    '.GIT/config',
    'src/.git/hooks/pre-commit',
    'git-by-another-name/config',
    '.converge/flows/x.converge.json',
    'git~1/config',
    '.git./config',
    '.git::$INDEX_ALLOCATION/config',
    'src/con',
    'NUL.txt',
    'src/com1.js',
    'src\\a.js',
    'src/a.js\u0000.txt',
  ];
  it.each(CLOSED)('not to %j: neither read nor written, and listed as denied', async (path) => {
    for (const [name, input] of [
      ['read', { path }],
      ['write', { path, content: 'pwned' }],
      ['write', { path, old: 'core', new: 'pwned' }],
      ['list', { path }],
      ['search', { path, text: 'two' }],
    ] as const) {
      const outcome = await use(name, input);
      expect(outcome).toMatchObject({ failed: true, denied: expect.stringContaining(name) });
      expect(outcome.text).not.toContain('secret,');
    }
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('two, the secret');
    expect(existsSync(join(outside, 'x'))).toBe(false);
    expect(readFileSync(at('.git/config'), 'utf8')).toBe('[core]\n');
  });
  it.each([
    ['out/secret.txt', { inside: false, names: true }, 'two, the secret'],
    ['link.txt', { inside: false, names: true }, 'two, the secret'],
    ['git-by-another-name/config', { inside: true, names: false }, '[core]'],
    ['.git/config', { inside: true, names: false }, '[core]'],
  ])('twin: with its guard off %s leads to what it was to keep', async (path, off, canary) => {
    expect(await placeForTool(host.workspaceRoot, path)).toHaveProperty('why');
    const place = await placeForTool(host.workspaceRoot, path, off);
    expect(place.why === undefined && readFileSync(place.at, 'utf8')).toContain(canary);
  });
  it('within the workspace also by an absolute path, and through a link that stays inside', async () => {
    expect((await use('read', { path: at('src/a.js') })).text).toContain('two');
    symlinkSync('src', at('sources'));
    expect(await use('write', { path: 'sources/new.js', content: 'x' })).toMatchObject({ wrote: 'src/new.js' });
  });
  it('not through links while they list and search', async () => {
    const listed = (await use('list', {})).text;
    expect(listed).toBe('src/a.js\nsrc/deep/b.js');
    expect((await use('search', { text: 'two' })).text).toBe('src/a.js:2: two\nsrc/deep/b.js:1: const two = 2;');
    expect((await use('search', { text: 'secret' })).text).toBe('Nothing found.');
  });
});

describe('read', () => {
  it('gives a part, and says where it goes on', async () => {
    expect((await use('read', { path: 'src/a.js', from: 2, lines: 1 })).text).toBe('two');
    write('long.txt', Array.from({ length: 9000 }, (_, i) => `line number ${i + 1}`).join('\n'));
    const first = (await use('read', { path: 'long.txt' })).text;
    const next = Number(/\[goes on at line (\d+) of 9000\]/.exec(first)?.[1]);
    expect((await use('read', { path: 'long.txt', from: next })).text).toMatch(new RegExp(`^line number ${next}\n`));
    expect((await use('read', { path: 'src/a.js', from: 99 })).text).toContain('4 lines');
  });
  it('does not give what is no text, too large or no file', async () => {
    write('bin', Buffer.from([1, 0, 2]));
    write('big', Buffer.alloc(5 * 1024 * 1024, 0x61));
    execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', at('pipe')]);
    for (const path of ['bin', 'big', 'pipe', 'src', 'missing']) {
      expect(await use('read', { path })).toMatchObject({ failed: true });
      expect((await use('read', { path })).denied).toBeUndefined();
    }
  });
});

describe('write', () => {
  it('writes whole files and makes folders', async () => {
    expect(await use('write', { path: 'new/x.js', content: 'x' })).toMatchObject({ wrote: 'new/x.js' });
    expect(readFileSync(at('new/x.js'), 'utf8')).toBe('x');
  });
  it('replaces a text that stands there exactly once, also where lines end in pairs, and keeps the mode', async () => {
    chmodSync(at('src/deep/b.js'), 0o755);
    await use('write', { path: 'src/deep/b.js', old: '2;\nconst', new: '4;\nconst' });
    expect(readFileSync(at('src/deep/b.js'), 'utf8')).toBe('const two = 4;\r\nconst three = 3;\r\n');
    expect(statSync(at('src/deep/b.js')).mode & 0o777).toBe(0o755);
    await use('write', { path: 'src/a.js', old: 'two', new: "$& $' $1" });
    expect(readFileSync(at('src/a.js'), 'utf8')).toBe("one\n$& $' $1\nthree\n");
  });
  it.each([
    [{ old: 'o', new: 'x' }, 'more than once'],
    [{ old: 'four', new: 'x' }, 'does not stand there'],
    [{ old: 'one' }, 'both'],
    [{ old: 'one', new: 'x', content: 'y' }, 'either'],
    [{}, 'either'],
  ])('changes nothing with %j', async (input, why) => {
    const outcome = await use('write', { path: 'src/a.js', ...input });
    expect(outcome).toMatchObject({ failed: true });
    expect(outcome.text).toContain(why);
    expect(readFileSync(at('src/a.js'), 'utf8')).toBe('one\ntwo\nthree\n');
  });
});

describe('search', () => {
  it('takes a text as it is or as an expression, in some files only', async () => {
    expect((await use('search', { text: 't.o' })).text).toBe('Nothing found.');
    expect((await use('search', { text: 't.o', regex: true, files: 'src/*.js' })).text).toBe('src/a.js:2: two');
    expect((await use('search', { text: 'two', path: 'src/deep' })).text).toBe('src/deep/b.js:1: const two = 2;');
    expect((await use('search', { text: 'two', path: 'src/a.js' })).text).toBe('src/a.js:2: two');
    expect(await use('search', { text: '(', regex: true })).toMatchObject({ failed: true });
  });
  it('is bounded in time and size, also where an expression would never end', async () => {
    write('src/evil.txt', `${'a'.repeat(50)}!\n`);
    const bounded = searchTool(host.workspaceRoot, { ms: 2000, fileMs: 50, hits: 3, fileBytes: 1000 });
    const search = (input: object) => bounded.use(JSON.parse(JSON.stringify(input)), createStop().signal);
    const began = performance.now();
    expect((await search({ text: '^(a+)+$', regex: true })).text).toContain('too long there: src/evil.txt');
    expect(performance.now() - began).toBeLessThan(2000);
    write('src/many.txt', 'hit\n'.repeat(9));
    write('src/large.txt', 'hit\n'.repeat(900));
    expect((await search({ text: 'hit' })).text.split('\n')).toEqual([
      'src/many.txt:1: hit',
      'src/many.txt:2: hit',
      'src/many.txt:3: hit',
      '[there are more]',
    ]);
  });
});

describe('run', () => {
  it('runs the checks of the flow by number or by their text, and nothing else', async () => {
    asked.length = 0;
    expect((await use('run', { check: 1 })).text).toBe('Exit code 1.\n1 failed');
    await use('run', { check: '2' });
    await use('run', { check: 'npm run lint' });
    for (const check of [0, 3, -1, 'rm -rf /', 'npm test; rm x', '']) {
      expect(await use('run', { check })).toMatchObject({ failed: true, denied: expect.any(String) });
    }
    expect(asked).toEqual([0, 1, 1]);
  });
  it('is not there where the flow has no open checks', () => {
    const names = modelTools('all', aTurn(host), { ...anIo(), check: async () => ran }, host).map(
      ({ spec }) => spec.name,
    );
    expect(names).not.toContain('run');
  });
});
