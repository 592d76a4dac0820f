import { describe, expect, it } from 'vitest';
import { graphOf } from '../../engine/flow/graph';
import { parseFlow } from '../../engine/flow/parse';
import type { FlowItem } from '../../extension/rows/flowsRows';
import { flowsRows } from '../../extension/rows/flowsRows';
import { partRowId, partRows } from '../../extension/rows/partRows';
import { trace } from '../fakes/trace';
import { SAMPLE } from '../flow/sample';
import { ended, entered, pass, rowsText, start, viewOf } from './traces';

const flow = (more: Partial<FlowItem> = {}): FlowItem => ({
  uri: 'file:///ws/fix.converge.json',
  path: 'fix.converge.json',
  file: '/ws/fix.converge.json',
  workspace: 'ws',
  id: 'fix-until-green',
  title: 'Fix until green',
  steps: 3,
  errors: 0,
  warnings: 0,
  broken: null,
  parts: [],
  ...more,
});
const other = flow({
  uri: 'file:///b/a.converge.json',
  file: '/b/a.converge.json',
  title: 'Another',
  workspace: 'b',
  steps: 1,
});
const last = [ended('complete', null)];
const run = viewOf(
  trace(start, entered, ...pass(1, { usd: 0.1, clean: true, met: true, marker: '1', decision: 'confirmed', last })),
);
const flowPath = () => '/ws/fix.converge.json';

describe('flows as a tree', () => {
  it('by title, each with how its last run ended', () => {
    expect(rowsText(flowsRows([flow(), { ...other, workspace: 'ws' }], [run], flowPath))).toMatchInlineSnapshot(`
      "[type-hierarchy] Another · 1 step
      [pass-filled good] Fix until green · 3 steps · complete (evidence)"
    `);
  });

  it('under their folder where there are several', () => {
    expect(rowsText(flowsRows([flow(), other], [], flowPath))).toMatchInlineSnapshot(`
      "[root-folder] b
        [type-hierarchy] Another · 1 step
      [root-folder] ws
        [type-hierarchy] Fix until green · 3 steps"
    `);
  });

  it('with what is wrong with them, which stands before the last run', () => {
    const bad = [
      flow({ errors: 2, warnings: 1 }),
      flow({ uri: 'file:///ws/x', title: 'X', broken: 'Line 3: a } is missing' }),
    ];
    expect(rowsText(flowsRows(bad, [run], flowPath))).toMatchInlineSnapshot(`
      "[error bad] Fix until green · 3 steps · 2 errors · 1 warning · complete (evidence)
      [error bad] X · cannot be read · complete (evidence)"
    `);
  });

  it('a run of another root is not theirs', () => {
    expect(flowsRows([flow()], [run], () => '/elsewhere/fix.converge.json')[0]?.description).toBe('3 steps');
    expect(
      flowsRows([flow()], [{ ...run, held: true, state: { ...run.state, end: null } }], flowPath)[0]?.contextValue,
    ).toBe('flow.running');
  });
});

describe('the steps and loops of a flow in the tree', () => {
  const value = parseFlow(SAMPLE).value;
  const issues = [
    { code: 'x', severity: 'error', path: ['steps', 'judge', 'worker'], message: 'No.' },
    { code: 'y', severity: 'warning', path: ['loops', 'fix'], message: 'Hm.' },
  ] as const;
  const parts = partRows('file:///ws/fix.converge.json', graphOf(value), issues);

  it('stand folded below it, each with what is wrong with it', () => {
    const rows = flowsRows([flow({ parts })], [], flowPath);
    expect(rows[0]?.collapsed).toBe(true);
    expect(rowsText(rows)).toMatchInlineSnapshot(`
      "▸ [type-hierarchy] Fix until green · 3 steps
        [edit] act · work
        [beaker] verify · verify
        [error bad] judge · judge · 1 error
        [sync warning] fix · until loop · 1 warning"
    `);
  });

  it('lead to the step or loop, by the keys of the shared selection', () => {
    expect(parts.map(({ target }) => target?.open === 'flow' && target.select)).toEqual([
      'act',
      'verify',
      'judge',
      'loop:fix',
    ]);
    expect(parts.map(({ id }) => id)).toContain(partRowId('file:///ws/fix.converge.json', 'loop:fix'));
  });
});
