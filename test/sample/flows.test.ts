import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ParseError } from 'jsonc-parser';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { examine } from '../../engine/flow/examine';
import type { Flow } from '../../engine/flow/schema';
import { flowSchema } from '../../engine/flow/schema';
import { SAMPLE } from './larder';

const SAMPLE_FLOW = join(SAMPLE, '.converge/flows/fix-until-green.converge.json');
const TEMPLATE = 'media/templates/fix-until-green.converge.json';
const EMPTY = 'media/templates/empty.converge.json';

function read(file: string): Flow {
  const errors: ParseError[] = [];
  const value: unknown = parse(readFileSync(file, 'utf8'), errors);
  expect(errors).toEqual([]);
  return flowSchema.parse(value);
}

describe('flows that come with Converge', () => {
  it.each([
    [SAMPLE_FLOW, ['loop-without-spend-cap']],
    [TEMPLATE, []],
    [EMPTY, []],
  ])('%s has no errors, and only the warnings %j', (file, codes) => {
    const { flow, issues } = examine(readFileSync(file, 'utf8'));
    expect(issues.map((issue) => issue.code)).toEqual(codes);
    expect(flow).not.toBeNull();
  });

  it('the sample has the pass cap alone: no spend cap, no ceiling, and its tests are frozen', () => {
    expect(read(SAMPLE_FLOW).loops).toEqual({
      fix: { type: 'until', head: 'act', tail: 'judge', maxPasses: 5, frozen: ['test/**'], onExhausted: '@stop' },
    });
  });

  it('the workers of the sample play files that are there', () => {
    const workers = Object.values(read(SAMPLE_FLOW).workers ?? {});
    expect(workers.map((worker) => worker.use)).toEqual(['scripted', 'scripted']);
    for (const worker of workers) expect(existsSync(join(SAMPLE, String(worker.file)))).toBe(true);
  });

  it('the template is the same loop for real work: all three bounds, and claude-code for both workers', () => {
    const template = read(TEMPLATE);
    const sample = read(SAMPLE_FLOW);
    expect(template.loops?.fix).toEqual({ ...sample.loops?.fix, spendCap: { usd: 2 }, noProgressCeiling: 2 });
    expect(Object.values(template.workers ?? {})).toEqual([{ use: 'claude-code' }, { use: 'claude-code' }]);
    const kinds = (flow: Flow) => Object.entries(flow.steps).map(([id, step]) => [id, step.kind]);
    expect(kinds(template)).toEqual(kinds(sample));
  });

  it('the template explains each of its parts', () => {
    const text = readFileSync(TEMPLATE, 'utf8');
    expect(text.split('\n').filter((line) => line.trim().startsWith('//')).length).toBeGreaterThanOrEqual(10);
  });
});
