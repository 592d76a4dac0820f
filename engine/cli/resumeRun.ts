import type { Machine } from '../runner/machine';
import { flowsToApprove } from '../runner/resumedFlow';
import { rootOfRun } from '../runner/runs';
import type { ResumeSpec } from '../runner/startSpec';
import { programName } from '../runner/version';
import type { RaisedBounds } from '../trace/control';
import { approvalFor } from './askApproval';
import { inForeground } from './foreground';
import { machineSpec } from './machine';
import type { Terminal } from './terminal';

/** Goes on with a run in the foreground and gives the exit code. */
export async function resumeInForeground(
  folder: string,
  options: {
    readonly raised: Readonly<Record<string, RaisedBounds>>;
    readonly approve: string | undefined;
    readonly json: boolean;
    /** Sleeps while only time is due. */
    readonly wait: boolean;
    readonly withChanges?: boolean;
    readonly acts?: ResumeSpec['acts'];
    readonly machine: Machine;
  },
  terminal: Terminal,
): Promise<number> {
  const root = rootOfRun(folder);
  const flows = await flowsToApprove(folder, root, options.withChanges === true);
  const approve = await approvalFor(flows, root, options.approve, terminal, undefined, options.machine);
  return inForeground(
    {
      kind: 'resume',
      folder,
      raised: options.raised,
      ...(options.withChanges === true ? { withChanges: true } : {}),
      ...(options.acts === undefined ? {} : { acts: options.acts }),
      ...machineSpec(options.machine),
      approve,
      trusted: true,
      program: programName('program'),
    },
    terminal,
    { json: options.json, wait: options.wait },
  );
}
