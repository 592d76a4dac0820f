import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Every process below one turn or command, however it detached itself, and how to end all of them.
 *
 * R1 A process belongs to the tree when it carries the token in its environment, stands in the leader's process group or
 *    session, or descends from one that does.
 * R2 First SIGTERM (but not to a keeper, so that those that it keeps have their grace too) and a grace, then SIGKILL, then look again until none is left: a process may start another meanwhile.
 * R3 The tokens of an outer run stay in the variable, so that an outer sweep finds what an inner run started.
 */
export interface ProcessTree {
  /** The process that was started, leader of its own group and session; null when only the token is known. */
  readonly leader: number | null;
  /** Matches `CONVERGE_TURN`; must hold no comma. Where it ends with `/`, it stands for every token that begins so. */
  readonly token: string;
  /** The leader keeps the others in a space of their own and dies at the first signal, and they with it: it is spared that. */
  readonly keeper?: boolean;
}

export const TURN_VARIABLE = 'CONVERGE_TURN';
const LOOK_AGAIN_MS = 30;
const KILL_LIMIT_MS = 5000;

/** The value of `CONVERGE_TURN` for a new process with this token. */
export function turnValue(token: string): string {
  const outer = process.env[TURN_VARIABLE];
  return outer ? `${outer},${token}` : token;
}

/** Ends the whole tree and resolves when it is gone, to the processes that could not be ended (normally none). */
export async function endTree(tree: ProcessTree, graceMs: number): Promise<readonly number[]> {
  if (process.platform === 'win32') {
    if (tree.leader !== null) await quietly('taskkill', ['/PID', String(tree.leader), '/T', '/F']);
    return [];
  }
  let members = await membersOf(tree);
  if (members.length === 0) return [];
  for (const pid of members) if (tree.keeper !== true || pid !== tree.leader) signal(pid, 'SIGTERM');
  const graceEnd = performance.now() + graceMs;
  while (members.length > 0 && performance.now() < graceEnd) {
    await sleep(LOOK_AGAIN_MS);
    members = await membersOf(tree);
  }
  const killEnd = performance.now() + KILL_LIMIT_MS;
  while (members.length > 0 && performance.now() < killEnd) {
    for (const pid of members) signal(pid, 'SIGKILL');
    await sleep(LOOK_AGAIN_MS);
    members = await membersOf(tree);
  }
  return members;
}

/** The living processes of the tree (R1), this one never among them. Zombies have ended. */
export async function membersOf(tree: ProcessTree): Promise<readonly number[]> {
  const all = process.platform === 'linux' ? linuxProcesses(tree.token) : await psProcesses(tree.token);
  const { leader } = tree;
  const found = new Set<number>();
  for (const one of all) {
    if (one.marked || (leader !== null && (one.group === leader || one.session === leader))) found.add(one.pid);
  }
  for (let grown = true; grown; ) {
    grown = false;
    for (const one of all) {
      if (found.has(one.pid) || !found.has(one.parent)) continue;
      found.add(one.pid);
      grown = true;
    }
  }
  found.delete(process.pid);
  return [...found];
}

/** The tokens that living processes carry, those of this very process left out: what it stands in is not below it. */
export async function tokensInUse(): Promise<ReadonlySet<string>> {
  if (process.platform === 'win32') return new Set();
  const values = process.platform === 'linux' ? linuxValues() : await psValues();
  const own = new Set(process.env[TURN_VARIABLE]?.split(','));
  return new Set(values.flatMap((value) => value.split(',')).filter((token) => !own.has(token)));
}

interface Seen {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  readonly marked: boolean;
}

function linuxProcesses(token: string): readonly Seen[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
      // The program's name stands in brackets and may hold anything: the fields follow its last bracket.
      const [state, parent, group, session] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (state === 'Z' || state === 'X') return [];
      const marked = valuesOf(name).some((value) => hasToken(value, token));
      return [{ pid: Number(name), parent: Number(parent), group: Number(group), session: Number(session), marked }];
    } catch {
      return []; // ended meanwhile
    }
  });
}

const linuxValues = (): readonly string[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? valuesOf(name) : []));

/** The value of the variable in a process's environment: one or none. */
function valuesOf(pid: string): readonly string[] {
  try {
    const lines = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    return lines.flatMap((line) =>
      line.startsWith(`${TURN_VARIABLE}=`) ? [line.slice(TURN_VARIABLE.length + 1)] : [],
    );
  } catch {
    return []; // gone meanwhile, or another user's
  }
}

/** macOS and other systems with `ps`: `-E` prints the environment behind the command, for one's own processes. */
async function psProcesses(token: string): Promise<readonly Seen[]> {
  const text = await quietly('ps', ['-axEww', '-o', 'pid=,ppid=,pgid=,stat=,command=']);
  return text.split('\n').flatMap((line) => {
    const [, pid, parent, group, state, command = ''] = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(\S+)\s*(.*)$/.exec(line) ?? [];
    if (pid === undefined || state?.startsWith('Z')) return [];
    const value = psValue(command);
    const marked = value !== undefined && hasToken(value, token);
    return [{ pid: Number(pid), parent: Number(parent), group: Number(group), session: 0, marked }];
  });
}

const psValue = (command: string): string | undefined => /(?:^|\s)CONVERGE_TURN=(\S+)/.exec(command)?.[1];

async function psValues(): Promise<readonly string[]> {
  const text = await quietly('ps', ['-axEww', '-o', 'command=']);
  return text.split('\n').flatMap((line) => psValue(line) ?? []);
}

function hasToken(value: string, token: string): boolean {
  return value.split(',').some((one) => (token.endsWith('/') ? one.startsWith(token) : one === token));
}

function quietly(program: string, args: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    execFile(program, args, { maxBuffer: 64 * 1024 * 1024, windowsHide: true }, (_error, stdout) => resolve(stdout));
  });
}

function signal(pid: number, name: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone meanwhile, or another user's: the caller looks again.
  }
}
