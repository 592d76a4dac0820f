import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedOptions, scriptedWorker } from '../../engine/node/workers/played/scripted';
import { replaceOnce } from '../../engine/node/workers/played/scriptedEdits';
import { fc } from '../fc';
import { aHost, anIo, aTurn, folder } from './turns';

const play = (host: ReturnType<typeof aHost>, turns: unknown, fields = {}, io = anIo()) =>
  scriptedWorker(scriptedOptions.parse({ use: 'scripted', turns }), host).run(aTurn(host, fields), io);
const edited = async (host: ReturnType<typeof aHost>, edits: unknown) => play(host, [{ text: 'done', edits }]);
const textOf = (host: ReturnType<typeof aHost>, file: string) => readFileSync(join(host.workspaceRoot, file), 'utf8');
function withFile(text: string) {
  const host = aHost();
  writeFileSync(join(host.workspaceRoot, 'a.js'), text);
  return host;
}

describe('which turn is played', () => {
  const turns = [
    { step: 'act', pass: 2, attempt: 2, text: 'second try of pass 2' },
    { step: 'act', pass: 2, text: 'pass 2' },
    { step: 'act', visit: 3, text: 'third visit' },
    { step: 'act', text: 'any' },
  ];
  it('is the first whose fields all name the place', async () => {
    const said = async (fields: object) => (await play(aHost(), turns, fields)).text;
    expect(await said({ request: { pass: 2, attempt: 2 } })).toBe('second try of pass 2');
    expect(await said({ request: { pass: 2 } })).toBe('pass 2');
    expect(await said({ request: { visit: 3 } })).toBe('third visit');
    expect(await said({})).toBe('any');
  });
  it('can be told by the item or the task that it is for', async () => {
    const turns = [
      { item: { id: 'a', size: 1 }, text: 'item a' },
      { task: 'build', text: 'task build' },
      { text: 'any' },
    ];
    const said = async (request: object) => (await play(aHost(), turns, { request })).text;
    expect(await said({ item: { size: 1, id: 'a' } })).toBe('item a');
    expect(await said({ item: { id: 'a' } })).toBe('any');
    expect(await said({ task: { id: 'build', kind: 'step', prerequisites: [], input: null } })).toBe('task build');
    expect(await said({ task: { id: 'test', kind: 'step', prerequisites: [], input: null } })).toBe('any');
    expect(await said({})).toBe('any');
  });
  it('none is a failure that says where it stands', async () => {
    const end = await play(aHost(), turns, { request: { step: 'judge' } });
    expect(end.status).toBe('failed');
    expect(end.why).toBe(
      'The script has no turn for step "judge", pass 1, visit 1, attempt 1. Add one, or one that names less.',
    );
  });
});

describe('what it answers', () => {
  it('is what is given', async () => {
    const given = { structured: { goalMet: true }, branch: 'left', claims: { changedFiles: ['a'] }, text: 'x' };
    expect(await play(aHost(), [given])).toMatchObject({ status: 'ok', ...given, usage: { state: 'free' } });
    expect(await play(aHost(), [{ fail: 'protocol-error' }])).toMatchObject({ status: 'protocol-error', text: '' });
  });
  it('SH-13 a usage is reported, "absent" is absent, none is free', async () => {
    const usage = async (value: unknown) => (await play(aHost(), [{ usage: value }])).usage;
    expect(await usage({ usd: 0.4 })).toMatchObject({ state: 'reported', usd: 0.4 });
    expect(await usage({ inputTokens: 5, outputTokens: 5 })).toMatchObject({ state: 'reported', usd: null });
    expect(await usage('absent')).toMatchObject({ state: 'absent' });
    expect(await usage(undefined)).toEqual({ state: 'free' });
  });
  it('SH-38 a delay is ended by Stop, and by the turn’s limit', async () => {
    const io = anIo();
    const running = play(aHost(), [{ delayMs: 60_000, usage: { usd: 1 } }], {}, io);
    io.stopNow();
    expect(await running).toMatchObject({ status: 'cancelled', usage: { state: 'absent' } });
    const late = await play(aHost(), [{ delayMs: 60_000 }], { limits: { wallMs: 10 } });
    expect(late).toMatchObject({ status: 'timed-out', usage: { state: 'free' } });
  });
});

