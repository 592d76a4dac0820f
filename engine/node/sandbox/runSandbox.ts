import { realpathSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { workerPolicy } from '../../flow/isolation';
import type { SandboxPolicy } from '../../flow/names';
import type { WorkerSpec } from '../../flow/schema';
import { OWN_FOLDER } from '../ownFolder';
import type { Around } from './around';
import { around } from './around';
import type { FoundSandbox } from './found';

/** What holds the programs of one run. */
export interface RunSandbox {
  readonly policy: SandboxPolicy;
  /** Commands of steps have no network. */
  readonly offline: boolean;
  readonly found: FoundSandbox;
  /** Absolute: where the run works. */
  readonly root: string;
}

/** For commands of steps. */
export const commandAround = ({ policy, offline, found, root }: RunSandbox): Around | undefined =>
  around(policy, found, { ...placesOf(root, []), network: !offline });

/**
 * For the programs of a worker: its model is reached over the network, and its own settings and logins are its own.
 *
 * @param more places of one turn, such as where its answer is to be written
 */
export function workerAround(
  { policy, found, root }: RunSandbox,
  spec: Pick<WorkerSpec, 'use' | 'sandbox'>,
  env: Readonly<Record<string, string | undefined>>,
  more: readonly string[] = [],
): Around | undefined {
  const own = ownPlaces(spec.use, env);
  return around(workerPolicy(spec, policy), found, { ...placesOf(root, [...own, ...more]), network: true });
}

/** The workspace may be written but for what is git's and ours: hooks and settings there would be run by others later. */
function placesOf(root: string, more: readonly string[]) {
  const top = real(root);
  const temporary = process.platform === 'darwin' ? [real(tmpdir()), '/private/tmp'] : [];
  return {
    writable: [top, ...more.map(real), ...temporary],
    readOnly: [join(top, '.git'), join(top, OWN_FOLDER)],
  };
}

/** Where each adapter's program keeps its settings, logins and caches. Those that are not there are left out. */
export function ownPlaces(use: string, env: Readonly<Record<string, string | undefined>>): readonly string[] {
  const home = env.HOME || homedir();
  switch (use) {
    case 'claude-code':
      return env.CLAUDE_CONFIG_DIR ? [env.CLAUDE_CONFIG_DIR] : [join(home, '.claude'), join(home, '.claude.json')];
    case 'codex':
      return [env.CODEX_HOME || join(home, '.codex')];
    case 'gemini':
      return [join(home, '.gemini')];
    case 'copilot':
      return [join(home, '.copilot')];
    case 'opencode':
      return ['.local/share', '.local/state', '.config', '.cache'].map((place) => join(home, place, 'opencode'));
    default:
      return [];
  }
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
