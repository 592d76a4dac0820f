import { readdirSync, readFileSync } from 'node:fs';

/** The variable by which every process below one server is known, however it detached itself. */
export const MARK = 'CONVERGE_TEST_HOST';

/**
 * Processes that carry the mark in their environment (Linux; none elsewhere).
 * @param {string} mark
 * @returns {{ pid: number, command: string[] }[]}
 */
export function processesOf(mark) {
  if (process.platform !== 'linux') return [];
  const wanted = `${MARK}=${mark}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        if (!readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(wanted)) return [];
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0').filter(Boolean);
        // A zombie has no command line: it has ended.
        return command.length > 0 ? [{ pid: Number(name), command }] : [];
      } catch {
        return []; // ended meanwhile, or another user's
      }
    });
}

/**
 * Ends what carries the mark. A process may start another while it is being ended, so this looks again until none is left.
 * @param {string} mark
 */
export function endProcessesOf(mark) {
  for (let round = 0; round < 20; round++) {
    const left = processesOf(mark);
    if (left.length === 0) return;
    for (const { pid } of left) signal(pid, 'SIGKILL');
  }
}

/** Sends a signal to a process, or to a group when negative; false when it is not there any more. */
export function signal(pid, name) {
  try {
    process.kill(pid, name);
    return true;
  } catch {
    return false;
  }
}
