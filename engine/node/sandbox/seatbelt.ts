import type { Confinement } from './confinement';

/**
 * The profile of macOS' `sandbox-exec` for one program. Pure: nothing is looked up.
 *
 * R1 Everything can be read; nothing but the writable places and what every program writes to can be written.
 * R2 The last rule that matches counts: what must stay as it is stands behind what may be written.
 * R3 There is no process space of its own on macOS: what the program left behind is found by its mark and ended.
 */
export function seatbeltProfile({ writable, readOnly, network }: Confinement): string {
  return [
    '(version 1)',
    '(allow default)',
    '(deny file-write*)',
    `(allow file-write* ${DEVICES.map((device) => `(literal ${quoted(device)})`).join(' ')} (regex #"^/dev/ttys"))`,
    ...writable.map((place) => `(allow file-write* (subpath ${quoted(place)}))`),
    ...readOnly.map((place) => `(deny file-write* (subpath ${quoted(place)}))`),
    ...(network ? [] : ['(deny network*)']),
    '',
  ].join('\n');
}

export const seatbeltArguments = (profile: string, program: readonly string[]): readonly string[] => [
  '-p',
  profile,
  ...program,
];

const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/dtracehelper', '/dev/stdout', '/dev/stderr'];

/** A text of the profile language: a path may hold whatever a file system lets it. */
const quoted = (text: string): string => `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
