import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConvergeError } from '../../engine/failure';
import { allowedEnvironment } from '../../engine/node/environment';
import type { LogFile } from '../../engine/node/logFile';
import { openLog } from '../../engine/node/logFile';
import type { TreeRequest } from '../../engine/node/processes';
import { spawnTree } from '../../engine/node/processes';
import { endTree, membersOf } from '../../engine/node/processTree';
import { createStop } from '../../engine/node/stop';
import { beaters, isAlive } from '../beats';
import { scratch, until } from './scratch';

let count = 0;
function request(code: string, more: Partial<TreeRequest> = {}): TreeRequest {
  count += 1;
  return {
    program: process.execPath,
    args: ['-e', code],
    cwd: scratch(),
    env: allowedEnvironment(),
    token: `test-${process.pid}-${count}`,
    wallMs: 20_000,
    graceMs: 300,
    stop: createStop().signal,
    ...more,
  };
}

/** A program that writes its process id, a line every 50 ms, for as long as it lives. */
const heartbeat = (file: string): string =>
  `setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(file)}, process.pid + '\\n'), 50)`;
const startsInOwnSession = (code: string): string =>
  `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(code)}], { detached: true, stdio: 'ignore' }).unref()`;

/** A program's end, once another has begun to write the file. */
const exitsOnce = (file: string, act: string): string =>
  `setInterval(() => { if (require('node:fs').existsSync(${JSON.stringify(file)})) { ${act}; process.exit(0); } }, 20)`;

const size = (file: string): number => (existsSync(file) ? statSync(file).size : 0);
const beats = (file: string): Promise<true> => until(() => (size(file) > 0 ? true : undefined));
/** True where nobody who wrote the file is alive; false where nobody wrote it. */
function isSilent(file: string): boolean {
  const wrote = beaters(file);
  return wrote.length > 0 && !wrote.some(isAlive);
}

