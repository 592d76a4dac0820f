import type { Looked } from '../loops/guard';
import type { Workspace } from '../ports';
import { definitionDigestText, definitionGlobs } from '../steps/definitions';
import type { StepResult } from '../trace/entry';
import type { LoopPlan, Plan } from './decide';
import type { RunIo } from './io';

/** The frozen paths and the definitions of the loop's checks, as they are on disk now. */
export async function lookAt(plan: Plan, io: RunIo, loop: LoopPlan): Promise<Omit<Looked, 'tests'>> {
  const { workspace } = io.ports;
  const frozen = await workspace.digests(loop.loop.frozen ?? []);
  const definitions: Record<string, string> = {};
  for (const id of loop.verifications) {
    const step = plan.flow.steps[id];
    if (step?.kind !== 'verify') continue;
    const globs = await allGlobs(step.commands, workspace);
    const allowed = step.mayChange === undefined ? {} : await workspace.digests(step.mayChange);
    for (const [path, digest] of Object.entries(await workspace.digests(globs))) {
      if (Object.hasOwn(allowed, path)) continue;
      const text = definitionDigestText(path, (await workspace.readText(path)) ?? '');
      definitions[path] = text === undefined ? digest : io.ports.digest(text);
    }
  }
  return { frozen, definitions };
}

/** Which tests there were, by verification, of those that ran. */
export const testsOf = (ran: readonly { readonly step: string; readonly result: StepResult }[]): Looked['tests'] =>
  Object.fromEntries(ran.flatMap(({ step, result }) => (result.kind === 'verify' ? [[step, result.tests]] : [])));

type Commands = Extract<Plan['flow']['steps'][string], { kind: 'verify' }>['commands'];

/** What a command names can lead to further files (a package script names its own): those are read first. */
async function allGlobs(commands: Commands, workspace: Workspace): Promise<readonly string[]> {
  const texts = new Map<string, string | undefined>();
  for (const command of commands) {
    const path = command.cwd === undefined || command.cwd === '.' ? 'package.json' : `${command.cwd}/package.json`;
    texts.set(path, await workspace.readText(path));
    texts.set('package.json', await workspace.readText('package.json'));
  }
  return [...new Set(commands.flatMap((command) => definitionGlobs(command, (path) => texts.get(path))))];
}
