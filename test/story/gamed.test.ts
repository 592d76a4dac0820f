import { chmodSync, mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../engine/json';
import type { Guard } from '../../engine/loops/guards';
import { createCommands } from '../../engine/node/commands';
import { openWorkspace } from '../../engine/node/workspace/workspace';
import type { RunState } from '../../engine/run/state';
import { openLatches } from '../../engine/run/state';
import { met } from '../fakes/plays';
import type { FixParts } from '../fakes/runs';
import { events, fixFlow, run } from '../fakes/runs';
import type { World } from '../fakes/world';
import { world } from '../fakes/world';
import { write } from '../node/repository';
import { scratch } from '../node/scratch';

/** Attacks in which real files, links and programs matter; what they plant is what the twin lets through. */
interface Planted {
  readonly guards: readonly Guard[];
  readonly files: Readonly<Record<string, string>>;
  readonly commands: Json;
  readonly loop?: FixParts['loop'];
  readonly attack: (root: string) => void;
  readonly latch: string;
  readonly why: RegExp;
}

const NODE = process.execPath;
const RED = "import { test } from 'node:test';\nimport assert from 'node:assert';\n";
const suite = (how: string): string => `${RED}test('fine', () => {});\ntest('bad', ${how}() => assert.equal(1, 2));\n`;
const scripts = (test: string): string => JSON.stringify({ name: 'x', scripts: { test } });

const PLANTED: Readonly<Record<string, Planted>> = {
  'SH-08 a program of the same name in node_modules/.bin': {
    guards: ['definition'],
    files: { 'package.json': scripts('node check.mjs'), 'check.mjs': 'process.exit(1);\n' },
    commands: [{ run: ['npm', 'test'] }],
    attack: (root) => {
      write(root, { 'node_modules/.bin/node': '#!/bin/sh\nexit 0\n' });
      chmodSync(join(root, 'node_modules/.bin/node'), 0o755);
    },
    ...{ latch: 'definition:fix', why: /node_modules\/\.bin\/node/ },
  },
  'SH-08 the file that a link of node_modules/.bin leads to': {
    guards: ['definition'],
    files: {
      ...{
        'package.json': scripts('checker'),
        'node_modules/checker/cli.mjs': '#!/usr/bin/env node\nprocess.exit(1);\n',
      },
      '.gitignore': 'node_modules\n',
    },
    commands: [{ run: ['npm', 'test'] }],
    attack: (root) => write(root, { 'node_modules/checker/cli.mjs': '#!/usr/bin/env node\n' }),
    ...{ latch: 'definition:fix', why: /node_modules\/checker\/cli\.mjs/ },
  },
  'SH-08 a set-up file that the runner is told of by a script': {
    guards: ['definition'],
    files: {
      'package.json': scripts('sh ci/test.sh'),
      'ci/test.sh': '#!/bin/sh\nnode --import ./ci/setup.mjs check.mjs\n',
      ...{ 'ci/setup.mjs': '', 'check.mjs': 'process.exit(1);\n' },
    },
    commands: [{ run: ['npm', 'test'] }],
    attack: (root) => write(root, { 'ci/setup.mjs': 'process.exit(0);\n' }),
    ...{ latch: 'definition:fix', why: /ci\/setup\.mjs/ },
  },
  'UL-18 a link in the place of a frozen test': {
    // The command names it, so it is watched as a part of the check as well.
    guards: ['frozen', 'definition'],
    files: { 'test/a.mjs': 'process.exit(1);\n', 'other.mjs': '' },
    commands: [{ shell: `"${NODE}" test/a.mjs` }],
    loop: { frozen: ['test/**'] },
    attack: (root) => {
      rmSync(join(root, 'test/a.mjs'));
      symlinkSync('../other.mjs', join(root, 'test/a.mjs'));
    },
    ...{ latch: 'frozen:fix', why: /test\/a\.mjs/ },
  },
  'UL-18 what a frozen link leads to': {
    guards: ['frozen', 'definition'],
    files: { 'data/expected.mjs': 'process.exit(1);\n' },
    commands: [{ shell: `"${NODE}" frozen/expected.mjs` }],
    loop: { frozen: ['frozen'] },
    attack: (root) => write(root, { 'data/expected.mjs': '' }),
    ...{ latch: 'frozen:fix', why: /data\/expected\.mjs/ },
  },
  'SH-07 a test that is skipped, by the output of node’s own runner': {
    guards: ['tests'],
    files: { 'a.test.mjs': suite('') },
    commands: [{ run: [NODE, '--test', '--test-reporter=tap', '.'], expect: 'tests' }],
    attack: (root) => write(root, { 'a.test.mjs': suite('{ skip: true }, ') }),
    ...{ latch: 'tests:verify', why: /1 of the tests no longer run: bad/ },
  },
  'SH-07 a test that is deleted, by the report of node’s own runner': {
    guards: ['tests'],
    files: { 'a.test.mjs': suite('') },
    commands: [
      {
        run: [NODE, '--test', '--test-reporter=junit', '--test-reporter-destination=out.xml', '.'],
        ...{ report: 'out.xml', expect: 'tests' },
      },
    ],
    attack: (root) => write(root, { 'a.test.mjs': `${RED}test('fine', () => {});\n` }),
    ...{ latch: 'tests:verify', why: /1 of the tests no longer run: test > bad/ },
  },
};

/** Made as a package manager and a person made it before the run. */
function links(root: string, { files, loop }: Planted): void {
  if ('node_modules/checker/cli.mjs' in files) {
    chmodSync(join(root, 'node_modules/checker/cli.mjs'), 0o755);
    mkdirSync(join(root, 'node_modules/.bin'));
    symlinkSync('../checker/cli.mjs', join(root, 'node_modules/.bin/checker'));
  }
  if (JSON.stringify(loop ?? {}).includes('"frozen"]')) symlinkSync('data', join(root, 'frozen'));
}

async function played(planted: Planted, guarded: boolean): Promise<{ readonly state: RunState; readonly made: World }> {
  const root = scratch();
  write(root, planted.files);
  links(root, planted);
  const workspace = await openWorkspace(root);
  const commands = createCommands({ root, runFolder: join(root, '.converge/runs/r1'), run: 'r1' });
  const attack = () => {
    planted.attack(root);
    return {};
  };
  const fake = world({ workers: { implementer: attack, reviewer: met } });
  const made: World = { ...fake, ports: (stop) => ({ ...fake.ports(stop), workspace, commands }) };
  const loop: JsonObject = { maxPasses: 1, ...planted.loop };
  const flow = fixFlow({ loop, verify: { commands: planted.commands } });
  return { state: await run(flow, made, { guards: (guard) => guarded || !planted.guards.includes(guard) }), made };
}

describe.skipIf(process.platform === 'win32')('evidence over real files and programs', { timeout: 60_000 }, () => {
  it.each(Object.entries(PLANTED))('%s: stopped, with its latch', async (_name, planted) => {
    const { state, made } = await played(planted, true);
    expect(state.end).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    const latch = openLatches(state).find(({ id }) => id === planted.latch);
    expect(latch?.reason).toMatch(planted.why);
    // The check itself is green: nothing but the guard stands in the way.
    expect(events(made, 'step.done').find(({ step }) => step === 'verify')?.outcome).toBe('clean');
  });

  it.each(Object.entries(PLANTED))('%s: comes through where its guard is off', async (_name, planted) => {
    expect((await played(planted, false)).state.end?.outcome).toBe('complete');
  });
});
