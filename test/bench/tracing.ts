import { mkdirSync, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '../../engine/node/clock';
import { sha256 } from '../../engine/node/digest';
import { recordedRun } from '../../engine/node/recordedRun';
import type { WriterPorts } from '../../engine/run/writer';
import { createWriter } from '../../engine/run/writer';

/**
 * A long trace, written by the engine's own writer, and what looking at it takes: each in a process of its own.
 *   make <folder> <entries>    write it
 *   plain <folder>             read the file, and nothing else
 *   look <folder> <seed>       first rows, index, pages, scrubbing
 */
const [what = '', folder = '', size = '0'] = process.argv.slice(2);
const path = join(folder, 'trace.ndjson');

const timed = async (act: () => Promise<unknown>): Promise<number> => {
  const before = performance.now();
  await act();
  return performance.now() - before;
};
const at = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

async function make(entries: number): Promise<unknown> {
  mkdirSync(folder, { recursive: true });
  const file = await open(path, 'w');
  const ports: WriterPorts = {
    clock: systemClock,
    digest: sha256,
    trace: { append: async (lines) => void (await file.write(`${lines.join('\n')}\n`)) },
  };
  const head = { run: 'bench', mode: 'autonomous', goal: 'It is done.', fence: 1, program: 'bench' } as const;
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
  await file.close();
  return { bytes: statSync(path).size, entries: written };
}

async function look(seed: number): Promise<unknown> {
  const bare = Math.round(process.memoryUsage().rss / 1e6);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const run = recordedRun(folder);
  const before = performance.now();
  const [first] = await Promise.all([timed(() => run.last(500)), run.ready]);
  const index = performance.now() - before;
  delay.disable();
  const lines = run.lines();
  let place = seed;
  const anywhere = () => {
    place = (place * 1103515245 + 12345) % 2147483648;
    return 1 + (place % lines);
  };
  const times = async (count: number, act: () => Promise<unknown>) => {
    const found: number[] = [];
    for (let round = 0; round < count; round++) found.push(await timed(act));
    return found;
  };
  const moment = (line: number) => Promise.all([run.stateAt(line), run.historyAt(line)]);
  const pages = await times(200, () => run.page(anywhere(), 200));
  const leaps = await times(60, () => moment(anywhere()));
  let line = anywhere();
  const steps = await times(100, async () => {
    line = (await run.commit(line, 'after')) ?? 1;
    await moment(line);
  });
  const drags = await times(100, async () => {
    line = Math.max(1, line - 500);
    await moment(line);
  });
  const mb = Math.round(process.resourceUsage().maxRSS / 1000);
  return {
    ...{ first, index, page: at(pages, 0.5), page95: at(pages, 0.95), leap: at(leaps, 0.5), leap95: at(leaps, 0.95) },
    ...{ step: at(steps, 0.5), step95: at(steps, 0.95), drag: at(drags, 0.5), drag95: at(drags, 0.95) },
    ...{ blocked: delay.max / 1e6, mb, held: held(), bare, lines },
  };
}

/** MB of the heap that are in use. */
function held(): number {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc')();
  return Math.round(process.memoryUsage().heapUsed / 1e6);
}

async function main(): Promise<unknown> {
  switch (what) {
    case 'make':
      return make(Number(size));
    case 'plain':
      return { ms: await timed(() => readFile(path)) };
    default:
      return look(Number(size));
  }
}

console.log(JSON.stringify(await main()));
