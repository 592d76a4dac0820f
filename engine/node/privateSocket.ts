import { randomBytes } from 'node:crypto';
import { lstat, mkdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { ConvergeError } from '../failure';

const WINDOWS = process.platform === 'win32';
const PIPE = '\\\\.\\pipe\\converge-';
const NAME = /^[0-9a-f]{32}\.sock$/;
/** The longest path that every system takes for a socket. */
const LONGEST = 100;
const ANSWER_MS = 2000;

/** A fresh address that only this user can reach: a socket in a private folder, on Windows a named pipe. */
export async function privateAddress(): Promise<string> {
  const name = randomBytes(16).toString('hex');
  if (WINDOWS) return PIPE + name;
  const preferred = join(tmpdir(), folderName(), `${name}.sock`);
  const address = preferred.length <= LONGEST ? preferred : join('/tmp', folderName(), `${name}.sock`);
  const folder = dirname(address);
  await mkdir(folder, { mode: 0o700 }).catch(() => undefined);
  if (await isPrivate(folder)) return address;
  throw new ConvergeError('folder-unwritable', `${folder} is not this user's own folder. Remove it, then start again.`);
}

/**
 * Whether somebody listens there. Names are random and never used twice, so whoever listens is who wrote the address down. A
 * holder that was halted still has its socket, and so do one that is too busy to answer.
 */
export async function isListening(address: string): Promise<boolean> {
  if (!(await isOurs(address))) return false;
  return new Promise((resolve) => {
    const socket = connect(address);
    const done = (alive: boolean): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(alive);
    };
    const timer = setTimeout(() => done(true), ANSWER_MS);
    socket.once('connect', () => done(true));
    socket.once('error', (error: NodeJS.ErrnoException) => done(!GONE.has(error.code ?? '')));
  });
}

/** A lock file may come with a repository: an address that is not of our making is neither called nor removed. */
export async function isOurs(address: string): Promise<boolean> {
  if (WINDOWS) return address.startsWith(PIPE);
  const folder = dirname(address);
  return NAME.test(basename(address)) && basename(folder) === folderName() && (await isPrivate(folder));
}

const GONE = new Set(['ECONNREFUSED', 'ENOENT', 'ENOTSOCK', 'ENOTDIR']);
const folderName = (): string => `converge-${process.getuid?.() ?? 0}`;

async function isPrivate(folder: string): Promise<boolean> {
  const stat = await lstat(folder).catch(() => undefined);
  return stat?.isDirectory() === true && stat.uid === process.getuid?.() && (stat.mode & 0o077) === 0;
}
