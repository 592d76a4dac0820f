import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { link, readdir, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { createServer } from 'node:net';
import { join } from 'node:path';
import * as z from 'zod';
import { ConvergeError } from '../failure';
import { withMappedErrors } from './files';
import { readOwnFile } from './ownFile';
import { isListening, isOurs, privateAddress } from './privateSocket';

/**
 * Who may write: one holder at a time, known by a socket that it listens on. While it lives the system keeps the socket;
 * when it dies, however it dies, nobody listens any more.
 *
 * R1 A lock is a file `<name>.<n>`, made whole and exclusively by a hard link. The highest n counts.
 * R2 Its holder is alive while somebody listens at its address. A halted holder still holds.
 * R3 Over a dead holder the next takes n + 1 and removes the lower ones. A release leaves the file: numbers only rise.
 * R4 Whoever finds a higher number than its own has lost, at the taking or later.
 */
export interface Lease {
  readonly kind: 'lease';
  readonly record: LockRecord;
  /** n: each holder's is higher than all before. */
  readonly fence: number;
  /** True once another holder has taken over. Looks at the folder; cheap enough to ask before every write. */
  readonly lost: () => boolean;
  /** Takes over the connections of those who call, those who called meanwhile included. */
  readonly serve: (listener: (socket: Socket) => void) => void;
  readonly release: () => Promise<void>;
}

export interface HeldBy {
  readonly kind: 'held';
  readonly by: LockRecord;
}

const record = z.object({
  address: z.string(),
  token: z.string(),
  pid: z.int(),
  /** ISO 8601. */
  startedAt: z.string(),
  fence: z.int().min(1),
});
export type LockRecord = Readonly<z.infer<typeof record>>;

const ATTEMPTS = 50;
const MOST_WAITING = 64;

/** Takes the lock `<folder>/<name>`, or says who holds it. */
export async function acquireLease(folder: string, name: string): Promise<Lease | HeldBy> {
  const listening = await listen();
  try {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const highest = (await locks(folder, name))[0] ?? 0;
      const holder = highest > 0 ? await readLock(folder, name, highest) : undefined;
      if (holder !== undefined && (await isListening(holder.address))) {
        await listening.close();
        return { kind: 'held', by: holder };
      }
      const mine: LockRecord = {
        address: listening.address,
        token: randomBytes(16).toString('hex'),
        pid: process.pid,
        startedAt: new Date().toISOString(),
        fence: highest + 1,
      };
      if (await claim(folder, name, mine)) return leaseOf(folder, name, mine, listening);
    }
    throw new ConvergeError('internal', `The lock ${join(folder, name)} changed hands ${ATTEMPTS} times meanwhile.`);
  } catch (error) {
    await listening.close();
    throw error;
  }
}

/** The living holder of a lock, or `undefined`. Changes nothing. */
export async function holderOf(folder: string, name: string): Promise<LockRecord | undefined> {
  const highest = (await locks(folder, name))[0];
  const holder = highest === undefined ? undefined : await readLock(folder, name, highest);
  return holder !== undefined && (await isListening(holder.address)) ? holder : undefined;
}

function leaseOf(folder: string, name: string, mine: LockRecord, listening: Listening): Lease {
  return {
    kind: 'lease',
    record: mine,
    fence: mine.fence,
    lost: () => {
      try {
        return numbersIn(readdirSync(folder), name)[0] !== mine.fence;
      } catch {
        return true; // the folder is gone
      }
    },
    serve: listening.serve,
    release: listening.close,
  };
}

/** True where the lock is ours: its number was free, and no higher one came up while we looked (R4). */
async function claim(folder: string, name: string, mine: LockRecord): Promise<boolean> {
  const temporary = join(folder, `.${name}.${mine.token}.tmp`);
  const file = join(folder, `${name}.${mine.fence}`);
  return withMappedErrors(file, async () => {
    await writeFile(temporary, `${JSON.stringify(mine)}\n`, { mode: 0o600, flag: 'wx' });
    try {
      await link(temporary, file);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(temporary, { force: true });
    }
    const [highest, ...lower] = await locks(folder, name);
    if (highest !== mine.fence) {
      await rm(file, { force: true });
      return false;
    }
    for (const number of lower) await removeLock(folder, name, number);
    return true;
  });
}

async function removeLock(folder: string, name: string, number: number): Promise<void> {
  const dead = await readLock(folder, name, number);
  await rm(join(folder, `${name}.${number}`), { force: true });
  const socket = dead !== undefined && process.platform !== 'win32' && (await isOurs(dead.address));
  if (socket && !(await isListening(dead.address))) await rm(dead.address, { force: true });
}

async function readLock(folder: string, name: string, number: number): Promise<LockRecord | undefined> {
  const text = await readOwnFile(join(folder, `${name}.${number}`)).catch(() => '');
  try {
    return record.parse(JSON.parse(text));
  } catch {
    return undefined; // not made by R1: nobody can be behind it
  }
}

const locks = async (folder: string, name: string): Promise<readonly number[]> =>
  numbersIn(await withMappedErrors(folder, () => readdir(folder)), name);

/** Lock numbers, the highest first. */
function numbersIn(files: readonly string[], name: string): readonly number[] {
  return files
    .flatMap((file) => {
      const number = file.startsWith(`${name}.`) ? file.slice(name.length + 1) : '';
      return /^[1-9]\d{0,14}$/.test(number) ? [Number(number)] : [];
    })
    .sort((a, b) => b - a);
}

interface Listening {
  readonly address: string;
  readonly serve: Lease['serve'];
  readonly close: () => Promise<void>;
}

async function listen(): Promise<Listening> {
  const address = await privateAddress();
  let listener: ((socket: Socket) => void) | null = null;
  const open = new Set<Socket>();
  const waiting = new Set<Socket>();
  // Until somebody serves, callers wait with what they have said. Nobody may ever serve: the oldest give way.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('close', () => {
      open.delete(socket);
      waiting.delete(socket);
    });
    if (listener !== null) {
      hand(socket, listener);
      return;
    }
    const [oldest] = waiting;
    if (waiting.size >= MOST_WAITING) oldest?.destroy();
    waiting.add(socket);
  });
  await withMappedErrors(address, () => {
    return new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(address, resolve);
    });
  });
  return {
    address,
    serve: (wanted) => {
      listener = wanted;
      for (const socket of waiting) hand(socket, wanted);
      waiting.clear();
    },
    close: () => {
      return new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      });
    },
  };
}

function hand(socket: Socket, listener: (socket: Socket) => void): void {
  listener(socket);
  socket.resume();
}
