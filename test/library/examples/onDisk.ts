import type { Flow } from '../../../engine/index';
import { createEngine } from '../../../engine/index';
import { nodePorts } from '../../../engine/runner/nodePorts';

// A function repairs, a command of the workspace is the evidence, a function judges; the engine decides.
const flow: Flow = {
  converge: 1,
  id: 'repair',
  start: 'act',
  steps: {
    act: { kind: 'work', worker: 'repairer', prompt: 'Repair it.', next: 'verify' },
    verify: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: 'judge' },
    judge: { kind: 'judge', worker: 'judge', reads: ['verify'], next: '@complete' },
  },
  loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3 } },
};

export async function repair(workspace: string, write: (pass: number) => Promise<void>) {
  const ports = await nodePorts({ workspace, flow });
  try {
    const engine = createEngine({
      ports,
      handlers: {
        work: { repairer: ({ pass }) => write(pass).then(() => 'repaired') },
        // It always says met. Without green verification that is only a claim.
        judge: { judge: () => ({ goalMet: true }) },
      },
    });
    const { outcome, confirmed, counters } = await engine.run(flow, { mode: 'autonomous' }).done;
    return { outcome, confirmed, passes: counters.fix?.pass, runFolder: ports.runFolder };
  } finally {
    await ports.close();
  }
}
