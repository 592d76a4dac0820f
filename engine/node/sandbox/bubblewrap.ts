import { posix } from 'node:path';
import type { Confinement } from './confinement';

/**
 * The arguments of bubblewrap (`bwrap`) for one program. Pure: nothing is looked up.
 *
 * R1 The whole disk can be read and not be written; what may be written is bound over it, one place each.
 * R2 What must stay as it is inside of a writable place is bound read-only over that, so that later binds count.
 * R3 Temporary files are private: `/tmp` and `/var/tmp` begin empty and are gone with the program.
 * R4 Sockets of the system and of the user (`/run`: session bus, containers, agents) are not there: through them others would
 *    do what the program may not. What names are looked up with stays.
 * R5 A process space of its own, which ends with the program: what it left behind, however detached, is ended with it. It
 *    holds no capability, so that it cannot undo any of this.
 */
export function bubblewrapArguments(
  { writable, readOnly, network }: Confinement,
  cwd: string,
  program: readonly string[],
): readonly string[] {
  return [
    ...['--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try', '--die-with-parent'],
    ...['--cap-drop', 'ALL'],
    ...(network ? [] : ['--unshare-net']),
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...PRIVATE.flatMap((place) => ['--tmpfs', place]),
    ...NAMES.flatMap((place) => ['--ro-bind-try', place, place]),
    ...outerFirst(writable).flatMap((place) => ['--bind-try', place, place]),
    ...outerFirst(readOnly).flatMap((place) => ['--ro-bind-try', place, place]),
    ...['--chdir', cwd, '--', ...program],
  ];
}

const PRIVATE = ['/tmp', '/var/tmp', '/run'];
/** What programs resolve names of hosts with, and find themselves by, below `/run` on some systems. */
const NAMES = [
  ...['/run/systemd/resolve', '/run/NetworkManager', '/run/resolvconf', '/run/nscd'],
  ...['/run/current-system', '/run/wrappers'],
];

/** A place that lies in another one must be bound after it. */
const outerFirst = (places: readonly string[]): readonly string[] =>
  [...new Set(places.map((place) => posix.normalize(place)))].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
