import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createCommands } from '../../engine/node/commands';
import { membersOf } from '../../engine/node/processTree';
import { commandAround } from '../../engine/node/sandbox/runSandbox';
import { createStop } from '../../engine/node/stop';
import { scratch, until } from '../node/scratch';
import { inSandbox, sandbox } from './realSandbox';

const outside = () => {
  const folder = join(homedir(), `.converge-canary-${process.pid}-${Math.random().toString(36).slice(2)}`);
  mkdirSync(folder);
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

function place() {
  const root = scratch();
  const runFolder = join(root, '.converge', 'runs', 'r');
  for (const folder of ['logs', 'artifacts']) mkdirSync(join(runFolder, folder), { recursive: true });
  mkdirSync(join(root, '.git', 'hooks'), { recursive: true });
  const run = (shell: string, held: boolean, { stop = createStop(), offline = false } = {}) => {
    const around = held ? commandAround({ policy: 'required', offline, found: sandbox, root }) : undefined;
    const commands = createCommands({ root, runFolder, run: 'r', around, graceMs: 300 });
    const request = { key: 'x', run: { shell }, cwd: '.', env: {}, timeoutMs: 20_000 };
    return commands.run(request, stop.signal);
  };
  return { root, run };
}

inSandbox('a program in a sandbox', () => {
  it('SH-26 an attack that writes outside of the workspace leaves no canary; its twin without a sandbox does', async () => {
    const { root, run } = place();
    const [held, free] = [join(outside(), 'canary'), join(outside(), 'canary')];
    const inside = await run(`echo x > '${held}'; echo y > inside.txt; echo done`, true);
    expect(inside).toMatchObject({ status: 'exited', exit: 0 });
    expect(existsSync(held)).toBe(false);
    expect(readFileSync(join(root, 'inside.txt'), 'utf8')).toBe('y\n');
    await run(`echo x > '${free}'`, false);
    expect(existsSync(free)).toBe(true);
  });

  it('plants no hook in .git and no line in .converge; its twin does', async () => {
    const { root, run } = place();
    const attack = `echo evil > .git/hooks/post-checkout; echo evil > .converge/runs/r/trace.ndjson; mv .git .git2; true`;
    await run(attack, true);
    expect(existsSync(join(root, '.git/hooks/post-checkout'))).toBe(false);
    expect(existsSync(join(root, '.converge/runs/r/trace.ndjson'))).toBe(false);
    expect(existsSync(join(root, '.git2'))).toBe(false);
    await run(attack, false);
    expect(existsSync(join(root, '.git2/hooks/post-checkout'))).toBe(true);
  });

  it('a link of the workspace that leads out of it leads to what cannot be written', async () => {
    const { run } = place();
    const away = outside();
    const attack = `ln -sfn '${away}' out && echo x > out/canary; true`;
    await run(attack, true);
    expect(existsSync(join(away, 'canary'))).toBe(false);
    await run(attack, false);
    expect(existsSync(join(away, 'canary'))).toBe(true);
  });

  it('temporary files are its own: it sees none of others, and leaves none', async () => {
    const { run } = place();
    const others = join(tmpdir(), `converge-others-${process.pid}`);
    writeFileSync(others, 'secret');
    onTestFinished(() => rmSync(others, { force: true }));
    const end = await run(
      `cat ${others}; echo x > /tmp/mine-${process.pid} && cat /tmp/mine-${process.pid}; echo $TMPDIR`,
      true,
    );
    expect(end.output).not.toContain('secret');
    expect(end.output).toContain('x\n/tmp');
    expect(existsSync(`/tmp/mine-${process.pid}`)).toBe(false);
  });

  it('SH-27 what it left behind in a session of its own is gone with it, and its name is nowhere', async () => {
    const { run } = place();
    const end = await run(
      `setsid sh -c 'trap "" TERM HUP; while :; do sleep 0.2; done' >/dev/null 2>&1 & echo left`,
      true,
    );
    expect(end).toMatchObject({ status: 'exited', exit: 0, output: 'left\n' });
    expect(await membersOf({ leader: null, token: 'r/' })).toEqual([]);
  });

  it('SH-27 stopped now, it has its grace to say goodbye, then everything is ended', async () => {
    const { root, run } = place();
    const stop = createStop();
    const running = run(
      `trap 'echo bye > bye.txt; exit 3' TERM; echo on > on.txt; setsid sleep 60 & while :; do sleep 0.05; done`,
      true,
      { stop },
    );
    await until(() => existsSync(join(root, 'on.txt')) || undefined);
    stop.stop('now');
    expect(await running).toMatchObject({ status: 'cancelled' });
    expect(readFileSync(join(root, 'bye.txt'), 'utf8')).toBe('bye\n');
    expect(await membersOf({ leader: null, token: 'r/' })).toEqual([]);
  });

  it('sees no process of others', async () => {
    const { run } = place();
    const end = await run('ls /proc | grep -c "^[0-9]*$"', true);
    expect(Number(end.output)).toBeLessThan(10);
  });

  it('offline, it reaches nothing; with network it reaches what it may', async () => {
    const { run } = place();
    const server = createServer((socket) => socket.end('hello'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : 0;
    const call = `"${process.execPath}" -e 'require("net").connect(${port},"127.0.0.1").on("data",d=>console.log(""+d)).on("error",e=>console.log("no"))'`;
    expect((await run(call, true)).output).toBe('hello\n');
    expect((await run(call, true, { offline: true })).output).toBe('no\n');
  });

  it('its exit code and its output are its own', async () => {
    const { run } = place();
    expect(await run('echo out; echo err >&2; exit 7', true)).toMatchObject({ status: 'exited', exit: 7 });
    expect(await run('cat /nowhere', true)).toMatchObject({ exit: 1 });
  });
});

it('required without any: the program is not started, and the reason is told', async () => {
  const { root } = place();
  const around = commandAround({ policy: 'required', offline: false, found: { is: 'none', why: 'no bwrap' }, root });
  const runFolder = join(root, '.converge/runs/r');
  const commands = createCommands({ root, runFolder, run: 'r', around });
  const end = await commands.run(
    { key: 'x', run: ['sh', '-c', 'echo x > canary'], cwd: '.', env: {}, timeoutMs: 5000 },
    createStop().signal,
  );
  expect(end).toMatchObject({ status: 'not-found', why: expect.stringContaining('no bwrap') });
  expect(existsSync(join(root, 'canary'))).toBe(false);
});
