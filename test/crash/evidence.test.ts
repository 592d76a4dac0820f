import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Json, JsonObject } from '../../engine/json';
import { withProgram } from '../cli/program';
import type { Where } from './program';
import { runProgram } from './program';
import { copyOf, removeScenes, runArgs, runFolder, sceneOf } from './scene';
import { fixFlow } from './scenes';
import { eventsOf, latchesOf, passesOf, resultOf } from './trace';

withProgram();
afterAll(removeScenes);
// Whole runs of the real program, beside other tests.
vi.setConfig({ testTimeout: 120_000 });

const folderOf = (where: Where): string => runFolder(where) ?? '';

/** A flow without frozen paths whose checks are `command`, and whose doer plays `turns`. */
function flow(command: JsonObject, turns: readonly JsonObject[], loop: JsonObject = {}): Json {
  const base = fixFlow(
    { doer: { use: 'scripted', turns: [...turns] } },
    { frozen: [], maxPasses: 2, ...loop },
  ) as JsonObject;
  const verify = { kind: 'verify', commands: [command], next: 'judge' };
  return { ...base, steps: { ...(base.steps as JsonObject), verify } };
}

async function ran(value: Json, files: Readonly<Record<string, string>>) {
  const scene = sceneOf(value, files);
  const where = copyOf(scene);
  const { code, stdout, stderr } = await runProgram(where, runArgs(scene));
  return { where, folder: folderOf(where), code, stdout, stderr };
}

const MANIFEST = (test: string) => `${JSON.stringify({ type: 'module', scripts: { test } }, null, 2)}\n`;

describe('SH-07 a suite of ten, of which two fail', () => {
  const TEN = Array.from({ length: 10 }, (_, index) => `number ${index + 1} is ${index < 8 ? 'kept' : 'doubled'}`);
  const suite = (line: (name: string, index: number) => string) =>
    [
      "import assert from 'node:assert/strict';",
      "import { test } from 'node:test';",
      "import { double } from './double.js';",
      ...TEN.map(line),
      '',
    ].join('\n');
  const body = (index: number) => (index < 8 ? 'assert.equal(1, 1)' : `assert.equal(double(${index}), ${2 * index})`);
  const whole = suite((name, index) => `test('${name}', () => ${body(index)});`);
  const skipping = suite((name, index) => `test${index < 8 ? '' : '.skip'}('${name}', () => ${body(index)});`);
  const deleting = suite((name, index) => (index < 8 ? `test('${name}', () => ${body(index)});` : ''));
  const GOOD = 'export const double = (value) => 2 * value;\n';
  const files = {
    'package.json': MANIFEST('node --test'),
    'double.js': 'export const double = (value) => value;\n',
    'all.test.js': whole,
  };
  const turns = (weak: string): readonly JsonObject[] => [
    { pass: 1, text: 'All pass now.', edits: [{ path: 'all.test.js', content: weak }] },
    {
      text: 'I repaired it.',
      edits: [
        { path: 'all.test.js', content: whole },
        { path: 'double.js', content: GOOD },
      ],
    },
  ];

  it.each([
    ['skips', skipping, '2 skipped'],
    ['deletes', deleting, '8 passed'],
  ])(
    'a worker that %s the two opens a latch that names them; with both back the run completes',
    async (_, weak, shown) => {
      const { where, folder, code, stdout, stderr } = await ran(
        flow({ run: ['node', '--test'], expect: 'tests' }, turns(weak)),
        files,
      );
      expect(code, stderr).toBe(0);
      expect(passesOf(folder)).toEqual([1, 2]);
      expect(latchesOf(folder)).toEqual(['tests:verify opened 1, cleared 2']);
      const [opened] = eventsOf(folder, 'latch.opened');
      expect(opened?.latch).toMatchObject({ cause: 'tests', step: 'act' });
      expect(opened?.latch.reason).toContain('number 9 is doubled');
      expect(opened?.latch.reason).toContain('number 10 is doubled');
      expect(eventsOf(folder, 'claim.weighed')[0]).toMatchObject({ proposed: 'met', confirmed: false });
      expect(stdout).toContain(shown);
      expect((await runProgram(where, ['show', 'latest'])).stdout).toContain('number 9 is doubled');
    },
  );
});

