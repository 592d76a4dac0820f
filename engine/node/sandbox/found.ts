import { spawn } from 'node:child_process';
import { statSync } from 'node:fs';
import { messageOf } from '../../failure';
import { allowedEnvironment } from '../environment';
import { findProgram } from '../program';
import { bubblewrapArguments } from './bubblewrap';
import { seatbeltArguments, seatbeltProfile } from './seatbelt';

/** What can hold programs on this machine. */
export type FoundSandbox =
  | { readonly is: 'bubblewrap' | 'sandbox-exec'; readonly program: string }
  /** `why`: what is missing and what to do. */
  | { readonly is: 'none'; readonly why: string };

let found: Promise<FoundSandbox> | undefined;

/** Looks once in the life of the process, and tries what it finds: a program that is there may not be allowed to do it. */
export function findSandbox(): Promise<FoundSandbox> {
  found ??= look(process.platform, allowedEnvironment());
  return found;
}

/** @param env where PATH is looked up: its absolute folders alone, so that no repository brings its own */
export async function look(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string>>,
  tries: (program: string, args: readonly string[]) => Promise<string | null> = attempt,
): Promise<FoundSandbox> {
  const nothing = { writable: [], readOnly: [], network: false };
  if (platform === 'linux') {
    const program = findProgram('bwrap', '/', env);
    if (!program.found) return none('bubblewrap is not installed. Install it (the package is called bubblewrap)');
    const why = await tries(program.file, bubblewrapArguments(nothing, '/', ['/bin/sh', '-c', ':']));
    if (why === null) return { is: 'bubblewrap', program: program.file };
    return none(
      `bubblewrap is installed and this system does not let it make a sandbox (${why}). Allow user namespaces, such as with sysctl kernel.apparmor_restrict_unprivileged_userns=0`,
    );
  }
  if (platform === 'darwin') {
    const program = '/usr/bin/sandbox-exec';
    if (statSync(program, { throwIfNoEntry: false }) === undefined) return none('sandbox-exec is not on this system');
    const why = await tries(program, seatbeltArguments(seatbeltProfile(nothing), ['/usr/bin/true']));
    return why === null ? { is: 'sandbox-exec', program } : none(`sandbox-exec does not work here (${why})`);
  }
  return none(`there is none for this system (${platform}). Run it on Linux or macOS, or in a container`);
}

const none = (why: string): FoundSandbox => ({ is: 'none', why });

/** Null where it works, else its first words. */
function attempt(program: string, args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], timeout: 10_000, env: {} });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => {
      said = (said + bytes.toString('utf8')).slice(0, 1000);
    });
    child.once('error', (error) => resolve(messageOf(error)));
    child.once('close', (code) =>
      resolve(code === 0 ? null : (said.trim().split('\n')[0]?.slice(0, 200) ?? '') || `it ended with ${code}`),
    );
  });
}
