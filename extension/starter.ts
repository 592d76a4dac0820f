import type * as vscode from 'vscode';
import type { FlowFiles } from './flowFiles';
import type { Starter } from './runStart';
import type { Runs } from './runs';
import type { Secrets } from './secrets';

/** How runs begin; what asks and starts is loaded with the first that does. */
export function lateStarter(extension: vscode.Uri, flows: FlowFiles, runs: Runs, secrets: Secrets): Starter {
  let made: Promise<Starter> | undefined;
  const starter = () => {
    made ??= import('./runStart').then(({ createStarter }) => createStarter(extension, flows, runs, secrets));
    return made;
  };
  return {
    run: async (...given) => (await starter()).run(...given),
    begin: async (...given) => (await starter()).begin(...given),
    goOn: async (...given) => (await starter()).goOn(...given),
    resume: async (...given) => (await starter()).resume(...given),
    wake: async (...given) => (await starter()).wake(...given),
  };
}
