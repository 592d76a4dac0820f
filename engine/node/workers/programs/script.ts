import { realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import type { Worker } from '../../../ports';
import { isInside } from '../../workspace/inside';
import { NOTHING_SPENT, noAnswer } from '../ending';
import type { WorkerHost } from '../host';
import { commandOptions, commandWorker } from './command';

const { model, meters, env } = commandOptions.shape;

/** A JavaScript module of the workspace in a process of its own: asked and answering as a `command` is. */
export const scriptOptions = z.strictObject({
  use: z.literal('script'),
  model,
  module: z.string().min(1).describe('The module, relative to the workspace root and inside it'),
  meters,
  env,
});

export type ScriptOptions = z.infer<typeof scriptOptions>;

/**
 * The module is looked up anew for each turn: a worker that put a link in its place does not lead out of the workspace. It is
 * run by the program that runs us, so that no Node.js has to be in PATH.
 */
export function scriptWorker({ use: _use, module, ...options }: ScriptOptions, host: WorkerHost): Worker {
  const asCommand = (file: string, of: WorkerHost): Worker =>
    commandWorker({ use: 'command', ...options, run: [process.execPath, file] }, of, AS_NODE);
  const bare = asCommand(module, host);
  return {
    ...bare,
    use: 'script',
    probe: async () => {
      const found = await moduleIn(host.home ?? host.workspaceRoot, module);
      const rest = { meters: options.meters ?? 'none', safeInUntrustedRepo: false } as const;
      return 'file' in found ? { available: true, ...rest } : { available: false, ...found, ...rest };
    },
    run: async (turn, io) => {
      const found = await moduleIn(turn.cwd, module);
      if ('why' in found) return { ...noAnswer('not-started', found.why, NOTHING_SPENT), log: null, durationMs: 0 };
      return asCommand(found.file, host).run(turn, io);
    },
  };
}

/** The program that runs us may be an editor. */
const AS_NODE = { ELECTRON_RUN_AS_NODE: '1' };

async function moduleIn(root: string, module: string): Promise<{ readonly file: string } | { readonly why: string }> {
  const written = path.resolve(root, module);
  try {
    const [top, file] = await Promise.all([realpath(root), realpath(written)]);
    if (path.isAbsolute(module) || !isInside(top, file)) {
      return { why: `The module "${module}" is not inside the workspace. Give a path from the workspace root.` };
    }
    return (await stat(file)).isFile() ? { file } : { why: `The module "${module}" is no file.` };
  } catch {
    return { why: `There is no module "${module}" in the workspace (looked for ${written}).` };
  }
}
