import { rm } from 'node:fs/promises';
import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { ConvergeError } from '../failure';
import { isInWorktree } from '../flow/isolation';
import { initialChannels } from '../loops/channels';
import { sha256 } from '../node/digest';
import { createRunFolder } from '../node/runFolder';
import type { Opening } from '../run/driving';
import { inputsOf } from '../run/inputs';
import { assertReady } from './allowed';
import { CALLED_FILE, flowsIn, keepCalledFlows, readCalledFlows } from './calledFlows';
import { readFlowFile, runnable } from './flowFile';
import { takeRun } from './held';
import { keepOverrides, overriddenText } from './overrides';
import type { Prepared } from './prepared';
import { hostOf } from './prepared';
import { sandboxFact, sandboxFor } from './sandboxed';
import type { StartSpec } from './startSpec';
import { withOverrides } from './startSpec';
import type { Undoing } from './undoing';
import { mayWrite, placeFact, placeOf } from './worksIn';
import { workspaceRootOf } from './workspaceRoot';

export async function prepareStart(spec: StartSpec, undoing: Undoing): Promise<Prepared> {
  const file = await readFlowFile(spec.flowPath);
  const flow = withOverrides(runnable(file), spec.overrides);
  const unknown = spec.start?.find((step) => !Object.hasOwn(flow.steps, step));
  if (unknown !== undefined) {
    const message = `The flow has no step "${unknown}" to start at. Its steps: ${Object.keys(flow.steps).join(', ')}.`;
    throw new ConvergeError('flow-unreadable', message);
  }
  const root = resolve(spec.root ?? (await workspaceRootOf(spec.flowPath)));
  const called = await readCalledFlows(flow, root);
  const inputs = inputsOf(flow, spec.inputs ?? {});
  if (!inputs.ok) throw new ConvergeError('flow-unreadable', `The flow cannot be started: ${inputs.why}.`);
  await assertReady(spec, flow, called, hostOf(spec, root, root));
  await mayWrite(root, isInWorktree(flow), undoing);
  const text = overriddenText(file.text, flow, spec.overrides);
  const { run, folder } = await createRunFolder(root, text, Date.now());
  undoing.whereNothingRan(() => rm(folder, { recursive: true, force: true }));
  await keepCalledFlows(folder, called, CALLED_FILE);
  await keepOverrides(folder, spec.overrides);
  const lock = await takeRun(folder);
  undoing.always(lock.release);
  const worksIn = await placeOf(flow, root, run, folder, undoing);
  const { files, workspace, ready } = worksIn;
  const flows = [flow, ...flowsIn(called)];
  const sandbox = await sandboxFor(flows, spec, files);
  const opening: Opening = {
    kind: 'start',
    run,
    flow: { id: flow.id, hash: sha256(text), path: shownPath(root, spec.flowPath) },
    mode: spec.mode,
    goal: spec.goal ?? flow.goal ?? '',
    ...(spec.start === undefined ? {} : { start: spec.start }),
    inputs: inputs.value,
    channels: initialChannels(flow.channels),
    fence: lock.fence,
    program: spec.program,
    ...placeFact(worksIn, flow, run, sandboxFact(flows, spec, sandbox)),
  };
  const host = hostOf(spec, files, folder, { sandbox, ready, home: root });
  return { flow, folder, root, opening, lock, workspace, worksIn, host, called, startedAt: null };
}

/** Relative to the root with `/` where the flow stands below it. */
function shownPath(root: string, path: string): string {
  const way = relative(root, resolve(path));
  return way.startsWith(`..${sep}`) || isAbsolute(way) || dirname(way) === '..'
    ? resolve(path)
    : way.split(sep).join('/');
}