describe('spawnTree', () => {
  it('gives exit code and both streams', async () => {
    const end = await spawnTree(request(`process.stdout.write('out'); console.error('err'); process.exitCode = 3`));
    expect(end).toMatchObject({ status: 'exited', exit: 3, signal: null });
    expect(end.output).toContain('out');
    expect(end.output).toContain('err');
  });

  it('writes a long text to standard input and closes it, and copes with a program that does not read', async () => {
    const read = `let n = 0; process.stdin.on('data', (b) => (n += b.length)).on('end', () => console.log('got', n))`;
    const text = 'x'.repeat(1_000_000);
    expect((await spawnTree(request(read, { stdin: text }))).output).toBe('got 1000000\n');
    expect(await spawnTree(request('process.exit(0)', { stdin: text }))).toMatchObject({ status: 'exited', exit: 0 });
  });

  it('SH-12 gives an empty standard input where nothing is to be said', async () => {
    const end = await spawnTree(request(`process.stdin.on('end', () => console.log('closed')).resume()`));
    expect(end.output).toBe('closed\n');
  });

  it('SH-38 names a missing program and where it was looked for', async () => {
    const end = await spawnTree(request('', { program: 'no-such-program', env: { PATH: '/usr/bin:/bin' } }));
    expect(end).toMatchObject({ status: 'not-found', exit: null });
    expect(end.why).toContain('"no-such-program"');
    expect(end.why).toContain('/usr/bin:/bin');
    const away = await spawnTree(request('', { cwd: '/no/such/folder' }));
    expect(away).toMatchObject({ status: 'not-found' });
    expect(away.why).toContain('/no/such/folder');
  });

  it('tells a signal from an exit', async () => {
    const end = await spawnTree(request(`process.kill(process.pid, 'SIGKILL')`));
    expect(end).toMatchObject({ status: 'signalled', exit: null, signal: 'SIGKILL' });
  });

  it('SH-12 ends what never ends, deaf to SIGTERM or not, by its wall clock', async () => {
    const end = await spawnTree(
      request(`process.on('SIGTERM', () => {}); console.log('3 passed'); setInterval(() => {}, 1000)`, {
        wallMs: 3000,
      }),
    );
    expect(end).toMatchObject({ status: 'timed-out', signal: 'SIGKILL', output: '3 passed\n' });
    expect(end.durationMs).toBeLessThan(8000);
    const polite = await spawnTree(
      request(`process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)`, {
        wallMs: 3000,
        graceMs: 5000,
      }),
    );
    expect(polite).toMatchObject({ status: 'timed-out', exit: 0 });
    expect(polite.durationMs).toBeLessThan(7500);
  });

  it('ends what is silent for too long, and not what speaks', async () => {
    const silent = await spawnTree(request('setInterval(() => {}, 1000)', { idleMs: 400 }));
    expect(silent).toMatchObject({ status: 'timed-out' });
    expect(silent.why).toContain('400 ms');
    const speaks = `let n = 0; const t = setInterval(() => { console.log(n++); if (n > 30) clearInterval(t); }, 100)`;
    expect(await spawnTree(request(speaks, { idleMs: 2000 }))).toMatchObject({ status: 'exited', exit: 0 });
  });

  it('SH-27 a stop ends the whole tree: shell, program, and one in a session of its own', async () => {
    const folder = scratch();
    const [near, far] = [join(folder, 'near'), join(folder, 'far')];
    const stop = createStop();
    const program = `${startsInOwnSession(heartbeat(far))}; ${heartbeat(near)}`;
    const asked = request('', {
      program: '/bin/sh',
      args: ['-c', `"$0" -e "$1"; echo never`, process.execPath, program],
      stop: stop.signal,
    });
    const ended = spawnTree(asked);
    await Promise.all([beats(near), beats(far)]);
    stop.stop('now');
    expect(await ended).toMatchObject({ status: 'cancelled' });
    expect(isSilent(near)).toBe(true);
    expect(isSilent(far)).toBe(true);
    expect(await membersOf({ leader: null, token: asked.token })).toEqual([]);
  });

  it('SH-27 does not start what was stopped before it began', async () => {
    const file = join(scratch(), 'beat');
    const stop = createStop();
    stop.stop('now');
    expect(await spawnTree(request(heartbeat(file), { stop: stop.signal }))).toMatchObject({ status: 'cancelled' });
    expect(existsSync(file)).toBe(false);
  });

  it('a child in the background that holds the output does not hold us, and is ended', async () => {
    const file = join(scratch(), 'beat');
    const code = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(heartbeat(file))}],
      { stdio: 'inherit' }).unref(); ${exitsOnce(file, `console.log('done')`)}`;
    const end = await spawnTree(request(code));
    expect(end).toMatchObject({ status: 'exited', exit: 0, output: 'done\n' });
    expect(end.durationMs).toBeLessThan(6000);
    expect(isSilent(file)).toBe(true);
  });

  it('a child that dropped its environment and its group is still of the tree', async () => {
    const file = join(scratch(), 'beat');
    const code = `require('node:child_process').spawn('/usr/bin/env', ['-i', process.execPath, '-e',
      ${JSON.stringify(heartbeat(file))}], { stdio: 'ignore' }).unref()`;
    const ended = spawnTree(request(`${code}; ${exitsOnce(file, '')}`));
    await beats(file);
    expect(await ended).toMatchObject({ status: 'exited' });
    expect(isSilent(file)).toBe(true);
  });

  it('keeps head and tail of 100 MB, and the log up to its cap', async () => {
    const folder = scratch();
    const code = `const line = Buffer.from('line ' + 'é'.repeat(500) + '\\n'); let n = 0;
      process.stdout.write('first\\n');
      const go = () => { while (n < 100_000) { n++; if (!process.stdout.write(line)) return process.stdout.once('drain', go); }
        process.stdout.write('last\\n'); }; go();`;
    const end = await spawnTree(request(code, { log: await openLog(folder, 'big') }));
    expect(end).toMatchObject({ status: 'exited', exit: 0 });
    expect(end.log).toEqual({ path: 'logs/big.log', bytes: 64 * 1024 * 1024, cut: true });
    expect(statSync(join(folder, 'logs/big.log')).size).toBe(64 * 1024 * 1024);
    expect(end.output.startsWith('first\nline é')).toBe(true);
    expect(end.output.endsWith('é\nlast\n')).toBe(true);
    expect(Buffer.byteLength(end.output)).toBeLessThanOrEqual(256 * 1024);
    expect(end.output).not.toContain('\uFFFD');
  });

  it('ends what runs and throws where its log cannot be written', async () => {
    const file = join(scratch(), 'beat');
    const full = new ConvergeError('disk-full', 'No room left.');
    let tell = (_error: Error): void => undefined;
    const log: LogFile = {
      write: () => true,
      onDrain: () => undefined,
      onError: (listener) => {
        tell = listener;
      },
      close: () => Promise.reject(full),
    };
    const ended = spawnTree(request(heartbeat(file), { log }));
    const failed = expect(ended).rejects.toBe(full);
    await beats(file);
    tell(full);
    await failed;
    expect(isSilent(file)).toBe(true);
  });

  it('SH-25 what a killed runner left running is found by its run, and nothing else is', async () => {
    const folder = scratch();
    const [left, other] = [join(folder, 'left'), join(folder, 'other')];
    const run = `test-${process.pid}-run`;
    const stop = createStop();
    const running = [left, other].map((file) =>
      spawnTree(request(heartbeat(file), { stop: stop.signal, token: `${file === left ? run : `${run}2`}/turn/1` })),
    );
    await Promise.all([beats(left), beats(other)]);
    expect(await endTree({ leader: null, token: `${run}/` }, 300)).toEqual([]);
    expect(isSilent(left)).toBe(true);
    expect(isSilent(other)).toBe(false);
    stop.stop('now');
    expect((await Promise.all(running)).map((end) => end.status)).toEqual(['signalled', 'cancelled']);
  });

  it('a second log of the same key leaves the first as it was', async () => {
    const folder = scratch();
    await spawnTree(request(`console.log('one')`, { log: await openLog(folder, 'k') }));
    const second = await spawnTree(request(`console.log('two')`, { log: await openLog(folder, 'k') }));
    expect(second.log?.path).toBe('logs/k-2.log');
    expect(readFileSync(join(folder, 'logs/k.log'), 'utf8')).toBe('one\n');
  });
});