describe('edits', () => {
  it('write, replace and delete, also twice: a killed turn is run again', async () => {
    const host = withFile('const one = 1;\n');
    writeFileSync(join(host.workspaceRoot, 'gone.txt'), '');
    const edits = [
      { path: 'a.js', replace: ['one', 'two'] },
      { path: 'a.js', replace: ['two', 'three'] },
      { path: 'deep/er/b.txt', content: 'new' },
      { path: 'gone.txt', delete: true },
    ];
    for (const _ of [1, 2]) {
      expect(await edited(host, edits)).toMatchObject({ status: 'ok' });
      expect([textOf(host, 'a.js'), textOf(host, 'deep/er/b.txt')]).toEqual(['const three = 1;\n', 'new']);
      expect(existsSync(join(host.workspaceRoot, 'gone.txt'))).toBe(false);
    }
  });
  it('are made although the turn fails', async () => {
    const host = aHost();
    expect(await play(host, [{ fail: 'failed', edits: [{ path: 'half.txt', content: 'x' }] }])).toMatchObject({
      status: 'failed',
      why: 'the script says so',
    });
    expect(textOf(host, 'half.txt')).toBe('x');
  });
  it('of a text that is not there, or there twice, fail the turn and change nothing', async () => {
    const host = withFile('a a');
    const missing = await edited(host, [{ path: 'a.js', replace: ['b', 'c'] }]);
    expect(missing.why).toBe('The edit of "a.js" could not be done: neither its old nor its new text stands there.');
    expect((await edited(host, [{ path: 'a.js', replace: ['a', 'c'] }])).why).toContain('2 times');
    expect((await edited(host, [{ path: 'none.js', replace: ['a', 'c'] }])).why).toContain('no such file');
    expect(textOf(host, 'a.js')).toBe('a a');
  });
  it('stay inside the workspace', async () => {
    const host = aHost();
    const outside = folder();
    symlinkSync(outside, join(host.workspaceRoot, 'way-out'));
    symlinkSync(join(outside, 'not-there.txt'), join(host.workspaceRoot, 'dangling.txt'));
    mkdirSync(join(host.workspaceRoot, '.converge'));
    symlinkSync('.converge', join(host.workspaceRoot, 'hidden'));
    const paths = [
      '../x',
      '/tmp/x',
      'a/../../x',
      'way-out/x',
      'dangling.txt',
      '.converge/x',
      '.git/x',
      'hidden/x',
      'a\\x',
      '.',
    ];
    for (const path of paths) {
      expect(await edited(host, [{ path, content: 'x' }]), path).toMatchObject({ status: 'failed' });
      expect(await edited(host, [{ path, delete: true }]), path).toMatchObject({ status: 'failed' });
    }
    expect(existsSync(join(outside, 'x'))).toBe(false);
    expect(existsSync(join(outside, 'not-there.txt'))).toBe(false);
  });
  it('may go over a link that stays inside', async () => {
    const host = aHost();
    mkdirSync(join(host.workspaceRoot, 'src'));
    symlinkSync('src', join(host.workspaceRoot, 'link'));
    expect(await edited(host, [{ path: 'link/a.js', content: 'x' }])).toMatchObject({ status: 'ok' });
    expect(textOf(host, 'src/a.js')).toBe('x');
  });
  it('once done are done, whatever the old and new texts', () => {
    const short = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 6 });
    const from = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(short, from, fc.constantFrom('c', 'cc', ''), short, (before, old, fresh, after) => {
        for (const to of [fresh, fresh + old + fresh]) {
          const once = replaceOnce(before + old + after, [old, to]);
          if (once.text === undefined || (to === '' && once.text.includes(old))) continue;
          expect(replaceOnce(once.text, [old, to])).toEqual({ text: once.text });
        }
      }),
    );
  });
});

describe('a script in a file', () => {
  const worker = (host: ReturnType<typeof aHost>, file: string) =>
    scriptedWorker(scriptedOptions.parse({ use: 'scripted', file }), host);
  it('is read from the workspace', async () => {
    const host = aHost();
    writeFileSync(join(host.workspaceRoot, 'turns.json'), '[{ "text": "from the file" }]');
    expect(await worker(host, 'turns.json').run(aTurn(host), anIo())).toMatchObject({ text: 'from the file' });
    expect(await worker(host, 'turns.json').probe()).toMatchObject({ available: true });
  });
  it('may stand in .converge and name its turns', async () => {
    const host = aHost();
    mkdirSync(join(host.workspaceRoot, '.converge'));
    writeFileSync(join(host.workspaceRoot, '.converge/turns.json'), '{ "turns": [{ "text": "named" }] }');
    expect(await worker(host, '.converge/turns.json').run(aTurn(host), anIo())).toMatchObject({ text: 'named' });
  });
  it.each([
    ['none.json', undefined, 'was not found'],
    ['../turns.json', undefined, 'inside it'],
    ['bad.json', '[', 'cannot be read'],
    ['wrong.json', '[{ "txt": "x" }]', 'no list of turns'],
  ])('%s stops the turn before it starts and says why', async (file, text, why) => {
    const host = aHost();
    if (text !== undefined) writeFileSync(join(host.workspaceRoot, file), text);
    const end = await worker(host, file).run(aTurn(host), anIo());
    expect(end.status).toBe('not-started');
    expect(end.why).toContain(why);
    expect(await worker(host, file).probe()).toMatchObject({ available: false, why: end.why });
  });
});
