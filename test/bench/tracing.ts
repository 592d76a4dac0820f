import { mkdirSync, statSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { systemClock } from '../../engine/node/clock';
import { sha256 } from '../../engine/node/digest';
import { foldTrace } from '../../engine/node/foldedTrace';
import { recordedRun } from '../../engine/node/recordedRun';
import type { WriterPorts } from '../../engine/run/writer';
import { longTrace } from '../fakes/longTrace';

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
  const written = await longTrace(ports, entries);
  await file.close();
  return { bytes: statSync(path).size, entries: written };
}

async function look(seed: number): Promise<unknown> {
  const bare = Math.round(process.memoryUsage().rss / 1e6);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const follow = await timed(() => foldTrace(path).next());
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
    ...{
      follow,
      first,
      index,
      page: at(pages, 0.5),
      page95: at(pages, 0.95),
      leap: at(leaps, 0.5),
      leap95: at(leaps, 0.95),
    },
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
