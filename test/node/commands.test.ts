import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createCommands } from '../../engine/node/commands';
import { commandEnvironment } from '../../engine/node/environment';
import { shimTarget } from '../../engine/node/program';
import { createStop } from '../../engine/node/stop';
import type { CommandRequest } from '../../engine/ports';
import { scratch } from './scratch';

function setUp() {
  const root = scratch();
  const commands = createCommands({ root, runFolder: join(root, '.converge/runs/r1'), run: 'r1', graceMs: 200 });
  const run = (run: CommandRequest['run'], more: Partial<CommandRequest> = {}) =>
    commands.run({ key: 'verify-1', run, cwd: '.', env: {}, timeoutMs: 20_000, ...more }, createStop().signal);
  return { root, run };
}

describe('commands', () => {
  it('SH-12 run with a truthy CI, without colours, and what was declared', async () => {
    const { run, root } = setUp();
    const print = `const { CI, NO_COLOR, FORCE_COLOR, MINE } = process.env; console.log(JSON.stringify([CI, NO_COLOR, FORCE_COLOR, MINE]))`;
    const result = await run([process.execPath, '-e', print], { env: { MINE: 'yes' } });
    expect(result).toMatchObject({ status: 'exited', exit: 0, output: '["true","1","0","yes"]\n' });
    expect(readFileSync(join(root, '.converge/runs/r1', result.log?.path ?? ''), 'utf8')).toBe(result.output);
  });

  it('SH-12 a check that never ends is timed out although it says passed', async () => {
    const { run } = setUp();
    const result = await run([process.execPath, '-e', `console.log('3 passed');setInterval(()=>{},1000)`], {
      timeoutMs: 3000,
    });
    expect(result).toMatchObject({ status: 'timed-out', output: '3 passed\n' });
    expect(result.durationMs).toBeLessThan(8000);
  });

  it('get no credential and nothing of the process that runs us', () => {
    const outer = {
      ...{ PATH: '/bin', HOME: '/home/a', LC_ALL: 'C', TERM: 'xterm' },
      ...{ OPENAI_API_KEY: 's', AWS_SECRET_ACCESS_KEY: 's', GITHUB_TOKEN: 's', SSH_AUTH_SOCK: 's' },
      ...{ NODE_OPTIONS: '--x', NODE_TEST_CONTEXT: 'child', npm_config_user_agent: 'n', VITEST: '1', CI: 'false' },
    };
    expect(commandEnvironment({}, outer)).toEqual({
      ...{ PATH: '/bin', HOME: '/home/a', LC_ALL: 'C' },
      ...{ TERM: 'dumb', CI: 'true', NO_COLOR: '1', FORCE_COLOR: '0' },
    });
  });

  it('run a shell text in the system shell, and an argument list without one', async () => {
    const { run } = setUp();
    expect(await run({ shell: 'echo a && exit 4' })).toMatchObject({ status: 'exited', exit: 4, output: 'a\n' });
    const list = await run([process.execPath, '-e', 'console.log(process.argv[1])', '$HOME; echo | x']);
    expect(list.output).toBe('$HOME; echo | x\n');
  });

  it('AF-89 get what is written to them, and answer on standard output alone', async () => {
    const { run, root } = setUp();
    const echo = `process.stdin.pipe(process.stdout); console.error('a warning', process.env.CONVERGE_CURSOR)`;
    const more = { stdin: '{"since":"é"}\n', answers: true, env: { CONVERGE_CURSOR: '{"since":"é"}' } };
    const asked = await run([process.execPath, '-e', echo], more);
    expect(asked).toMatchObject({ status: 'exited', exit: 0, stdout: '{"since":"é"}\n', log: null });
    expect(asked.output).toContain('a warning {"since":"é"}\n');
    expect(existsSync(join(root, '.converge/runs/r1/logs'))).toBe(false);
    const unasked = await run([process.execPath, '-e', 'process.stdin.pipe(process.stdout)']);
    expect(unasked).toMatchObject({ output: '', log: { path: 'logs/verify-1.log' } });
    expect(unasked).not.toHaveProperty('stdout');
  });

  it('AF-90 give no answer that is too long to be one, and end where the input is not read', async () => {
    const { run } = setUp();
    const long = (bytes: number) => [process.execPath, '-e', `process.stdout.write('x'.repeat(${bytes}))`];
    expect((await run(long(65_536), { answers: true })).stdout).toHaveLength(65_536);
    expect((await run(long(65_537), { answers: true })).stdout).toBe(null);
    const deaf = await run([process.execPath, '-e', ''], { stdin: 'x'.repeat(1_000_000), answers: true });
    expect(deaf).toMatchObject({ status: 'exited', exit: 0, stdout: '' });
  });

  it('run inside the workspace only, links resolved', async () => {
    const { run, root } = setUp();
    mkdirSync(join(root, 'sub'));
    symlinkSync('/', join(root, 'out'));
    const here = [process.execPath, '-e', 'console.log(process.cwd())'];
    expect((await run(here, { cwd: 'sub' })).output).toBe(`${join(root, 'sub')}\n`);
    expect(await run(here, { cwd: '..' })).toMatchObject({ status: 'not-found', why: expect.stringContaining('".."') });
    expect(await run(here, { cwd: 'out' })).toMatchObject({ status: 'not-found' });
    expect(await run(here, { cwd: 'gone' })).toMatchObject({
      status: 'not-found',
      why: expect.stringContaining('gone'),
    });
  });

  it('find the script behind a Windows shim', () => {
    const npm =
      '@IF EXIST "%~dp0\\node.exe" (\r\n "%~dp0\\node.exe" "%~dp0\\node_modules\\npm\\bin\\npm-cli.js" %*\r\n)';
    const cmdShim = '@ECHO off\r\n"%_prog%"  "%dp0%\\..\\vitest\\vitest.mjs" %*';
    expect(shimTarget(npm)).toBe('node_modules/npm/bin/npm-cli.js');
    expect(shimTarget(cmdShim)).toBe('../vitest/vitest.mjs');
    const binary = '@ECHO off\r\nCALL :find_dp0\r\n"%dp0%\\node_modules\\@scope\\tool\\bin\\tool.exe"   %*\r\n';
    expect(shimTarget(binary)).toBe('node_modules/@scope/tool/bin/tool.exe');
    expect(shimTarget('IF EXIST "%dp0%\\node.exe" (\r\n')).toBeUndefined();
    expect(shimTarget('@echo off\r\ndir')).toBeUndefined();
  });
});
