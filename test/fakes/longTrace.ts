import type { WriterPorts } from '../../engine/run/writer';
import { createWriter } from '../../engine/run/writer';

/**
 * Writes a trace of so many entries, a few more at most, as the engine's own writer does, with its digests and snapshots: a
 * loop of four steps that goes on and on. Answers how many there are.
 */
export async function longTrace(ports: WriterPorts, entries: number): Promise<number> {
  const head = { run: 'long', mode: 'autonomous', goal: 'It is done.', fence: 1, program: 'test' } as const;
  const flow = { id: 'long', hash: 'h', path: 'long.converge.json' };
  let written = 0;
  const opening = { kind: 'start', ...head, flow, inputs: {}, channels: {} } as const;
  const writer = createWriter(ports, opening, () => void written++);
  writer.record({ type: 'run.started', format: 1, ...head, flow, start: ['act'], inputs: {}, channels: {} });
  const baseline = { tree: null, frozen: {}, definitions: {}, verifications: {} };
  writer.commit([{ type: 'loop.entered', loop: 'fix', baseline }], [], '');
  for (let pass = 1; written < entries; pass++) {
    writer.commit([{ type: 'pass.started', loop: 'fix', pass, total: pass }], [{ step: 'step1', visit: pass }], '');
    for (const step of ['step1', 'step2', 'step3', 'step4']) {
      const scope = { step, visit: pass, loop: 'fix', pass };
      const result = { kind: 'work', ok: true, output: null, changed: [], attempts: 1 } as const;
      writer.record({ ...scope, type: 'step.started', kind: 'work', attempt: 1, inputs: `i${pass}`, worker: 'w' });
      writer.record({
        ...{ ...scope, type: 'worker.turn', attempt: 1, worker: 'w', use: 'code', status: 'ok', denials: [] },
        ...{ usage: { state: 'reported', tokens: null, usd: 0.01, basis: 'worker-estimate' }, text: 'It is done.' },
        ...{ exit: 0, log: null, durationMs: 900 },
      });
      writer.record({ ...scope, type: 'step.finished', result });
      writer.commit(
        [{ ...scope, type: 'step.done', outcome: 'next', to: [], result }],
        [{ step: 'step1', visit: pass + 1 }],
        '',
      );
    }
    const note = { pass, from: 'judge', text: 'What was learned in this pass.' } as const;
    const ended = { how: 'judged', stalled: 0, marker: `${pass}`, tree: null, decision: 'again' } as const;
    writer.commit(
      [
        { type: 'note.added', loop: 'fix', keep: 20, note },
        { type: 'pass.ended', loop: 'fix', pass, ...ended },
      ],
      [],
      '',
    );
    await writer.relieved();
  }
  await writer.flush();
  return written;
}
