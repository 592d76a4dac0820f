import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventsOf, factsOf } from '../crash/trace';
import { AUTONOMOUS, folderOf } from './live';
import type { Place } from './program';
import { converge, place, withProgram } from './program';

withProgram();

const flow = {
  converge: 1,
  id: 'given',
  start: 'act',
  inputs: {
    issue: { type: 'integer' },
    title: { type: 'string', default: 'none' },
    labels: { type: 'array', default: [] },
  },
  channels: { said: { reducer: 'append' } },
  workers: { doer: { use: 'scripted', turns: [{ text: 'done', structured: 'ok' }] } },
  steps: {
    act: {
      kind: 'work',
      worker: 'doer',
      prompt: 'Do it.',
      reads: ['inputs.issue'],
      writes: { said: 'inputs.title + "#" + string(inputs.issue)' },
      next: '@complete',
    },
  },
};

const runs = ({ root }: Place): readonly string[] => {
  const folder = join(root, '.converge', 'runs');
  return existsSync(folder) ? readdirSync(folder) : [];
};

describe('inputs given to a run', () => {
  it('are read as JSON where they are JSON, else as text, and stand beside the defaults', async () => {
    const where = place(flow);
    const given = ['--input', 'issue=42', '--input', 'title=two words', '--input', 'labels=["a","b"]'];
    const { code, stderr } = await converge(where, 'run', 'given', ...AUTONOMOUS, ...given);
    expect(code, stderr).toBe(0);
    const [started] = factsOf(folderOf(where), 'run.started');
    expect(started?.inputs).toEqual({ issue: 42, title: 'two words', labels: ['a', 'b'] });
    const [done] = eventsOf(folderOf(where), 'step.done');
    expect(done?.writes).toMatchObject([{ channel: 'said', value: 'two words#42' }]);
  });

  const refused: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    ['that are missing', [], ['"issue" (integer) is missing']],
    ['that nobody declared', ['issue=1', 'nope=1'], ['no input "nope"', 'issue, title, labels']],
    [
      'of another type',
      ['issue=1.5', 'title=7'],
      ['"issue" is to be of type integer', '"title" is to be of type string'],
    ],
    ['that are written wrongly', ['issue'], ['--input issue=42']],
  ];
  it.each(refused)('AF-09 are refused before anything exists: those %s', async (_, inputs, told) => {
    const where = place(flow);
    const args = inputs.flatMap((each) => ['--input', each]);
    const { code, stderr } = await converge(where, 'run', 'given', ...AUTONOMOUS, ...args);
    expect(code).toBe(2);
    for (const each of told) expect(stderr).toContain(each);
    expect(runs(where)).toEqual([]);
  });
});
