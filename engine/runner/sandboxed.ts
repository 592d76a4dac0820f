import { ConvergeError } from '../failure';
import { isOffline, runPolicy, workerPolicy } from '../flow/isolation';
import type { SandboxPolicy } from '../flow/names';
import type { Flow, WorkerSpec } from '../flow/schema';
import type { FoundSandbox } from '../node/sandbox/found';
import { findSandbox } from '../node/sandbox/found';
import type { RunSandbox } from '../node/sandbox/runSandbox';
import { commandsOf } from '../run/approval';
import type { DefaultWorkers } from '../run/whoDoes';
import { workersIn } from '../run/workersIn';
import type { SandboxFact } from '../trace/place';

/** Workers as the machine has them. */
interface Known {
  readonly workers: Readonly<Record<string, WorkerSpec>>;
  readonly defaultWorkers?: DefaultWorkers | undefined;
}

/** What holds the programs of a run of these flows, of which the first is its own. Looks for one only where one is wished. */
export async function sandboxFor(
  flows: readonly Flow[],
  known: Known,
  root: string,
  find: () => Promise<FoundSandbox> = findSandbox,
): Promise<RunSandbox | undefined> {
  const wished = wishesOf(flows, known).some(({ policy }) => policy !== 'off');
  if (!wished) return undefined;
  return { policy: runPolicy(flows), offline: isOffline(flows), found: await find(), root };
}

/** Throws `program-missing` where a sandbox is required and there is none: before anything is made or executed. */
export function assertSandbox(flows: readonly Flow[], known: Known, sandbox: RunSandbox | undefined): void {
  if (sandbox === undefined || sandbox.found.is !== 'none') return;
  const required = wishesOf(flows, known).filter(({ policy }) => policy === 'required');
  if (required.length === 0) return;
  const who = [...new Set(required.map(({ who: name }) => name))].join(', ');
  throw new ConvergeError(
    'program-missing',
    `A sandbox is required for ${who}, and there is none here, so nothing was started: ${sandbox.found.why}. Or let the flow say "preferred", and see that it runs without.`,
  );
}

/** For the trace: what it really was. */
export function sandboxFact(
  flows: readonly Flow[],
  known: Known,
  sandbox: RunSandbox | undefined,
): SandboxFact | undefined {
  if (sandbox === undefined) return undefined;
  const { found, policy, offline } = sandbox;
  if (found.is === 'none') return { is: 'none', why: found.why, free: [] };
  const free = wishesOf(flows, known).filter((wish) => wish.worker && wish.policy === 'off');
  const commands = flows.some((flow) => commandsOf(flow).length > 0);
  return {
    is: found.is,
    free: [...new Set(free.map(({ who }) => who))],
    ...(policy === 'off' && commands ? { commandsFree: true } : {}),
    ...(offline && policy !== 'off' ? { offline: true } : {}),
  };
}

interface Wish {
  readonly who: string;
  readonly worker: boolean;
  readonly policy: SandboxPolicy;
}

function wishesOf(flows: readonly Flow[], { workers, defaultWorkers }: Known): readonly Wish[] {
  const policy = runPolicy(flows);
  return [
    { who: 'commands of steps', worker: false, policy },
    ...flows.flatMap((flow) =>
      workersIn(flow, { workers, defaults: defaultWorkers ?? {} }).flatMap(({ name, spec }): readonly Wish[] =>
        spec === null ? [] : [{ who: name, worker: true, policy: workerPolicy(spec, policy) }],
      ),
    ),
  ];
}
