import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRun } from '../../engine/runner/runs';
import { converge, place, withProgram } from './program';
import { asking, FILES } from './story';

withProgram();

it('AF-27 of two processes that resume one run at the same time exactly one commits', async () => {
  const where = place(asking, FILES);
  expect((await converge(where, 'run', 'asking', '--mode', 'autonomous', '--approve', 'any')).code).toBe(5);
  const answer = () => converge(where, 'answer', 'latest', 'ok.1', 'yes', '--approve', 'any');
  const ends = await Promise.all([answer(), answer()]);
  // The later one is refused, or finds who carries the run and hands its answer over, which has one by then.
  const told = /^Told the process that carries the run/;
  const [carried, ...others] = ends.filter(({ code, stdout }) => code === 0 && !told.test(stdout));
  expect([carried?.code, others]).toEqual([0, []]);
  const later = ends.find((end) => end !== carried);
  if (later?.code === 0) expect(later.stdout).toMatch(told);
  else expect(later?.stderr).toMatch(/\((run-held|run-final|not-waiting|workspace-held|bound-not-raised)\)/);
  const { folder } = JSON.parse((await converge(where, 'list', '--json')).stdout)[0];
  const { result, damaged } = await readRun(folder);
  expect([result.outcome, damaged]).toEqual(['complete', []]);
  const trace = readFileSync(join(folder, 'trace.ndjson'), 'utf8').trimEnd().split('\n');
  const entries = trace.map((line) => JSON.parse(line));
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, index) => index));
  expect(entries.filter(({ type }) => type === 'run.resumed')).toHaveLength(1);
  expect(trace.join('').split('"ask.answered"')).toHaveLength(2);
});
