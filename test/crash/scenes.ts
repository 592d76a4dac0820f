import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Json, JsonObject } from '../../engine/json';
import { git } from '../node/repository';
import type { Scene } from './scene';
import { newFolder, sceneOf } from './scene';

export const CHECK = `import { readFileSync } from 'node:fs';
process.exit(readFileSync('state', 'utf8') === 'good' ? 0 : 1);
`;

/** Three passes with a check that takes no time: a lie, a drift, and all put right. */
export const shortScene = (): Scene =>
  sceneOf(fixFlow({ doer: { use: 'scripted', turns: [...DOER] } }), { state: 'bad', kept: 'kept', 'check.mjs': CHECK });

const DOER: readonly JsonObject[] = [
  { pass: 1, text: 'I did it.', claims: { changedFiles: ['state'] } },
  {
    pass: 2,
    text: 'I did it.',
    edits: [
      { path: 'state', content: 'good' },
      { path: 'kept', content: 'changed' },
    ],
  },
  {
    text: 'I put it back.',
    edits: [
      { path: 'state', content: 'good' },
      { path: 'kept', content: 'kept' },
    ],
  },
];

/** A judge that never says met. */
export const NEVER_MET: JsonObject = {
  use: 'scripted',
  turns: [{ structured: { goalMet: false, lesson: 'Not yet.' } }],
};

/** Act, verify and judge in a loop; its judge always says met. */
export const fixFlow = (
  workers: { readonly [name: string]: Json },
  loop: { readonly [name: string]: Json } = {},
): Json => ({
  converge: 1,
  id: 'fix',
  goal: 'The state is good.',
  start: 'act',
  workers: {
    judge: { use: 'scripted', turns: [{ structured: { goalMet: true, lesson: 'Look again.' } }] },
    ...workers,
  },
  steps: {
    act: { kind: 'work', worker: 'doer', prompt: 'Make it good.', check: { changedOnDisk: 'claimed' }, next: 'verify' },
    verify: { kind: 'verify', commands: [{ run: ['node', 'check.mjs'] }], next: 'judge' },
    judge: { kind: 'judge', worker: 'judge', next: '@complete' },
  },
  loops: {
    fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 5, frozen: ['kept'], onExhausted: '@stop', ...loop },
  },
});

const SAMPLE_FLOW = '.converge/flows/fix-until-green.converge.json';

/** The sample as it comes, as a repository; `change` may rewrite its flow. npm is left out: it takes longer than the tests. */
export function sampleScene(change: (flow: string) => string = withoutNpm): Scene {
  const from = newFolder();
  cpSync(resolve(import.meta.dirname, '../../media/sample'), from, { recursive: true });
  const flow = join(from, SAMPLE_FLOW);
  writeFileSync(flow, change(readFileSync(flow, 'utf8')));
  git(from, 'init', '--quiet');
  git(from, 'add', '--all');
  git(from, 'commit', '--quiet', '--message=start');
  return { from, flowPath: SAMPLE_FLOW };
}

const withoutNpm = (flow: string): string => flow.replace('["npm", "test"]', '["node", "--test"]');
