import { dirname, join, resolve } from 'node:path';
import { ConvergeError } from '../failure';
import { sha256 } from '../node/digest';
import { openTrace } from '../node/openTrace';
import { OWN_FOLDER } from '../node/ownFolder';
import { RUNS_FOLDER, TRACE_FILE } from '../node/runFolder';
import type { Opening } from '../run/driving';
import { assertRaises } from '../run/raises';
import { assertResumable } from '../run/resumable';
import type { RunState } from '../run/state';
import type { RaisedBounds } from '../trace/control';
import { refusalOf } from './acts';
import { assertReady } from './allowed';
import { flowsIn } from './calledFlows';
import { changedFlow, flowInForce, putInForce } from './flowVersions';
import { takeRun } from './held';
import type { Prepared } from './prepared';
import { hostOf } from './prepared';
import { restoreProjections } from './restore';
import { holderOf, rootOfRun } from './runs';
import { sandboxFact, sandboxFor } from './sandboxed';
import type { ResumeSpec } from './startSpec';
import type { Undoing } from './undoing';
import { beganInWorktree, inPlace, keptPlace, mayWrite, placeAgain, placeFact } from './worksIn';

export async function prepareResume(spec: ResumeSpec, undoing: Undoing): Promise<Prepared> {
  const folder = resolve(spec.folder);
  const root = rootOfRun(folder);
  if (dirname(folder) !== join(root, OWN_FOLDER, RUNS_FOLDER)) {
    const message = `${folder} is not where runs stand: below ${join(OWN_FOLDER, RUNS_FOLDER)} of their workspace. Put it there.`;
    throw new ConvergeError('run-unknown', message);
  }
  const host = hostOf(spec, root, folder);
  const raised = spec.raised ?? {};
  const look = async () => {
    const trace = await openTrace(join(folder, TRACE_FILE), sha256);
    const { state } = trace;
    await assertGoesOn(folder, state, raised, spec.trusted);
    const inForce = await flowInForce(folder, state);
    const now = spec.withChanges ? await changedFlow(folder, root, inForce, state) : inForce;
    assertRaises(now.flow, state, raised, Object.fromEntries(now.called));
    const refusal = spec.acts?.map(({ act }) => refusalOf(act, state, now.flow)).find((one) => one !== null);
    if (refusal) throw new ConvergeError(refusal.code, refusal.message);
    if (!endsAtOnce(spec)) await assertReady(spec, now.flow, now.called, host);
    return { trace, inForce, now };
  };
  // Whoever carries the run is still writing: it is only worth a look once the lock is ours.
  if ((await holderOf(folder)) === null) await look();
  const lock = await takeRun(folder);
  undoing.always(lock.release);
  const { trace, inForce, now } = await look();
  const run = trace.state.head?.run ?? '';
  await mayWrite(root, beganInWorktree(trace.state), undoing, run);
  const changed = await putInForce(folder, inForce, now);
  const { state, damaged, tornBytes, sinceSnapshot, unwritten, startedAt } = trace;
  const worksIn = endsAtOnce(spec) ? await inPlace(root) : await placeAgain(now.flow, root, state, folder);
  const { files, workspace, ready } = worksIn;
  const flows = [now.flow, ...flowsIn(now.called)];
  const sandbox = endsAtOnce(spec) ? undefined : await sandboxFor(flows, spec, files);
  const opening: Opening = {
    kind: 'resume',
    state,
    damaged,
    tornBytes,
    sinceSnapshot,
    unwritten,
    ...(Object.keys(raised).length === 0 ? {} : { raised }),
    ...(changed === null ? {} : { changedFlow: changed }),
    fence: lock.fence,
    program: spec.program,
    ...(endsAtOnce(spec) ? keptPlace(state) : placeFact(worksIn, now.flow, run, sandboxFact(flows, spec, sandbox))),
  };
  const placed = hostOf(spec, files, folder, { sandbox, ready, home: root });
  return {
    flow: now.flow,
    folder,
    root,
    opening,
    lock,
    workspace,
    worksIn,
    host: placed,
    called: now.called,
    startedAt,
  };
}

/** A run that is only ended executes nothing, so nothing has to be there and nobody has to approve anything. */
const endsAtOnce = ({ acts = [] }: ResumeSpec): boolean =>
  acts.some(({ act }) => act.do === 'cancel' || (act.do === 'stop' && act.when === undefined));

/** Throws where the run cannot go on. What a final one should have beside its trace is put right first. */
async function assertGoesOn(
  folder: string,
  state: RunState,
  raised: Readonly<Record<string, RaisedBounds>>,
  trusted: boolean,
): Promise<void> {
  try {
    assertResumable(state, raised);
  } catch (thrown) {
    const final = thrown instanceof ConvergeError && thrown.code === 'run-final';
    if (final && trusted && (await holderOf(folder)) === null) await restoreProjections(folder, state);
    throw thrown;
  }
}
