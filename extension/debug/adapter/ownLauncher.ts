import { resolve } from 'node:path';
import { ConvergeError } from '../../../engine/failure';
import { forkRun } from '../../../engine/runner/fork';
import { startRunner } from '../../../engine/runner/start';
import type { CarrySpec } from '../../../engine/runner/startSpec';
import { programName } from '../../../engine/runner/version';
import type { Launcher } from './launcher';

/** What the adapter as a program of its own is told on its command line. */
export interface OwnLauncher {
  /** `any`, or the hash that a person approved; null: nothing is started. */
  readonly approve: string | null;
  /** Absolute path of the bundled `runner.js`. */
  readonly runnerPath: string;
  readonly roots: readonly string[];
}

/** Starts runners without a window: there are no settings, and what is approved was said on the command line. */
export function ownLauncher({ approve, runnerPath, roots }: OwnLauncher): Launcher {
  const start = async (spec: CarrySpec): Promise<string> => {
    const program = { execPath: process.execPath, runnerPath: resolve(runnerPath), env: process.env };
    return (await startRunner({ spec, graceMs: 0 }, program)).folder;
  };
  const common = () => {
    if (approve === null) {
      const message =
        'Nothing is started by this program unless what it executes is approved: start it with --approve.';
      throw new ConvergeError('not-approved', message);
    }
    return {
      workers: {},
      executables: {},
      approve,
      trusted: true,
      program: programName('runner'),
      hold: true,
    } as const;
  };
  return {
    launch: ({ flow, mode = 'supervised', inputs, goal }) =>
      start({
        kind: 'start',
        ...common(),
        flowPath: flow,
        mode,
        overrides: {},
        ...(inputs === undefined ? {} : { inputs }),
        ...(goal === undefined ? {} : { goal }),
      }),
    fork: async (folder, superStep) => {
      const more = common();
      const forked = await forkRun({ folder, at: superStep });
      return start({ kind: 'resume', ...more, folder: forked.folder });
    },
    roots: () => roots,
    person: process.env.USER ?? 'debugger',
  };
}
