import type { Looked } from '../loops/guard';
import type { Workspace } from '../ports';
import { definitionDigestText, definitionGlobs } from '../steps/definitions';
import type { StepResult } from '../trace/result';
import type { RunIo } from './io';
import type { LoopPlan, Plan } from './plan';

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

/** What a command names can lead to further files (a package script names its own): those are read until none is new. */
async function allGlobs(commands: Commands, workspace: Workspace): Promise<readonly string[]> {
  const texts = new Map<string, string | undefined>();
  for (;;) {
    const asked = new Set<string>();
    const readText = (path: string) => {
      if (!texts.has(path)) asked.add(path);
      return texts.get(path);
    };
    const globs = commands.flatMap((command) => definitionGlobs(command, readText));
    if (asked.size === 0) return [...new Set(globs)];
    const read = await Promise.all([...asked].map(async (path) => [path, await workspace.readText(path)] as const));
    for (const [path, text] of read) texts.set(path, text);
  }
}
