import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Lease } from '../../engine/node/lease';
import { acquireLease, holderOf } from '../../engine/node/lease';
import { bundled } from './bundled';
import { scratch, until } from './scratch';

const takes = () =>
  bundled(`
  import { acquireLease } from './engine/node/lease';
  const got = await acquireLease(process.argv[2], 'lock');
  console.log(JSON.stringify({ kind: got.kind, fence: got.kind === 'lease' ? got.fence : got.by.fence, pid: process.pid }));
  process.stdin.on('data', () => {
    if (got.kind === 'lease') console.log(JSON.stringify({ lost: got.lost() }));
  }).on('end', () => got.kind === 'lease' && got.release());
`);

async function take(folder: string): Promise<Lease> {
  const got = await acquireLease(folder, 'lock');
  if (got.kind === 'held') throw new Error(`held by ${got.by.pid}`);
  return got;
}

describe('a lease', () => {
  it('SH-25 is held by one at a time, and numbers only rise', async () => {
    const folder = scratch();
    const first = await take(folder);
    expect(first.fence).toBe(1);
    expect(await acquireLease(folder, 'lock')).toMatchObject({ kind: 'held', by: { pid: process.pid, fence: 1 } });
    expect(await holderOf(folder, 'lock')).toEqual(first.record);
    expect(first.lost()).toBe(false);
    await first.release();
    expect(await holderOf(folder, 'lock')).toBeUndefined();
    const second = await take(folder);
    expect(second.fence).toBe(2);
    expect(first.lost()).toBe(true);
    expect(readdirSync(folder)).toEqual(['lock.2']);
    await second.release();
    expect(existsSync(second.record.address)).toBe(false);
  });

  it('SH-25 of many that race for it, in one process, exactly one gets it', async () => {
    const folder = scratch();
    await (await take(folder)).release();
    const got = await Promise.all(Array.from({ length: 12 }, () => acquireLease(folder, 'lock')));
    const leases = got.filter((one) => one.kind === 'lease');
    expect(leases.map((lease) => lease.fence)).toEqual([2]);
    for (const lease of leases) await lease.release();
  });

  it('SH-25 a holder that was killed hard is taken over, by exactly one of two that race', async () => {
    const folder = scratch();
    const start = takes();
    const holder = start(folder);
    expect(await holder.line()).toMatchObject({ kind: 'lease', fence: 1 });
    const refused = start(folder);
    expect(await refused.line()).toMatchObject({ kind: 'held', fence: 1 });
    holder.child.kill('SIGKILL');
    await once(holder.child, 'exit');
    const racers = Array.from({ length: 4 }, () => start(folder));
    const got = await Promise.all(racers.map((racer) => racer.line()));
    expect(got.filter((one) => (one as { kind: string }).kind === 'lease')).toHaveLength(1);
    expect(got.every((one) => (one as { fence: number }).fence === 2)).toBe(true);
    expect(readdirSync(folder)).toEqual(['lock.2']);
  });

  it('SH-25 a halted holder still holds', async () => {
    const folder = scratch();
    const holder = takes()(folder);
    await holder.line();
    holder.child.kill('SIGSTOP');
    expect(await acquireLease(folder, 'lock')).toMatchObject({ kind: 'held', by: { pid: holder.child.pid } });
    holder.child.kill('SIGCONT');
    holder.child.stdin?.write('x');
    expect(await holder.line()).toEqual({ lost: false });
  });

  it('SH-25 a holder that wakes up behind another knows that it has lost', async () => {
    const folder = scratch();
    const holder = takes()(folder);
    const { pid } = (await holder.line()) as { pid: number };
    const lock = JSON.parse(readFileSync(join(folder, 'lock.1'), 'utf8'));
    expect(lock.pid).toBe(pid);
    writeFileSync(join(folder, 'lock.2'), JSON.stringify({ ...lock, fence: 2 }));
    holder.child.stdin?.write('x');
    expect(await holder.line()).toEqual({ lost: true });
  });

  it('a number that was overtaken while it was being taken is given back', async () => {
    const folder = scratch();
    writeFileSync(join(folder, 'lock.7'), 'no lock at all');
    const lease = await take(folder);
    expect(lease.fence).toBe(8);
    await lease.release();
  });

  it('an address that is not of our making is neither called nor removed', async () => {
    const folder = scratch();
    const address = join(folder, 'other.sock');
    let calls = 0;
    const server = createServer((socket) => {
      calls += 1;
      socket.destroy();
    }).listen(address);
    await once(server, 'listening');
    const lock = { address, token: 't', pid: 1, startedAt: '', fence: 1 };
    writeFileSync(join(folder, 'lock.1'), JSON.stringify(lock));
    const lease = await take(folder);
    expect([lease.fence, calls, existsSync(address)]).toEqual([2, 0, true]);
    await lease.release();
    server.close();
  });

  it('callers wait with what they have said until somebody serves them', async () => {
    const folder = scratch();
    const lease = await take(folder);
    const client = connect(lease.record.address);
    client.write('hello\n');
    await once(client, 'connect');
    lease.serve((socket) => {
      socket.on('data', (bytes) => socket.write(`you said ${bytes}`));
    });
    const [answer] = await once(client, 'data');
    expect(String(answer)).toBe('you said hello\n');
    const closed = once(client, 'close');
    await lease.release();
    await closed;
  });

  it('two names in one folder are two locks', async () => {
    const folder = scratch();
    mkdirSync(join(folder, 'lock'));
    const [one, other] = [await acquireLease(folder, 'lock'), await acquireLease(folder, 'lock.more')];
    expect([one.kind, other.kind]).toEqual(['lease', 'lease']);
    for (const lease of [one, other]) if (lease.kind === 'lease') await lease.release();
    await until(async () => ((await holderOf(folder, 'lock')) === undefined ? true : undefined));
  });
});
