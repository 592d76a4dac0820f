import { existsSync, readFileSync } from 'node:fs';

/** The ids of the processes that have written to a heartbeat file. */
export function beaters(file: string): readonly number[] {
  if (!existsSync(file)) return [];
  return [...new Set(readFileSync(file, 'utf8').split('\n').slice(0, -1).map(Number))];
}

/** A process that has ended and was not waited for by its parent is not alive. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) [ZX]/.test(readFileSync(stat, 'latin1'));
}
