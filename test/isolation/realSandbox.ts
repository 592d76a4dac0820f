import { describe } from 'vitest';
import { findSandbox } from '../../engine/node/sandbox/found';

/** The sandbox of this machine, tried. */
export const sandbox = await findSandbox();

/** Tests that need one: where there is none they are skipped and counted, and the reason is in their name. */
export const inSandbox: typeof describe = ((name: string, body: () => void) =>
  sandbox.is === 'none'
    ? describe.skip(`${name} [SKIPPED, no sandbox here: ${sandbox.why}]`, body)
    : describe(name, body)) as typeof describe;

if (sandbox.is === 'none') process.stderr.write(`SANDBOX TESTS ARE SKIPPED: ${sandbox.why}\n`);
