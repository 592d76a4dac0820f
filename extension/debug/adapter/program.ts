import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ownLauncher } from './ownLauncher';
import { createDebugAdapter } from './session';

/**
 * The adapter as a program that speaks the debug adapter protocol on its standard streams, for editors without the extension.
 * `--approve any` or a hash lets it start flows, `--root` names a workspace in which runs are found by their ids.
 */
const { values } = parseArgs({
  options: { approve: { type: 'string' }, root: { type: 'string', multiple: true }, runner: { type: 'string' } },
});
const launcher = ownLauncher({
  approve: values.approve ?? null,
  runnerPath: values.runner ?? join(__dirname, 'runner.js'),
  roots: values.root ?? [process.cwd()],
});
createDebugAdapter(launcher).start(process.stdin, process.stdout);
