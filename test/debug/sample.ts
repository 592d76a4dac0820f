import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { holderOf, runFoldersOf } from '../../engine/runner/runs';
import { startRunner } from '../../engine/runner/start';
import type { StartSpec } from '../../engine/runner/startSpec';
import { scratch } from '../node/scratch';
import { runnerProgram } from './debugger';

const CHECK =
  "import { readFileSync } from 'node:fs';\nprocess.exit(readFileSync('state', 'utf8') === 'good' ? 0 : 1);\n";

/**
 * A flow with one of each: a map, a call, and a loop whose first pass claims what it did not do and whose second one repairs.
 * `act` is on a line of its own, as is every other step.
 */
const FLOW = {
  converge: 1,
  id: 'debugged',
  goal: 'The state is good.',
  start: 'each',
  inputs: { files: { type: 'array', default: ['x', 'y'] } },
  channels: { seen: { reducer: 'append' } },
  workers: {
    doer: {
      use: 'scripted',
      turns: [
        { step: 'one', structured: 'looked' },
        { step: 'act', pass: 1, text: 'done', claims: { changedFiles: ['state'] } },
        { step: 'act', text: 'done', claims: { changedFiles: ['state'] }, edits: [{ path: 'state', content: 'good' }] },
      ],
    },
    judge: { use: 'scripted', turns: [{ structured: { goalMet: true, lesson: 'none' } }] },
  },
  steps: {
    each: { kind: 'map', over: 'inputs.files', step: 'one', maxConcurrency: 1, writes: 'seen', next: 'review' },
    one: { kind: 'work', worker: 'doer', prompt: 'Look at it.', reads: ['item'] },
    review: { kind: 'call', flow: 'reviewing', next: 'act' },
    act: {
      kind: 'work',
      worker: 'doer',
      prompt: 'Make it good.',
      check: { changedOnDisk: 'claimed' },
      next: 'verify',
    },
    verify: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: 'judge' },
    judge: { kind: 'judge', worker: 'judge', next: '@complete' },
  },
  loops: { fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 3, onExhausted: '@stop' } },
};

const REVIEWING = {
  converge: 1,
  id: 'reviewing',
  title: 'Reviewing',
  start: 'look',
  workers: { reader: { use: 'scripted', turns: [{ structured: 'fine' }] } },
  steps: { look: { kind: 'work', worker: 'reader', prompt: 'Look.', next: '@complete' } },
};

export interface Sample {
  readonly root: string;
  readonly flowPath: string;
  readonly calledPath: string;
  /** The line of a step's id in one of the texts. */
  readonly line: (step: string, path?: string) => number;
  /** Starts a run as another window would. */
  readonly start: (more?: Partial<StartSpec>) => Promise<{ readonly folder: string; readonly pid: number }>;
}

export function sample(): Sample {
  const root = scratch();
  onTestFinished(async () => {
    for (const folder of await runFoldersOf(root)) {
      const holder = await holderOf(folder);
      if (holder !== null) process.kill(holder.pid, 'SIGKILL');
    }
  });
  const flowPath = join(root, '.converge', 'flows', 'debugged.converge.json');
  const calledPath = join(root, '.converge', 'flows', 'reviewing.converge.json');
  const files = { [flowPath]: text(FLOW), [calledPath]: text(REVIEWING) };
  const others = { [join(root, 'state')]: 'bad', [join(root, 'check.mjs')]: CHECK };
  for (const [path, content] of Object.entries({ ...files, ...others })) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  return {
    root,
    flowPath,
    calledPath,
    line: (step, path = flowPath) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .map((each) => each.startsWith(`    "${step}": {`))
        .lastIndexOf(true) + 1,
    start: (more = {}) =>
      startRunner(
        {
          spec: {
            kind: 'start',
            flowPath,
            mode: 'autonomous',
            overrides: {},
            workers: {},
            executables: {},
            approve: 'any',
            trusted: true,
            program: 'test',
            ...more,
          },
          graceMs: 0,
        },
        runnerProgram(),
      ),
  };
}

const text = (flow: object): string => `${JSON.stringify(flow, null, 2)}\n`;
