import { mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Flow } from '../../engine/flow/schema';
import { createMemoryStore } from '../../engine/memoryStore';
import { systemClock } from '../../engine/node/clock';
import { sha256 } from '../../engine/node/digest';
import { openTrace } from '../../engine/node/openTrace';
import { openRunFolder } from '../../engine/node/runFolder';
import { createStop } from '../../engine/node/stop';
import { openTraceSink } from '../../engine/node/traceFile';
import type { Ports, TurnResult } from '../../engine/ports';
import type { Opening } from '../../engine/run/driving';
import { drive } from '../../engine/run/run';
import type { Kind } from './flows';
import { fanFlow, loopFlow } from './flows';

/**
 * The engine at work in a process of its own: the real trace file and run folder, a worker in code that does nothing. The
 * workspace is one that nothing changes, as its snapshots cost what the workspace costs and not what the loop does.
 */
const [what = '', folder = '', size = '0', kind = 'work', extra = ''] = process.argv.slice(2);

const LESSON = 'What was learned in this pass, in a hundred characters or so, as a judge would write it for the next.';
const TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

interface Meter {
  turns: number;
  flushes: number;
  firstTurnMs: number | null;
  /** Turns behind which the process ends, as a kill would end it. */
  killAt: number;
}

async function ports(meter: Meter, lessons: boolean): Promise<Ports & { readonly close: () => Promise<void> }> {
  const trace = await openTraceSink(join(folder, 'trace.ndjson'), { held: () => true });
  const done: TurnResult = {
    status: 'ok',
    exit: 0,
    text: lessons ? LESSON : '',
    denials: [],
    usage: { state: 'free' },
    log: null,
    durationMs: 0,
  };
  return {
    clock: systemClock,
    digest: sha256,
    trace: {
      append: (lines) => {
        meter.flushes++;
        return trace.append(lines);
      },
    },
    folder: openRunFolder(folder),
    workspace: {
      root: folder,
      snapshot: async () => ({ ok: true, tree: TREE }),
      changes: async () => [],
      digests: async () => ({}),
      readText: async () => undefined,
      inTree: async () => undefined,
      restore: async () => ({ ok: true }),
    },
    commands: { run: () => Promise.reject(new Error('no commands here')) },
    store: createMemoryStore(systemClock),
    flow: () => undefined,
    worker: () => ({
      use: 'code',
      probe: async () => ({ available: true, meters: 'free', safeInUntrustedRepo: true }),
      run: async () => {
        meter.firstTurnMs ??= performance.now();
        if (++meter.turns === meter.killAt) process.exit(0);
        return done;
      },
    }),
    stop: createStop().signal,
    close: trace.close,
  };
}

const started = (flow: Flow): Opening => ({
  kind: 'start',
  run: 'bench',
  flow: { id: flow.id, hash: 'h', path: 'bench.converge.json' },
  mode: 'autonomous',
  goal: '',
  inputs: {},
  channels: {},
  fence: 1,
  program: 'bench',
});

async function resumed(): Promise<Opening> {
  const { state, damaged, tornBytes, sinceSnapshot } = await openTrace(join(folder, 'trace.ndjson'), sha256);
  return { kind: 'resume', state, damaged, tornBytes, sinceSnapshot, fence: 2, program: 'bench' };
}

const bytesOf = (path: string): number =>
  readdirSync(path, { withFileTypes: true }).reduce(
    (sum, entry) =>
      sum + (entry.isDirectory() ? bytesOf(join(path, entry.name)) : statSync(join(path, entry.name)).size),
    0,
  );

async function main(): Promise<unknown> {
  const lessons = extra === 'lessons';
  const count = Number(size);
  const meter: Meter = { turns: 0, flushes: 0, firstTurnMs: null, killAt: Number.POSITIVE_INFINITY };
  if (what === 'cold' || what === 'resume') meter.killAt = 1;
  if (what === 'half') meter.killAt = (count * 10) / 2;
  const of = kind as Kind;
  const flow = what === 'fan' ? fanFlow(of, count) : loopFlow(of, count, lessons);
  mkdirSync(join(folder, 'artifacts'), { recursive: true });
  const at = await ports(meter, lessons);
  const opening = what === 'resume' ? await resumed() : started(flow);
  const rss: number[] = [];
  const before = performance.now();
  if (what === 'cold' || what === 'resume') {
    process.on('exit', () => console.log(JSON.stringify({ firstMs: performance.now(), openedMs: before })));
  }
  let commits = 0;
  const every = Math.max(1, Math.floor((count * 10) / 20));
  const state = await drive(flow, opening, at, (entry) => {
    if (entry.type === 'commit' && ++commits % every === 0) rss.push(Math.round(process.memoryUsage().rss / 1e6));
  }).parked;
  const ms = performance.now() - before;
  await at.close();
  if (state.end?.outcome !== 'complete') throw new Error(`it ended otherwise: ${JSON.stringify(state.end)}`);
  const steps = commits;
  return {
    steps,
    ms,
    flushes: meter.flushes,
    traceBytes: statSync(join(folder, 'trace.ndjson')).size,
    allBytes: bytesOf(folder),
    rss,
  };
}

console.log(JSON.stringify(await main()));