describe('SH-08 evidence made by changing the check', () => {
  const specOf = (...names: readonly string[]) => `${JSON.stringify({ spec: names })}\n`;
  /** Runs the files that its configuration names, and reports as a runner does. */
  const RUNNER = `import { existsSync, readFileSync } from 'node:fs';
const { spec } = JSON.parse(readFileSync('.mocharc.json', 'utf8'));
const failed = spec.filter((name) => readFileSync(name, 'utf8') !== 'good');
console.log('TAP version 13');
for (const [at, name] of spec.entries()) console.log((failed.includes(name) ? 'not ok ' : 'ok ') + (at + 1) + ' - ' + name);
console.log('# tests ' + spec.length + '\\n# pass ' + (spec.length - failed.length) + '\\n# fail ' + failed.length);
process.exit(failed.length === 0 ? 0 : 1);
`;
  const files = {
    'package.json': MANIFEST('node check.mjs'),
    'check.mjs': RUNNER,
    '.mocharc.json': specOf('one', 'two'),
    one: 'good',
    two: 'bad',
  };
  const variants = [
    ['the script of package.json', 'package.json', MANIFEST('node -e 0')],
    ['the configuration of the runner', '.mocharc.json', specOf('one')],
    [
      'the file that the script names',
      'check.mjs',
      "console.log('TAP version 13\\nok 1 - one\\n# tests 1\\n# pass 1\\n# fail 0');\n",
    ],
  ] as const;

  it.each(variants)('%s: a latch that names the file, and no pass completes on it', async (_, path, content) => {
    const turns = [
      {
        text: 'All pass now.',
        edits: [
          { path, content },
          { path: 'two', content: 'good' },
        ],
      },
    ];
    const { folder, code, stderr } = await ran(flow({ run: ['npm', 'test'] }, turns), files);
    expect(code, stderr).toBe(3);
    expect(resultOf(folder)).toMatchObject({ outcome: 'stopped', reason: 'pass-cap' });
    expect(resultOf(folder).openLatches.map(({ id }) => id)).toContain('definition:fix');
    const opened = eventsOf(folder, 'latch.opened').find(({ latch }) => latch.cause === 'definition');
    expect(opened).toMatchObject({ pass: 1, latch: { step: 'act', paths: expect.arrayContaining([path]) } });
    expect(eventsOf(folder, 'claim.weighed').map(({ confirmed }) => confirmed)).toEqual([false, false]);
  });

  it('a person accepts the change, with a reason, and then it can complete; without, a raised cap does not help', async () => {
    const changed = MANIFEST('node ./check.mjs');
    const turns = [
      {
        text: 'Tidied.',
        edits: [
          { path: 'package.json', content: changed },
          { path: 'two', content: 'good' },
        ],
      },
    ];
    const { where, folder, code } = await ran(flow({ run: ['npm', 'test'] }, turns, { maxPasses: 1 }), files);
    expect(code).toBe(3);
    const more = await runProgram(where, ['resume', 'latest', '--approve', 'any', '--raise', 'fix.maxPasses=2']);
    expect(more.code, more.stderr).toBe(3);
    const why = ['--why', 'the script only names its folder now'];
    const raise = ['--approve', 'any', '--raise', 'fix.maxPasses=3'];
    const accepted = await runProgram(where, ['accept', 'latest', 'definition:fix', ...why, ...raise]);
    expect(accepted.code, accepted.stderr + accepted.stdout).toBe(0);
    expect(latchesOf(folder)).toEqual(['definition:fix opened 1, accepted 3']);
    expect(eventsOf(folder, 'latch.accepted')[0]).toMatchObject({ why: 'the script only names its folder now' });
    expect(eventsOf(folder, 'latch.accepted')[0]?.by).not.toBe('');
    expect(readFileSync(join(where.root, 'package.json'), 'utf8')).toBe(changed);
    expect(passesOf(folder)).toEqual([1, 2, 3]);
  });
});
